/// An address with a port: where a server listens, or the other end of a connection.
package struct SocketAddress: Hashable, Sendable {
    package var ip: IPAddress
    package var port: UInt16

    package init(ip: IPAddress, port: UInt16) {
        self.ip = ip
        self.port = port
    }

    /// Reads `127.0.0.1:8080` or `[::1]:8080`. No names: what is listened on is never looked up.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        guard digits.utf8.count <= 5, let value = Digits.decimal(digits), let port = UInt16(exactly: value)
        else {
            return nil
        }
        var host = text[..<colon]
        if host.contains(":") {
            guard host.hasPrefix("["), host.hasSuffix("]") else { return nil }
            host = host.dropFirst().dropLast()
            guard host.contains(":") else { return nil }
        }
        guard let ip = IPAddress(host) else { return nil }
        self.init(ip: ip, port: port)
    }

    /// As the initializer reads it.
    package var text: String {
        ip.v4 == nil ? "[\(ip.text)]:\(port)" : "\(ip.text):\(port)"
    }
}

extension SocketAddress: CustomStringConvertible {
    package var description: String { text }
}
