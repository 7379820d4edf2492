/// Where a relay or a merchant is reached: an origin and an optional path, in one canonical form, so that two
/// texts of one place compare equal (RFC 3986, section 6.2; RFC 9110, section 4.2.3).
package struct BaseURL: Hashable, Sendable {
    /// The two schemes, each with its own default port.
    package enum Scheme: String, Hashable, Sendable, CaseIterable {
        case http, https

        var defaultPort: UInt16 {
            switch self {
            case .http: 80
            case .https: 443
            }
        }
    }

    package let scheme: Scheme
    /// A name in lower case, or an address; IPv6 without its brackets.
    package let host: String
    package let port: UInt16
    /// Empty, or beginning with a slash and ending without one.
    package let path: String

    /// Reads an http or https URL of at most `bytesMax` bytes without user, query, fragment, escapes in the
    /// host or dot segments in the path.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.bytesMax, text.utf8.allSatisfy(FieldSyntax.isTargetByte),
            let mark = text.firstIndex(of: ":"),
            let scheme = Scheme(rawValue: text[..<mark].lowercased()), text[mark...].hasPrefix("://")
        else { return nil }
        let rest = text[text.index(mark, offsetBy: 3)...]
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        guard let place = Self.place(rest[..<slash], scheme), let path = Self.path(rest[slash...]) else {
            return nil
        }
        self.scheme = scheme
        (host, port) = place
        self.path = path
    }

    /// Longer than any sensible relay, short enough for a QR code to matter first.
    package static let bytesMax = 512

    /// Host, and port where it is not the scheme's own: the Host field and the `@authority` of a signature.
    package var authority: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == scheme.defaultPort ? name : "\(name):\(port)"
    }

    /// Scheme and authority.
    package var origin: String { "\(scheme.rawValue)://\(authority)" }

    /// The whole in canonical form.
    package var text: String { origin + path }

    /// The host as an address, where it is one and needs no look-up.
    package var address: IPAddress? { IPAddress(host) }

    private static func place(_ text: Substring, _ scheme: Scheme) -> (String, UInt16)? {
        var host = text
        var port = scheme.defaultPort
        if let colon = text.lastIndex(of: ":"), !text.hasSuffix("]") {
            let digits = text[text.index(after: colon)...]
            guard digits.utf8.count <= 5, let value = Digits.decimal(digits), value > 0,
                let exact = UInt16(exactly: value)
            else { return nil }
            port = exact
            host = text[..<colon]
        }
        if host.hasPrefix("[") {
            guard host.hasSuffix("]"), let ip = IPAddress(host.dropFirst().dropLast()) else { return nil }
            return (ip.text, port)
        }
        let name = host.lowercased()
        return isHostName(name) ? (name, port) : nil
    }

    /// A name of letters, digits and hyphens; one that ends in a number must be a proper IPv4 address.
    private static func isHostName(_ name: String) -> Bool {
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        guard name.utf8.count <= 253 else { return false }
        for label in labels {
            guard (1...63).contains(label.utf8.count), !label.hasPrefix("-"), !label.hasSuffix("-"),
                label.utf8.allSatisfy({ FieldSyntax.isHostByte($0) })
            else { return false }
        }
        guard let last = labels.last else { return false }
        let isNumber = Digits.decimal(last) != nil || last.hasPrefix("0x")
        return !isNumber || IPAddress(name) != nil
    }

    private static func path(_ text: Substring) -> String? {
        var path = text
        if path.hasSuffix("/") { path = path.dropLast() }
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard !path.contains("?"), !segments.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) else {
            return nil
        }
        return String(path)
    }
}

extension BaseURL: CustomStringConvertible {
    package var description: String { text }
}
