internal import BatonClient
internal import Checkout
internal import Crypto
internal import HTTPMessages
internal import Handoffs
internal import Surfaces
internal import Wire

/// The claim: taken while the sheet is already on screen, kept for as long as it is open (design, section 5).
extension SheetRun {
    /// A lease has 30 s; three renewals may be lost.
    private static let renewEvery: Duration = .seconds(8)
    /// A claim that lapsed while this phone slept is taken anew at most so often.
    private static let claimsMax = 4

    /// Claims, then renews until the sheet is committed or over.
    func hold() async {
        var claims = 0
        while claims < Self.claimsMax, !Task.isCancelled, !sheet.phase.isEnd {
            claims += 1
            guard let fence = await claim() else { return }
            send(.claimAcknowledged)
            guard await renew(fence) else { return }
        }
    }

    private func claim() async -> Fence? {
        let key = opened.key
        let client = opened.line.client
        var refusals = 0
        while !Task.isCancelled {
            do throws(Complaint) {
                let claimKey = try await device.keeping { journal throws(JournalFailure) in
                    try await journal.claimKey(for: key, fresh: ClaimKey.fresh())
                }
                do throws(RelayError) {
                    let answer = try await client.claim(key, with: claimKey)
                    let fence = answer.fence
                    self.fence = fence
                    try await keep(fence)
                    return fence
                } catch {
                    guard let retry = await refused(error, &refusals) else { return nil }
                    if retry { try await forgetClaim() }
                }
            } catch {
                stop(error)
                return nil
            }
        }
        return nil
    }

    /// After a refused claim: true to try with a fresh key, false to try again as it is, nil when it is over.
    private func refused(_ error: RelayError, _ refusals: inout Int) async -> Bool? {
        if error.isCancelled { return nil }
        if error.code == .staleClaimKey, refusals < Self.claimsMax {
            refusals += 1
            return true
        }
        if case .refused(let problem) = error {
            guard let cause = SheetCancelCause(problem) else {
                stop(Complaint(error, at: opened.line.relay.base.text))
                return nil
            }
            send(.claimRefused(cause))
            return nil
        }
        // A script does not wait for a relay longer than its client does.
        guard options.action == .ask else {
            stop(Complaint(error, at: opened.line.relay.base.text))
            return nil
        }
        do { try await Task.sleep(for: .seconds(2)) } catch { return nil }
        return false
    }

    /// Renews until the claim is over. True where it lapsed and may be taken again.
    private func renew(_ fence: Fence) async -> Bool {
        while !Task.isCancelled {
            do { try await Task.sleep(for: Self.renewEvery) } catch { return false }
            if sheet.isCommitted || sheet.phase.isEnd { return false }
            do throws(RelayError) {
                let status = try await opened.line.client.renew(opened.key, fence)
                if status.isCancelRequested { send(.ended(.cancelled)) }
            } catch {
                guard case .refused(let problem) = error else { continue }
                if sheet.isCommitted || sheet.phase.isEnd { return false }
                if let cause = SheetCancelCause(ended: problem.state) {
                    send(.ended(cause))
                    return false
                }
                guard problem.state == .offered else { return false }
                do throws(Complaint) { try await forgetClaim() } catch { stop(error) }
                return true
            }
        }
        return false
    }

    private func keep(_ fence: Fence) async throws(RelayError) {
        let key = opened.key
        do throws(Complaint) {
            try await device.keeping { journal throws(JournalFailure) in
                try await journal.setFence(fence, of: key)
                try await journal.update(key, state: .claimed)
            }
        } catch {
            throw .failed(error.message)
        }
    }

    private func forgetClaim() async throws(Complaint) {
        let key = opened.key
        fence = nil
        try await device.keeping { journal throws(JournalFailure) in try await journal.setFence(nil, of: key)
        }
    }

    /// Gives the claim back, or declines for good.
    func giveBack(_ effect: SheetEffect) async {
        if let fence {
            let client = opened.line.client
            do throws(RelayError) {
                if effect == .decline {
                    _ = try await client.decline(opened.key, fence)
                } else {
                    _ = try await client.release(opened.key, fence)
                    do throws(Complaint) { try await forgetClaim() } catch {
                        // The next claim is refused as stale, and made anew.
                    }
                }
            } catch {
                // The lease lapses by itself; a decline that did not arrive leaves the purchase waiting.
            }
        }
        reported()
    }

    /// One report less on its way; wakes the loop, which may be over.
    func reported() {
        pendingReports -= 1
        send(.timePassed)
    }
}

extension ClaimKey {
    /// A fresh one.
    static func fresh() -> ClaimKey {
        guard let key = ClaimKey(bytes: RandomBytes.make(16)) else {
            preconditionFailure("a claim key has 16 bytes")
        }
        return key
    }
}

extension SheetCancelCause {
    /// What a refused claim means for the person; nil where it is no end but an error.
    init?(_ problem: Problem) {
        switch problem.code {
        case .taken: self = .takenElsewhere
        case .expiredToken: self = .expired
        case .notGranted: self = .unpaired
        case .ended, .wrongState:
            guard let cause = SheetCancelCause(ended: problem.state) else {
                self = .alreadyPaid
                return
            }
            self = cause
        case .notFound: self = .expired
        default: return nil
        }
    }

    /// What a state of the relay means for an open sheet; nil where it goes on.
    init?(ended state: HandoffState?) {
        switch state {
        case .cancelled?: self = .cancelled
        case .superseded?: self = .superseded
        case .expired?: self = .expired
        case .declined?: self = .declined
        case .settled?, .authorizing?, .inDoubt?: self = .alreadyPaid
        case .offered?, .claimed?, nil: return nil
        }
    }
}
