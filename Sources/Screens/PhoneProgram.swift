import Surfaces
package import Terminal

/// The command line of `baton-phone`, as declared. Without a command it listens.
package enum PhoneProgram {
    private typealias Words = HelpText.Phone

    /// What the program reads its arguments with.
    package static let program = Program(
        Command(
            "baton-phone", Words.program, discussion: [Words.discussion, HelpText.json],
            options: listenOptions,
            subcommands: [
                setup, pair, listen, inbox, resume, orders, wallet, SharedCommands.devices,
                SharedCommands.unpair,
            ], examples: Words.resumeExamples.map { CommandExample($0.line, $0.meaning) }),
        version: SharedCommands.version, common: SharedCommands.options)

    private static let passcodeFile = CommandOption.value("passcode-file", "FILE", HelpText.passcodeFile)

    private static let listenOptions: [CommandOption] = [
        .value("then", "ACTION", Words.then), passcodeFile, .flag("once", Words.once),
        .flag("accept-changes", Words.acceptChanges),
    ]

    private static let setup = Command(
        "setup", Words.setup, discussion: [Words.setupDiscussion],
        options: [.flag("sample", Words.sample), passcodeFile])

    private static let pair = Command(
        "pair", Words.pair, discussion: [Words.pairDiscussion],
        options: [
            .value("link-file", "FILE", Words.linkFile), .flag("yes", Words.pairYes),
            .value("name", "NAME", HelpText.deviceName), .flag("no-contact", Words.noContact),
        ])

    private static let listen = Command(
        "listen", Words.listen, discussion: [Words.listenDiscussion], options: listenOptions)

    private static let inbox = Command("inbox", Words.inbox)

    private static let resume = Command(
        "resume", Words.resume, discussion: [Words.resumeDiscussion],
        arguments: [CommandArgument("ID-or-LINK", Words.target)],
        options: [
            .value("method", "ID", Words.method), .value("card", "CARD", Words.card),
            .value("address", "ID", Words.address), .value("contact", "ID", Words.contact),
            .flag("pay", Words.pay), passcodeFile, .value("expect-total", "AMOUNT", Words.expectTotal),
            .flag("accept-changes", Words.acceptChanges), .flag("allow-unsigned", Words.allowUnsigned),
            .flag("decline", Words.decline),
        ], examples: Words.resumeExamples.map { CommandExample($0.line, $0.meaning) })

    private static let orders = Command(
        "orders", Words.orders, arguments: [CommandArgument("ORDER", Words.order, isRequired: false)])

    private static let wallet = Command(
        "wallet", Words.wallet,
        subcommands: [
            Command(
                "add-card", Words.addCard,
                options: [
                    .value("number-file", "FILE", Words.numberFile),
                    .value("expires", "MM/YY", Words.expires), .value("holder", "NAME", Words.holder),
                    passcodeFile, .flag("default", Words.makeDefault),
                ]),
            Command("add-contact", Words.addContact, options: contactOptions),
            Command("add-address", Words.addAddress, options: addressOptions),
            Command("remove", Words.remove, arguments: [CommandArgument("ID", Words.entry)]),
            Command("choose", Words.choose, arguments: [CommandArgument("ID", Words.entry)]),
        ])

    private static let contactOptions: [CommandOption] = [
        .value("given-name", "NAME", Words.givenName), .value("family-name", "NAME", Words.familyName),
        .value("email", "ADDRESS", Words.email), .value("phone", "NUMBER", Words.phone),
        .flag("default", Words.makeDefault),
    ]

    private static let addressOptions: [CommandOption] = [
        .value("given-name", "NAME", Words.givenName), .value("family-name", "NAME", Words.familyName),
        .repeated("street", "LINE", Words.street), .value("city", "CITY", Words.city),
        .value("region", "REGION", Words.region), .value("postal-code", "CODE", Words.postalCode),
        .value("country", "CC", Words.country), .flag("default", Words.makeDefault),
    ]
}
