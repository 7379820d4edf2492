import Surfaces
package import Terminal

/// The command line of `baton-watch`, as declared.
package enum WatchProgram {
    private typealias Words = HelpText.Watch

    /// What the program reads its arguments with.
    package static let program = Program(
        Command(
            "baton-watch", Words.program, discussion: [Words.discussion, HelpText.json],
            subcommands: [
                pair, menu, buy, send, status, cancel, SharedCommands.devices,
                SharedCommands.unpair(Words.unpairExample),
            ],
            examples: Words.buyExamples.map(CommandExample.init), runsAlone: false),
        version: SharedCommands.version, common: SharedCommands.options)

    private static let pair = Command(
        "pair", Words.pair, discussion: [Words.pairDiscussion],
        options: [
            .value("relay", "BASE", Words.relay, environment: "BATON_RELAY"),
            .value("name", "NAME", HelpText.deviceName),
            .value("kind", "KIND", Words.kind, fallback: "watch"),
        ],
        examples: [CommandExample(Words.pairExample)])

    private static let shop = CommandOption.value("shop", "URL", Words.shop, environment: "BATON_SHOP")

    private static let menu = Command(
        "menu", Words.menu, options: [shop], examples: [CommandExample(Words.menuExample)])

    private static let buy = Command(
        "buy", Words.buy, discussion: [Words.buyDiscussion],
        arguments: [CommandArgument("ITEM", Words.item, isRepeated: true)],
        options: [
            shop,
            .value("quantity", "N", Words.quantity, fallback: "1"),
            .repeated("option", "K=V", Words.option),
            .repeated("promo", "CODE", Words.promo),
            .flag("drop-refused-codes", Words.dropCodes),
            .flag("split", Words.split),
            .value("method", "ID", Words.method),
            .value("note", "TEXT", Words.note),
            .repeated("to", "DEVICE", Words.to),
            .flag("yes", Words.yes),
            .flag("no-wait", Words.noWait),
            .value("expires-in", "TIME", Words.expiresIn, fallback: "10m"),
            .value("instead-of", "ID", Words.insteadOf),
        ], examples: Words.buyExamples.map(CommandExample.init))

    private static let send = Command(
        "send", HelpText.Send.summary, discussion: HelpText.Send.discussion,
        options: [
            .value("request", "FILE", HelpText.Send.request),
            .value("quote", "FILE", HelpText.Send.quote),
            .value("acp", "FILE", HelpText.Send.acp),
            .value("body", "NAME", HelpText.Send.body),
            .flag("check", HelpText.Send.check),
            .value("merchant-certificate", "FILE", HelpText.Send.certificate),
            .value("output", "FILE", HelpText.Send.output),
            .repeated("to", "DEVICE", Words.to),
            .flag("yes", Words.yes),
            .flag("no-wait", Words.noWait),
            .value("expires-in", "TIME", Words.expiresIn, fallback: "10m"),
            .value("instead-of", "ID", HelpText.Send.insteadOf),
        ], examples: HelpText.Send.examples.map(CommandExample.init))

    private static let status = Command(
        "status", Words.status, arguments: [CommandArgument("ID", Words.handoff, isRequired: false)],
        options: [.value("output", "FILE", HelpText.Send.output)],
        examples: Words.statusExamples.map(CommandExample.init))

    private static let cancel = Command(
        "cancel", Words.cancel, discussion: [Words.cancelDiscussion],
        arguments: [CommandArgument("ID", Words.handoff)], examples: [CommandExample(Words.cancelExample)])
}

/// What both clients take.
enum SharedCommands {
    static let version = "0.1.0"

    static let options: [CommandOption] =
        [
            .value("home", "DIR", HelpText.home, environment: "BATON_HOME"),
            .flag("allow-local-merchant", HelpText.allowLocal, environment: "BATON_ALLOW_LOCAL_MERCHANT"),
            .value("ca-file", "FILE", HelpText.certificates, environment: "BATON_CA_FILE"),
        ] + OutputStyle.options

    static let devices = Command("devices", HelpText.devicesSummary)

    static func unpair(_ example: (line: String, meaning: String)) -> Command {
        Command(
            "unpair", HelpText.unpairSummary, discussion: [HelpText.unpairDiscussion],
            arguments: [CommandArgument("DEVICE", HelpText.device)],
            examples: [CommandExample(example)])
    }
}

extension CommandExample {
    /// An example of the message catalog.
    init(_ example: (line: String, meaning: String)) { self.init(example.line, example.meaning) }
}
