import HTTPClient
import HTTPMessages
import Testing
import Wire

@testable import BatonClient

@Suite struct RequestRetryTests {
    private let whole: (Duration) -> Duration = { $0 }

    private func refused(
        _ code: ProblemCode, retryable: Bool, nonce: String? = nil, after: Int? = nil
    ) throws -> RelayError {
        let members = [
            "\"type\":\"\(code.type)\",\"retryable\":\(retryable)", nonce.map { "\"nonce\":\"\($0)\"" },
            after.map { "\"retry_after_ms\":\($0)" },
        ]
        let text = "{\(members.compactMap { $0 }.joined(separator: ","))}"
        return .refused(try Problem(parsing: Array(text.utf8)))
    }

    @Test func `R-37: the relay's nonce is used at once, and not for ever`() throws {
        var retry = RequestRetry(patience: .seconds(20))
        let stale = try refused(.signatureStale, retryable: true, nonce: "n1")
        #expect(retry.wait(after: stale, elapsed: .seconds(19), jitter: whole) == .zero)
        #expect(retry.nonce == "n1")
        #expect(retry.wait(after: stale, elapsed: .zero, jitter: whole) == .zero)
        #expect(retry.wait(after: stale, elapsed: .zero, jitter: whole) == .milliseconds(200))
        #expect(retry.nonce == nil)
    }

    @Test func `R-76: what the relay or a proxy asks to wait is waited, and more is not hoped for`() throws {
        var retry = RequestRetry(patience: .seconds(20))
        let busy = try refused(.rateLimited, retryable: true, after: 6000)
        #expect(retry.wait(after: busy, elapsed: .zero, jitter: whole) == .milliseconds(6250))
        #expect(retry.wait(after: busy, elapsed: .seconds(14), jitter: whole) == nil)
        let page = RelayError.notUnderstood(status: Status.unavailable.code, retryAfter: .seconds(1))
        #expect(retry.wait(after: page, elapsed: .zero, jitter: whole) == .milliseconds(1250))
    }

    @Test func `R-17: waits double, with full jitter, until the patience is over`() {
        var retry = RequestRetry(patience: .seconds(20))
        let broken = RelayError.unreachable(.interrupted(reason: "reset", mayHaveBeenSent: true))
        let waits = (0..<7).map { _ in retry.wait(after: broken, elapsed: .zero, jitter: whole) }
        #expect(waits.first == .milliseconds(200) && waits.last == .seconds(8))
        #expect(retry.wait(after: broken, elapsed: .seconds(12), jitter: whole) == nil)
    }

    @Test func `what no waiting mends is told at once`() throws {
        let hopeless: [RelayError] = [
            try refused(.taken, retryable: false), try refused(.clockSkew, retryable: true),
            .unreachable(.refusedScheme(origin: "http://x")), .unreachable(.tls(reason: "x")),
            .unreachable(.cancelled(mayHaveBeenSent: true)), .failed("x"),
        ]
        for error in hopeless {
            var retry = RequestRetry(patience: .seconds(20))
            #expect(retry.wait(after: error, elapsed: .zero, jitter: whole) == nil)
        }
    }

    @Test func `a name that is not found, or a page where the relay should be, is tried for seconds only`() {
        let doubtful: [RelayError] = [
            .unreachable(.resolve(host: "x")),
            .notUnderstood(status: Status.notFound.code, retryAfter: nil),
        ]
        for error in doubtful {
            var retry = RequestRetry(patience: .seconds(20))
            #expect(retry.wait(after: error, elapsed: .zero, jitter: whole) == .milliseconds(200))
            #expect(retry.wait(after: error, elapsed: .seconds(3), jitter: whole) == nil)
        }
    }
}
