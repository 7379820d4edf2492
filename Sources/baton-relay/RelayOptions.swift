internal import HTTPMessages
internal import HTTPServer
internal import RelayHTTP
internal import Terminal

/// Everything an operator decides, read once from flags and `BATON_…` variables; a bad setting is named with
/// what is allowed.
struct RelayOptions: Sendable {
    /// Where to listen.
    let listen: SocketAddress
    /// The database file.
    let database: String
    /// The public base URL; nil for what was listened on.
    let origin: BaseURL?
    /// Certificate and key, for TLS 1.3.
    let tls: TLSFiles?
    /// Where metrics are served.
    let admin: SocketAddress?
    /// Proxies whose word is believed.
    let trustedProxies: [AddressRange]
    /// Limits that differ from the standard.
    let limits: [RelayLimit: Int]

    /// Reads the options. Throws for each one that is missing, malformed, or makes no sense with the others.
    init(_ command: ParsedCommand) throws(UsageError) {
        listen = try Self.address(try command.required("listen"), "listen", command)
        database = try command.required("database")
        origin = try Self.origin(command)
        tls = try Self.tls(command)
        if let text = command.value("admin") {
            let admin = try Self.address(text, "admin", command)
            guard !admin.ip.isGlobal else {
                throw command.invalid("admin", expected: "a loopback or private address")
            }
            self.admin = admin
        } else {
            admin = nil
        }
        trustedProxies = try Self.proxies(command)
        limits = try Self.limits(command)
        if tls == nil, !listen.ip.isLoopback, trustedProxies.isEmpty {
            throw .conflict(
                reason: "plain HTTP beyond this machine needs --tls-cert and --tls-key, or --trusted-proxy")
        }
    }

    private static func address(
        _ text: String, _ option: String, _ command: ParsedCommand
    ) throws(UsageError) -> SocketAddress {
        guard let address = SocketAddress(text) else {
            throw command.invalid(option, expected: "an address and port as 127.0.0.1:8080 or [::1]:8080")
        }
        return address
    }

    private static func origin(_ command: ParsedCommand) throws(UsageError) -> BaseURL? {
        guard let text = command.value("origin") else { return nil }
        guard let base = BaseURL(text) else {
            throw command.invalid("origin", expected: "a base URL as https://relay.example or with a path")
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

    private static func limits(_ command: ParsedCommand) throws(UsageError) -> [RelayLimit: Int] {
        var limits: [RelayLimit: Int] = [:]
        for (name, text) in try command.pairs("limit") {
            guard let limit = RelayLimit(rawValue: name) else {
                let names = RelayLimit.allCases.map(\.rawValue).joined(separator: ", ")
                throw .invalidValue("--limit", got: name, expected: "one of \(names)")
            }
            guard let value = Int(text), limit.range.contains(value) else {
                let range = "\(limit.range.lowerBound) to \(limit.range.upperBound)"
                throw .invalidValue("--limit \(name)", got: text, expected: "a whole number from \(range)")
            }
            limits[limit] = value
        }
        return limits
    }
}
