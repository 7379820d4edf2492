internal import HTTPMessages
internal import Serving
internal import Terminal

/// Everything that whoever runs the shop decides, read once; a bad setting is named with what is allowed.
struct ShopOptions: Sendable {
    /// Where and how it listens.
    let listening: ListenOptions
    /// The catalog; nil for the one that is built in.
    let catalog: String?
    /// Where order events go.
    let webhook: BaseURL?
    /// Where the key lies that they are signed with; nil for beside the database.
    let webhookKey: String?
    /// The key that prices are signed with; nil for the one in the database.
    let quoteKey: String?
    /// The database file; nil for one that ends with the shop.
    let database: String?

    /// Reads the options. Throws for each one that is missing, malformed, or makes no sense with the others.
    init(_ command: ParsedCommand) throws(UsageError) {
        listening = try ListenOptions(command)
        catalog = command.value("catalog")
        database = command.value("database")
        quoteKey = command.value("quote-key")
        webhook = try ListenOptions.base("webhook", command)
        webhookKey = command.value("webhook-key-file")
        if webhook == nil, webhookKey != nil {
            throw .conflict(reason: "--webhook-key-file is for --webhook, which is missing")
        }
    }
}
