import DeviceApp
import Screens
import Surfaces
import Terminal

/// From a parsed command to its flow.
enum PhoneCommands {
    @Sendable static func run(_ context: ClientContext) async throws -> ExitStatus {
        let command = context.command
        let device = try Device(
            settings(context), face: TerminalFace(context.screen), clock: SystemClock())
        switch command.path.first {
        case "setup":
            try await SetupFlow(
                device, isSample: command.has("sample"), passcodeFile: command.value("passcode-file")
            ).run()
        case "pair":
            try await PhonePairingFlow(
                device, name: command.value("name") ?? HelpText.defaultPhoneName,
                linkFile: command.value("link-file"), tellsRegion: !command.has("no-contact"),
                saysRight: command.has("yes")
            ).run()
        case "devices": try await DevicesFlow(device).list()
        case "unpair": try await DevicesFlow(device).unpair(command.argument("DEVICE") ?? "")
        default: preconditionFailure("a command without its flow: \(command.path)")
        }
        return .done
    }

    private static func settings(_ context: ClientContext) -> DeviceSettings {
        var settings = DeviceSettings(role: .phone, environment: context.environment)
        settings.home = context.command.value("home")
        settings.allowsLocalMerchants = context.command.has("allow-local-merchant")
        settings.caFile = context.command.value("ca-file")
        return settings
    }
}
