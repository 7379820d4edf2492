internal import HTTPClient
internal import HTTPMessages
internal import Handoffs
internal import Wire

/// Whether a request is sent again, when, and with which nonce: a value that each failure is told to (R-17,
/// In this protocol every request may be repeated.
struct RequestRetry {
    /// The relay's own nonce, good at any clock, once.
    private(set) var nonce: String?
    private let patience: Duration
    private var failures = 0
    private var nonces = 0

    /// What nobody can expect to mend itself soon is tried for so long only.
    private static let doubtfulPatience: Duration = .seconds(3)
    /// More than one fresh nonce in a row means that something is wrong; two, that an answer was slow.
    private static let noncesMax = 2

    init(patience: Duration) { self.patience = patience }

    /// How long to wait before the next try, nil to give up. `elapsed` is since the first try; `jitter` gives
    /// a random part of a duration.
    mutating func wait(
        after error: RelayError, elapsed: Duration, jitter: (Duration) -> Duration = Backoff.jitter
    ) -> Duration? {
        nonce = nil
        if case .refused(let problem) = error, let fresh = problem.nonce, nonces < Self.noncesMax {
            nonces += 1
            nonce = fresh
            return .zero
        }
        let limit: Duration
        switch Self.prospect(of: error) {
        case .none: return nil
        case .doubtful: limit = min(patience, Self.doubtfulPatience)
        case .good: limit = patience
        }
        let own = jitter(Backoff.limit(attempt: failures))
        failures += 1
        let wait = error.retryAfter.map { $0 + jitter(.milliseconds(250)) } ?? own
        return elapsed + wait < limit ? wait : nil
    }

    private enum Prospect {
        case none, doubtful, good
    }

    private static func prospect(of error: RelayError) -> Prospect {
        switch error {
        case .refused(let problem):
            // A clock that is off is mended by signing the body again, which is the caller's.
            return problem.isRetryable && problem.code != .clockSkew ? .good : .none
        case .notUnderstood(let status, let retryAfter):
            let status = Status(code: status)
            let isPassing = status == .tooManyRequests || status == .requestTimeout
            return status.isClientError && !isPassing && retryAfter == nil ? .doubtful : .good
        case .unreachable(let failure):
            switch failure {
            case .refusedScheme, .refusedAddress, .malformedRequest, .tls, .cancelled, .closed: return .none
            case .resolve: return .doubtful
            case .connect, .timedOut, .silent, .tooLarge, .interrupted: return .good
            }
        case .failed: return .none
        }
    }
}

/// How long to wait before asking again: full jitter, so that nobody marches in step.
enum Backoff {
    /// 200 ms, doubled with each attempt, at most `max`.
    static func limit(attempt: Int, max: Duration = .seconds(8)) -> Duration {
        min(.milliseconds(200 << Swift.min(attempt, 12)), max)
    }

    /// A random duration from zero to `limit`.
    static func jitter(upTo limit: Duration) -> Duration {
        .milliseconds(Int64.random(in: 0...Swift.max(1, limit.inMilliseconds)))
    }
}
