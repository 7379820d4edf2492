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
                setup, pair, listen, inbox, resume, orders, wallet, availability, SharedCommands.devices,
                SharedCommands.unpair(Words.unpairExample),
            ], examples: (Words.setupExamples + Words.listenExamples).map(CommandExample.init)),
        version: SharedCommands.version, common: SharedCommands.options)

    private static let passcodeFile = CommandOption.value("passcode-file", "FILE", HelpText.passcodeFile)

    private static let listenOptions: [CommandOption] = [
        .value("then", "ACTION", Words.then), passcodeFile, .flag("once", Words.once),
        .flag("accept-changes", Words.acceptChanges),
        .flag("allow-unsigned", Words.allowUnsigned),
    ]

    private static let setup = Command(
        "setup", Words.setup, discussion: [Words.setupDiscussion],
        options: [.flag("sample", Words.sample), passcodeFile],
        examples: Words.setupExamples.map(CommandExample.init))

    private static let pair = Command(
        "pair", Words.pair, discussion: [Words.pairDiscussion],
        options: [
            .value("link-file", "FILE", Words.linkFile), .flag("yes", Words.pairYes),
            .value("name", "NAME", HelpText.deviceName), .flag("no-contact", Words.noContact),
        ], examples: Words.pairExamples.map(CommandExample.init))

    private static let listen = Command(
        "listen", Words.listen, discussion: [Words.listenDiscussion], options: listenOptions,
        examples: Words.listenExamples.map(CommandExample.init))

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
        ], examples: Words.resumeExamples.map(CommandExample.init))

    private static let orders = Command(
        "orders", Words.orders, arguments: [CommandArgument("ORDER", Words.order, isRequired: false)],
        examples: Words.ordersExamples.map(CommandExample.init))

    private static let wallet = Command(
        "wallet", Words.wallet,
        subcommands: [
            Command(
                "add-card", Words.addCard,
                options: [
                    .value("number-file", "FILE", Words.numberFile),
                    .value("expires", "MM/YY", Words.expires), .value("holder", "NAME", Words.holder),
                    .value("billing", "ID", Words.billing), passcodeFile, .flag("default", Words.makeDefault),
                ], examples: [CommandExample(Words.addCardExample)]),
            Command(
                "add-contact", Words.addContact, options: contactOptions,
                examples: [CommandExample(Words.addContactExample)]),
            Command(
                "add-address", Words.addAddress, options: addressOptions,
                examples: [CommandExample(Words.addAddressExample)]),
            Command(
                "edit", Words.edit, arguments: [CommandArgument("ID", Words.entry)],
                options: editOptions, examples: [CommandExample(Words.editExample)]),
            Command(
                "passcode", Words.passcode, discussion: [Words.passcodeDiscussion],
                options: [passcodeFile, .value("new-passcode-file", "FILE", Words.newPasscodeFile)]),
            Command("remove", Words.remove, arguments: [CommandArgument("ID", Words.entry)]),
            Command("choose", Words.choose, arguments: [CommandArgument("ID", Words.entry)]),
        ])

    private static let availability = Command(
        "availability", Words.availability, discussion: [Words.availabilityDiscussion],
        options: [.value("request", "FILE", Words.request)],
        examples: [CommandExample(Words.availabilityExample)])

    private static let editOptions =
        nameOptions + wayOptions + placeOptions + [.value("billing", "ID", Words.editBilling)]

    private static let contactOptions = nameOptions + wayOptions + [.flag("default", Words.makeDefault)]

    private static let addressOptions = nameOptions + placeOptions + [.flag("default", Words.makeDefault)]

    private static let nameOptions: [CommandOption] = [
        .value("given-name", "NAME", Words.givenName), .value("family-name", "NAME", Words.familyName),
    ]

    private static let wayOptions: [CommandOption] = [
        .value("email", "ADDRESS", Words.email), .value("phone", "NUMBER", Words.phone),
    ]

    private static let placeOptions: [CommandOption] = [
        .repeated("street", "LINE", Words.street), .value("city", "CITY", Words.city),
        .value("region", "REGION", Words.region), .value("postal-code", "CODE", Words.postalCode),
        .value("country", "CC", Words.country),
    ]
}
