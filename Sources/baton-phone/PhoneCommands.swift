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
        case "availability":
            let flow = AvailabilityFlow(device, request: command.value("request"))
            return try await flow.run() ? .done : .failed
        case "wallet": try await wallet(command, WalletFlow(device))
        case "pair":
            try await PhonePairingFlow(
                device, name: command.value("name") ?? HelpText.defaultPhoneName,
                linkFile: command.value("link-file"), tellsRegion: !command.has("no-contact"),
                saysRight: command.has("yes")
            ).run()
        case "devices": try await DevicesFlow(device).list()
        case "unpair": try await DevicesFlow(device).unpair(command.argument("DEVICE") ?? "")
        case "inbox": try await InboxFlow(device).inbox()
        case "orders": try await InboxFlow(device).orders(command.argument("ORDER"))
        case "resume":
            return ExitStatus(
                of: try await ResumeFlow(
                    device, target: command.argument("ID-or-LINK") ?? "", plan: plan(command)
                ).run())
        case nil, "listen":
            let action = try command.choice("then", among: ListenFlow.Action.allCases.map(\.rawValue))
            return ExitStatus(
                of: try await ListenFlow(
                    device, action: action.flatMap { ListenFlow.Action(rawValue: $0) }, plan: plan(command),
                    endsAfterOne: command.has("once")
                ).run())
        default: return .usage
        }
        return .done
    }

    private static func wallet(_ command: ParsedCommand, _ wallet: WalletFlow) async throws {
        switch command.path.last {
        case "add-card":
            guard let expires = WalletFlow.month(try command.required("expires")) else {
                throw command.invalid("expires", expected: HelpText.Phone.expiresExpected)
            }
            try await wallet.addCard(
                numberFile: command.value("number-file"), expires: expires,
                holder: command.value("holder") ?? "", billing: command.value("billing"),
                passcode: PasscodeSource(option: command.value("passcode-file")),
                isPreferred: command.has("default"))
        case "add-contact": try await wallet.addContact(entry(command))
        case "add-address": try await wallet.addAddress(entry(command))
        case "edit": try await wallet.edit(command.argument("ID") ?? "", edit(command))
        case "passcode":
            try await wallet.changePasscode(
                from: PasscodeSource(option: command.value("passcode-file")),
                to: PasscodeSource(option: command.value("new-passcode-file")))
        case "remove": try await wallet.remove(command.argument("ID") ?? "")
        case "choose": try await wallet.choose(command.argument("ID") ?? "")
        default: try wallet.show()
        }
    }

    private static func entry(_ command: ParsedCommand) -> WalletEntry {
        var entry = WalletEntry()
        entry.givenName = command.value("given-name") ?? ""
        entry.familyName = command.value("family-name") ?? ""
        entry.email = command.value("email") ?? ""
        entry.phone = command.value("phone") ?? ""
        entry.streets = command.values("street")
        entry.city = command.value("city") ?? ""
        entry.region = command.value("region") ?? ""
        entry.postalCode = command.value("postal-code") ?? ""
        entry.country = command.value("country") ?? ""
        entry.isPreferred = command.has("default")
        return entry
    }

    private static func edit(_ command: ParsedCommand) -> WalletEdit {
        var edit = WalletEdit()
        (edit.givenName, edit.familyName) = (command.value("given-name"), command.value("family-name"))
        (edit.email, edit.phone) = (command.value("email"), command.value("phone"))
        edit.streets = command.has("street") ? command.values("street") : nil
        (edit.city, edit.region) = (command.value("city"), command.value("region"))
        (edit.postalCode, edit.country) = (command.value("postal-code"), command.value("country"))
        edit.billing = command.value("billing")
        return edit
    }

    private static func plan(_ command: ParsedCommand) -> SheetPlan {
        var plan = SheetPlan()
        if command.has("pay") { plan.decider = .pay }
        if command.has("decline") { plan.decider = .decline }
        plan.passcode = PasscodeSource(option: command.value("passcode-file"))
        plan.method = command.value("method")
        plan.card = command.value("card")
        plan.address = command.value("address")
        plan.contact = command.value("contact")
        plan.expectedTotal = command.value("expect-total")
        plan.acceptsChanges = command.has("accept-changes")
        plan.allowsUnsigned = command.has("allow-unsigned")
        return plan
    }

    private static func settings(_ context: ClientContext) -> DeviceSettings {
        var settings = DeviceSettings(role: .phone, environment: context.environment)
        settings.home = context.command.value("home")
        settings.allowsLocalMerchants = context.command.has("allow-local-merchant")
        settings.caFile = context.command.value("ca-file")
        return settings
    }
}
