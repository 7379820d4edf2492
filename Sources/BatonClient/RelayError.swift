package import HTTPClient
package import Wire

/// Why a request to the relay came to nothing.
package enum RelayError: Error {
    /// The relay refused it; nothing was done.
    case refused(Problem)
    /// No answer within the patience; whether it was done is not known, and asking again is safe.
    case unreachable(HTTPClientError)
    /// An answer that is not the relay's, such as a proxy's page; the status as it came, and how long the
    /// page asks to wait.
    case notUnderstood(status: Int, retryAfter: Duration?)
    /// Something of this device's own does not allow it.
    case failed(String)

    /// The refusal's code, where the relay gave one that is known here.
    package var code: ProblemCode? {
        guard case .refused(let problem) = self else { return nil }
        return problem.code
    }

    /// How long whoever answered asks to wait.
    var retryAfter: Duration? {
        switch self {
        case .refused(let problem): problem.retryAfter
        case .notUnderstood(_, let retryAfter): retryAfter
        case .unreachable, .failed: nil
        }
    }
}

extension RelayError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .refused(let problem): problem.detail ?? problem.type
        case .unreachable(let error): error.description
        case .notUnderstood(let status, _): "an answer that is not the relay's, status \(status)"
        case .failed(let reason): reason
        }
    }
}
