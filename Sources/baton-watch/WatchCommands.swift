import DeviceApp
import Screens
import Surfaces
import Terminal

/// From a parsed command to its flow.
enum WatchCommands {
    @Sendable static func run(_ context: ClientContext) async throws -> ExitStatus {
        let command = context.command
        if command.path.first == "send", command.has("check") {
            let check = SendCheck(TerminalFace(context.screen), clock: SystemClock())
            return try await check.run(try sending(command)) ? .done : .failed
        }
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
        case "menu": try await MenuFlow(device, shop: try command.required("shop")).run()
        case "buy": return ExitStatus(of: try await BuyFlow(device, try order(command)).run())
        case "send": return ExitStatus(of: try await SendFlow(device, try sending(command)).run())
        case "status":
            guard let name = command.argument("ID") else {
                try await StatusFlow(device).list()
                return .done
            }
            return try await StatusFlow(device).one(name, output: command.value("output")).map {
                ExitStatus(of: $0)
            } ?? .done
        case "cancel":
            return ExitStatus(of: try await StatusFlow(device).cancel(command.argument("ID") ?? ""))
        default: return .usage
        }
        return .done
    }

    /// The words as given; `--quantity` and `--option` belong to a single one.
    private static func items(_ command: ParsedCommand) throws(UsageError) -> [String] {
        var items = command.arguments("ITEM")
        let quantity = try command.integer("quantity", in: 1...99) ?? 1
        let options = try command.pairs("option")
        guard quantity > 1 || !options.isEmpty else { return items }
        guard items.count == 1 else { throw .conflict(reason: HelpText.Watch.oneItem) }
        items[0] += (quantity > 1 ? ":\(quantity)" : "") + options.map { ",\($0.key)=\($0.value)" }.joined()
        return items
    }

    private static func order(_ command: ParsedCommand) throws(UsageError) -> BuyOrder {
        var order = BuyOrder(items: try items(command), shop: try command.required("shop"))
        order.splits = command.has("split")
        order.codes = command.values("promo")
        guard !order.codes.contains(where: { $0.allSatisfy(\.isWhitespace) }) else {
            throw .invalidValue("--promo", got: "", expected: HelpText.codeExpected)
        }
        order.method = command.value("method")
        order.note = command.value("note") ?? ""
        order.recipients = command.values("to")
        order.lifetime =
            try command.duration("expires-in", in: .seconds(30)...(.seconds(86_400))) ?? order.lifetime
        order.isConfirmed = command.has("yes")
        order.dropsRefusedCodes = command.has("drop-refused-codes")
        order.waits = !command.has("no-wait")
        order.replaces = command.value("instead-of")
        return order
    }

    private static func sending(_ command: ParsedCommand) throws(UsageError) -> SendOrder {
        let sources = [
            command.value("request").map(SendOrder.Source.request),
            command.value("quote").map(SendOrder.Source.quote),
            command.value("acp").map(SendOrder.Source.acp),
        ].compactMap { $0 }
        guard let source = sources.first, sources.count == 1 else {
            throw .conflict(reason: HelpText.Send.exclusive)
        }
        var order = SendOrder(source)
        if case .quote = source, command.has("merchant-certificate") {
            throw .conflict(reason: HelpText.Send.withQuote)
        }
        if command.has("body"), !command.has("acp") { throw .conflict(reason: HelpText.Send.withBody) }
        order.certificate = command.value("merchant-certificate")
        order.body = command.value("body")
        order.recipients = command.values("to")
        order.lifetime =
            try command.duration("expires-in", in: .seconds(30)...(.seconds(86_400))) ?? order.lifetime
        order.isConfirmed = command.has("yes")
        order.waits = !command.has("no-wait")
        order.replaces = command.value("instead-of")
        order.output = command.value("output")
        return order
    }

    private static func settings(_ context: ClientContext) -> DeviceSettings {
        var settings = DeviceSettings(role: .watch, environment: context.environment)
        settings.home = context.command.value("home")
        settings.allowsLocalMerchants = context.command.has("allow-local-merchant")
        settings.caFile = context.command.value("ca-file")
        return settings
    }
}
