package import HTTPMessages

/// Why there is no answer.
package enum HTTPClientError: Error, Hashable, Sendable {
    /// Plain HTTP to a place where only https is allowed.
    case refusedScheme(origin: String)
    /// The name leads to an address that may not be contacted.
    case refusedAddress(IPAddress)
    /// The request cannot be written as HTTP; our bug or a peer's strange identifier.
    case malformedRequest(reason: String)
    case resolve(host: String)
    case connect(reason: String)
    /// No trusted certificate for that name, or no common TLS.
    case tls(reason: String)
    case timedOut(mayHaveBeenSent: Bool)
    /// A stream without a single byte for too long.
    case silent
    /// The answer is longer than allowed.
    case tooLarge(bytesMax: Int)
    /// The connection broke, or what came is no HTTP.
    case interrupted(reason: String, mayHaveBeenSent: Bool)
    /// The task that waited was cancelled.
    case cancelled(mayHaveBeenSent: Bool)
    /// The client was closed.
    case closed
}

extension HTTPClientError {
    /// Whether the server may have acted on the request: then only a retry of the same bytes tells.
    package var mayHaveBeenSent: Bool {
        switch self {
        case .refusedScheme, .refusedAddress, .malformedRequest, .resolve, .connect, .tls: false
        case .timedOut(let sent), .interrupted(_, let sent), .cancelled(let sent): sent
        case .silent, .tooLarge, .closed: true
        }
    }
}

extension HTTPClientError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .refusedScheme(let origin): "\(origin) is not https"
        case .refusedAddress(let ip): "\(ip) is not a public address"
        case .malformedRequest(let reason): "the request cannot be sent: \(reason)"
        case .resolve(let host): "\(host) is not found"
        case .connect(let reason): "no connection: \(reason)"
        case .tls(let reason): "no secure connection: \(reason)"
        case .timedOut: "no answer in time"
        case .silent: "the stream went silent"
        case .tooLarge(let max): "the answer is longer than \(max) bytes"
        case .interrupted(let reason, _): "the connection broke: \(reason)"
        case .cancelled: "cancelled"
        case .closed: "the client is closed"
        }
    }
}
