import DeviceApp
import Screens
import Surfaces
import Terminal

/// From a parsed command to its flow.
enum WatchCommands {
    @Sendable static func run(_ context: ClientContext) async throws -> ExitStatus {
        let command = context.command
        let device = try Device(
            settings(context), face: TerminalFace(context.screen), clock: SystemClock())
        switch command.path.first {
        case "pair":
            try await WatchPairingFlow(
                device, relay: try command.required("relay"),
                name: command.value("name") ?? HelpText.defaultWatchName,
                kind: command.value("kind") ?? "watch"
            ).run()
        case "devices": try await DevicesFlow(device).list()
        case "unpair": try await DevicesFlow(device).unpair(command.argument("DEVICE") ?? "")
        default: preconditionFailure("a command without its flow: \(command.path)")
        }
        return .done
    }

    private static func settings(_ context: ClientContext) -> DeviceSettings {
        var settings = DeviceSettings(role: .watch, environment: context.environment)
        settings.home = context.command.value("home")
        settings.allowsLocalMerchants = context.command.has("allow-local-merchant")
        settings.caFile = context.command.value("ca-file")
        return settings
    }
}
