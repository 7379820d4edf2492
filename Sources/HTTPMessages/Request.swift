/// One request, whole: what a server's routes answer and what a client sends.
package struct Request: Sendable {
    package var method: Method
    /// Path and query byte for byte as they stand in the request line (RFC 9112, section 3.2.1), or `*`.
    package var target: String
    package var fields: Fields
    package var body: [UInt8]
    /// The other end of the connection, as the socket says; nil where there is no socket.
    package var peer: SocketAddress?

    package init(
        method: Method, target: String, fields: Fields = [:], body: [UInt8] = [], peer: SocketAddress? = nil
    ) {
        self.method = method
        self.target = target
        self.fields = fields
        self.body = body
        self.peer = peer
    }

    /// The target up to the question mark, never decoded: signatures cover these bytes (RFC 9421, section
    /// 2.2.6).
    package var path: String {
        target.utf8.firstIndex(of: UInt8(ascii: "?")).map { String(target[..<$0]) } ?? target
    }

    /// The target behind the question mark, never decoded; nil without a question mark.
    package var query: String? {
        target.utf8.firstIndex(of: UInt8(ascii: "?")).map { String(target[target.utf8.index(after: $0)...]) }
    }

    /// Host and port that the client meant, as sent.
    package var authority: String? { fields["host"] }

    /// The parts of the path between its slashes, never decoded.
    package var segments: [Substring] {
        // By bytes: comparing characters would look at what follows each.
        path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
            .map { Substring($0) }
    }

    /// The query parameter of that name, percent-decoded; nil when absent, given twice or not UTF-8.
    package func queryValue(_ name: String) -> String? {
        guard let query else { return nil }
        var found: String?
        for pair in query.split(separator: "&") {
            let equals = pair.firstIndex(of: "=")
            guard pair[..<(equals ?? pair.endIndex)] == name else { continue }
            if found != nil { return nil }
            let raw = equals.map { pair[pair.index(after: $0)...] } ?? ""
            guard let value = PercentEncoding.decode(raw) else { return nil }
            found = value
        }
        return found
    }
}
