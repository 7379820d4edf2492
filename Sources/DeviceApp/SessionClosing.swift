internal import BatonClient
internal import HTTPMessages
internal import Handoffs
internal import Merchant
internal import Sealing
internal import Surfaces

/// What became of a session that the phone asked its merchant to close.
enum ClosedSession: Sendable {
    /// It can never be paid, or was not and its merchant closes none: nothing was charged.
    case unpaid
    /// It was paid after all.
    case ordered(CheckoutSession)
    /// The merchant has not said.
    case unknown
}

/// Has a merchant close a session before anybody is told that the payment failed: a request to complete that
/// somebody on the way held back would otherwise be charged after that (Protocol/life.md).
struct SessionClosing: Sendable {
    let client: MerchantClient
    let access: SessionAccess
    let key: String

    /// Asks again and again, for `patience`; `unknown` only when that is over.
    func closed(within patience: Duration) async -> ClosedSession {
        let start = ContinuousClock.now
        var wait = Duration.milliseconds(200)
        while !Task.isCancelled {
            let answer = await once()
            guard case .unknown = answer, ContinuousClock.now - start + wait < patience else { return answer }
            do { try await Task.sleep(for: wait) } catch { break }
            wait = min(wait * 2, .seconds(5))
        }
        return .unknown
    }

    /// Asks once to close it, and where that leaves open what became of it, how it stands.
    func once() async -> ClosedSession {
        var isRefused = false
        do throws(MerchantFailure) {
            let session = try await client.cancel(access, idempotencyKey: key).session
            if let answer = Self.read(session) { return answer }
        } catch {
            isRefused = error.isRefusal
        }
        do throws(MerchantFailure) {
            let session = try await client.retrieve(access).session
            if let answer = Self.read(session) { return answer }
            // A merchant that closes no sessions can say no more than that this one is not paid.
            let isOpen = session.status == .ready || session.status == .notReady
            return isRefused && isOpen ? .unpaid : .unknown
        } catch {
            guard case .refused(let problem) = error, problem.isMerchantsWord, problem.status == .notFound
            else { return .unknown }
            // The merchant no longer has it.
            return .unpaid
        }
    }

    private static func read(_ session: CheckoutSession) -> ClosedSession? {
        switch session.status {
        case .completed: session.order == nil ? nil : .ordered(session)
        case .canceled, .expired: .unpaid
        case .notReady, .ready, .inProgress, .authenticationRequired, .requiresEscalation, .other: nil
        }
    }
}

extension Device {
    /// How the session of a purchase is closed; nil where no request to complete was ever sent to it, or
    /// where there is none.
    func closing(_ opened: OpenedHandoff) async throws(Complaint) -> SessionClosing? {
        guard let access = opened.access else { return nil }
        let key = opened.key
        let attempts = try await keeping { journal throws(JournalFailure) in
            try await journal.attempts(of: key)
        }
        guard attempts.contains(where: { $0.state != .journaled }) else { return nil }
        return SessionClosing(
            client: try merchants.client(at: access.origin), access: access,
            key: IdempotencyKey.cancel(salt: opened.incoming.token.contents.salt, key.id))
    }

    /// An attempt that was answered with no came through after all: the last one.
    func markOrdered(_ key: HandoffKey) async throws(Complaint) {
        try await keeping { journal throws(JournalFailure) in
            guard let last = try await journal.attempts(of: key).last(where: { $0.state != .journaled })
            else {
                return
            }
            try await journal.mark(last.number, of: key, .ordered)
        }
    }
}

extension MerchantFailure {
    /// Whether the merchant itself says that it does not close sessions, or not this one. A bare status is
    /// not its word: a machine on the way may refuse the route and still hold a request to complete.
    fileprivate var isRefusal: Bool {
        switch self {
        case .refused(let problem): problem.isMerchantsWord
        case .unclear, .unreachable, .timedOut, .malformed, .quote, .cancelled: false
        }
    }
}
