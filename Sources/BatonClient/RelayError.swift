package import HTTPClient
package import Wire

/// Why a request to the relay came to nothing.
package enum RelayError: Error {
    /// The relay refused it; nothing was done.
    case refused(Problem)
    /// No answer within the patience; whether it was done is not known, and asking again is safe.
    case unreachable(HTTPClientError)
    /// An answer that is not the relay's, such as a proxy's page; the status as it came.
    case notUnderstood(status: Int)
    /// A key or the caller's time does not allow it.
    case failed(String)

    /// The refusal's code, where the relay gave one that is known here.
    package var code: ProblemCode? {
        guard case .refused(let problem) = self else { return nil }
        return problem.code
    }
}
