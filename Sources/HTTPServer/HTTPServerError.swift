package import HTTPMessages

/// Why a server cannot start.
package enum HTTPServerError: Error, Hashable, Sendable {
    /// The address cannot be listened on.
    case listen(SocketAddress, reason: String)
    /// Certificate or key is missing, unreadable or does not fit.
    case tls(file: String, reason: String)
    /// The system gave no event loop or thread.
    case system(reason: String)
}

extension HTTPServerError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .listen(let address, let reason): "cannot listen on \(address): \(reason)"
        case .tls(let file, let reason): "cannot use \(file) for TLS: \(reason)"
        case .system(let reason): "cannot start the server: \(reason)"
        }
    }
}
