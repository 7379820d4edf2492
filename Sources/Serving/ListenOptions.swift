package import HTTPMessages
package import HTTPServer
package import Terminal

/// Where a server listens and under which name it is reached: what every server of Baton is told alike.
package struct ListenOptions: Sendable {
    /// Where to listen.
    package let listen: SocketAddress
    /// Certificate and key, for TLS 1.3.
    package let tls: TLSFiles?
    /// Proxies whose word is believed, and on whose connections nothing is counted.
    package let trustedProxies: [AddressRange]
    /// The public base URL; nil for what was listened on.
    private let origin: BaseURL?

    /// Reads the options. Throws for each one that is missing, malformed, or makes no sense with the others.
    package init(_ command: ParsedCommand) throws(UsageError) {
        listen = try Self.address(try command.required("listen"), "listen", command)
        origin = try Self.base("origin", command)
        tls = try Self.tls(command)
        trustedProxies = try Self.proxies(command)
        if tls == nil, !listen.ip.isLoopback, trustedProxies.isEmpty {
            throw .conflict(
                reason: "plain HTTP beyond this machine needs --tls-cert and --tls-key, or --trusted-proxy")
        }
    }

    /// The options as a command declares them; each may stand in a variable that begins with `prefix`.
    package static func declared(variables prefix: String) -> [CommandOption] {
        [
            .value(
                "listen", "ADDR:PORT", "where to listen; port 0 takes a free one",
                environment: "\(prefix)LISTEN"),
            .value(
                "origin", "BASE", "the public base URL, when it differs from what is listened on",
                environment: "\(prefix)ORIGIN"),
            .value(
                "tls-cert", "FILE", "certificate chain (PEM), for TLS 1.3", environment: "\(prefix)TLS_CERT"),
            .value("tls-key", "FILE", "its private key (PEM)", environment: "\(prefix)TLS_KEY"),
            .repeated(
                "trusted-proxy", "CIDR", "believe X-Forwarded-For from here",
                environment: "\(prefix)TRUSTED_PROXY"),
        ]
    }

    /// What a server does with them, before its own settings.
    package var configuration: HTTPServerConfiguration {
        var configuration = HTTPServerConfiguration(listen: listen)
        configuration.tls = tls
        configuration.trusted = trustedProxies
        return configuration
    }

    /// The base URL that people reach the server under, once it listens at `address`.
    package func origin(at address: SocketAddress) throws(NoOrigin) -> BaseURL {
        if let origin { return origin }
        let text = "\(tls == nil ? "http" : "https")://\(address.text)"
        guard let base = BaseURL(text) else { throw NoOrigin(text: text) }
        return base
    }

    /// The value of an option as an address with its port.
    package static func address(
        _ text: String, _ option: String, _ command: ParsedCommand
    ) throws(UsageError) -> SocketAddress {
        guard let address = SocketAddress(text) else {
            throw command.invalid(option, expected: "an address and port as 127.0.0.1:8080 or [::1]:8080")
        }
        return address
    }

    /// The value of an option as a base URL, nil where it was not given.
    package static func base(
        _ option: String, _ command: ParsedCommand
    ) throws(UsageError) -> BaseURL? {
        guard let text = command.value(option) else { return nil }
        guard let base = BaseURL(text) else {
            throw command.invalid(option, expected: "a base URL as https://baton.example or with a path")
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

/// What was listened on is no address that people can reach a server under.
package struct NoOrigin: Error, CustomStringConvertible {
    let text: String

    package var description: String {
        "\(text) is no base URL to be reached under; name one with --origin"
    }
}
