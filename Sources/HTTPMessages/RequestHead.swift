/// A request without its body: what the first bytes of a request say (RFC 9112, sections 3, 5 and 6).
package struct RequestHead: Sendable {
    package var method: Method
    /// In origin form, or `*`.
    package var target: String
    package var fields: Fields
    /// HTTP/1.0, which has no chunks and no second request here.
    package var isOld: Bool
    package var framing: Framing
    /// Whether the peer will send another request on this connection.
    package var keepsAlive: Bool
    /// Whether the peer holds the body back until it is told to go on (RFC 9110, section 10.1.1).
    package var expectsContinue: Bool

    /// How the end of the body is found (RFC 9112, section 6.3).
    package enum Framing: Hashable, Sendable {
        case none
        case length(Int)
        case chunked
    }

    /// The target up to the question mark.
    package var path: String {
        target.utf8.firstIndex(of: UInt8(ascii: "?")).map { String(target[..<$0]) } ?? target
    }
}

/// What a request may measure before it is understood. Equal to the rows of `Protocol/limits.md`.
package struct RequestLimits: Sendable {
    /// Request line and fields together: enough for a signed request, small enough to hold for thousands of
    /// peers.
    package var headBytesMax = 8 * 1024
    /// Field lines: ours have fewer than 20, proxies add a handful.
    package var fieldsMax = 100
    /// Size line of a chunk with its extensions, which are read over.
    package var chunkLineBytesMax = 256
    /// Trailer lines together, which are read over.
    package var trailerBytesMax = 1024

    package init() {}
}
