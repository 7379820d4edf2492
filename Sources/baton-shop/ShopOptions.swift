internal import HTTPMessages
internal import HTTPServer
internal import Terminal

/// Everything that whoever runs the shop decides, read once; a bad setting is named with what is allowed.
struct ShopOptions: Sendable {
    /// Where to listen.
    let listen: SocketAddress
    /// The catalog; nil for the one that is built in.
    let catalog: String?
    /// Where order events go.
    let webhook: BaseURL?
    /// Where the key lies that they are signed with; nil for beside the database.
    let webhookKey: String?
    /// The database file; nil for one that ends with the shop.
    let database: String?
    /// The public base URL; nil for what was listened on.
    let origin: BaseURL?
    /// Certificate and key, for TLS 1.3.
    let tls: TLSFiles?
    /// Proxies on whose connections nothing is counted.
    let trustedProxies: [AddressRange]

    /// Reads the options. Throws for each one that is missing, malformed, or makes no sense with the others.
    init(_ command: ParsedCommand) throws(UsageError) {
        let text = try command.required("listen")
        guard let listen = SocketAddress(text) else {
            throw command.invalid("listen", expected: "an address and port as 127.0.0.1:8080 or [::1]:8080")
        }
        self.listen = listen
        catalog = command.value("catalog")
        database = command.value("database")
        origin = try Self.base("origin", command)
        webhook = try Self.base("webhook", command)
        webhookKey = command.value("webhook-key-file")
        tls = try Self.tls(command)
        trustedProxies = try Self.proxies(command)
        if webhook == nil, webhookKey != nil {
            throw .conflict(reason: "--webhook-key-file is for --webhook, which is missing")
        }
        if tls == nil, !listen.ip.isLoopback, trustedProxies.isEmpty {
            throw .conflict(
                reason: "plain HTTP beyond this machine needs --tls-cert and --tls-key, or --trusted-proxy")
        }
    }

    private static func base(_ option: String, _ command: ParsedCommand) throws(UsageError) -> BaseURL? {
        guard let text = command.value(option) else { return nil }
        guard let base = BaseURL(text) else {
            throw command.invalid(option, expected: "a URL as https://shop.example or with a path")
        }
        return base
    }

    private static func tls(_ command: ParsedCommand) throws(UsageError) -> TLSFiles? {
        switch (command.value("tls-cert"), command.value("tls-key")) {
        case (let certificate?, let key?): return TLSFiles(certificate: certificate, key: key)
        case (nil, nil): return nil
        case (_?, nil), (nil, _?): throw .conflict(reason: "--tls-cert and --tls-key come together")
        }
    }

    private static func proxies(_ command: ParsedCommand) throws(UsageError) -> [AddressRange] {
        var ranges: [AddressRange] = []
        for text in command.values("trusted-proxy") {
            guard let range = AddressRange(cidr: text) else {
                throw .invalidValue("--trusted-proxy", got: text, expected: "a range as 10.0.0.0/8")
            }
            ranges.append(range)
        }
        return ranges
    }
}
