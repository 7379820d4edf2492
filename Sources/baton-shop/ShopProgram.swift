internal import Serving
internal import Terminal

/// The command line of `baton-shop`.
enum ShopProgram {
    static let program = Program(
        Command(
            "baton-shop", "a demo merchant that speaks the Agentic Commerce Protocol",
            discussion: ["Charging is simulated; no money moves and no real card is taken."],
            subcommands: [serve, catalog, cards, order, quote, token, webhook],
            runsAlone: false),
        version: "0.1.0", isServer: true)

    private static let serve = Command(
        "serve", "keep the shop open until SIGTERM",
        discussion: [
            #"The first line on stdout is {"event":"ready","listen":…,"origin":…}; the log goes to stderr."#,
            #"With --webhook it also has "webhook_key_file": who receives the events checks them with it."#,
            "Without --database what was sold is forgotten at the end.",
            "Plain HTTP is served on loopback or behind a declared proxy only.",
        ],
        options: ListenOptions.declared(variables: "BATON_SHOP_") + [
            .value(
                "catalog", "FILE", "what is sold, as JSON (see `baton-shop catalog`), or flower-shop",
                environment: "BATON_SHOP_CATALOG"),
            .value(
                "database", "FILE", "the SQLite file; made when absent", environment: "BATON_SHOP_DATABASE"),
            .value("webhook", "URL", "where order events are sent", environment: "BATON_SHOP_WEBHOOK"),
            .value(
                "webhook-key-file", "FILE",
                "the key that they are signed with; made when absent, beside the database unless said",
                environment: "BATON_SHOP_WEBHOOK_KEY_FILE"),
            .value(
                "quote-key", "FILE", "the key that prices are signed with; one in the database unless said",
                environment: "BATON_SHOP_QUOTE_KEY"),
        ],
        examples: [
            CommandExample("baton-shop serve --listen 127.0.0.1:8081", "a shop to try things with"),
            CommandExample(
                "baton-shop serve --listen 127.0.0.1:8081 --catalog mine.json --database shop.sqlite",
                "another catalog, and what was sold is kept"),
        ])

    private static let catalog = Command(
        "catalog", "print a built-in catalog, to be changed and given to serve --catalog",
        arguments: [CommandArgument("NAME", "flower-shop; the default one without", isRequired: false)],
        examples: [CommandExample("baton-shop catalog > mine.json", "a copy to change")])

    private static let cards = Command(
        "cards", "list the card numbers that the simulated charge declines or asks about")
}
