internal import BatonClient
internal import Checkout
internal import Crypto
internal import HTTPMessages
internal import Handoffs
internal import Surfaces
internal import Wire

/// Claims a purchase and keeps the claim while its sheet is open.
struct Claiming: Sendable {
    let device: Device
    let line: RelayLine
    let key: HandoffKey

    /// A third of the lease: two renewals may be lost.
    private static let renewEvery = HandoffLimits.lease / 3

    /// Claims under a key that is on disk before it is sent, so that a restart repeats the same claim.
    func claim(into inputs: SheetInputs) async {
        do throws(Complaint) {
            for _ in 0..<2 {
                switch try await once() {
                case .fence(let fence): return inputs.add(.claimed(fence))
                case .cause(let cause): return inputs.add(.event(.claimRefused(cause)))
                case .again: continue
                }
            }
            inputs.add(.event(.claimRefused(.takenElsewhere)))
        } catch {
            inputs.add(.failed(error))
        }
    }

    private enum Answer {
        case fence(Fence)
        case cause(SheetCancelCause)
        /// An earlier claim of this phone has lapsed: claim under a new key.
        case again
    }

    private func once() async throws(Complaint) -> Answer {
        guard let fresh = ClaimKey(bytes: RandomBytes.make(16)) else { throw .needsInput }
        let key = key
        let claimKey = try await device.keeping { journal throws(JournalFailure) in
            try await journal.claimKey(for: key, fresh: fresh)
        }
        do throws(RelayError) {
            let claim = try await line.client.claim(key, with: claimKey)
            do throws(Complaint) {
                try await device.keeping { journal throws(JournalFailure) in
                    try await journal.setFence(claim.fence, of: key)
                    try await journal.update(key, state: .claimed)
                }
            } catch {
                throw RelayError.failed(error.message)
            }
            return .fence(claim.fence)
        } catch {
            return try await refused(error)
        }
    }

    private func refused(_ error: RelayError) async throws(Complaint) -> Answer {
        guard case .refused(let problem) = error, let code = problem.code else {
            throw Complaint(error, at: line.relay.base.text)
        }
        let key = key
        switch code {
        case .staleClaimKey:
            try await device.keeping { journal throws(JournalFailure) in
                try await journal.setFence(nil, of: key)
            }
            return .again
        case .taken: return .cause(.takenElsewhere)
        case .notFound: return .cause(.unpaired)
        case .ended, .wrongState:
            guard let state = problem.state else { return .cause(.takenElsewhere) }
            if state.isTerminal {
                try await device.keeping { journal throws(JournalFailure) in
                    try await journal.update(key, state: state)
                }
            }
            return .cause(SheetCancelCause(state))
        default: throw Complaint(error, at: line.relay.base.text)
        }
    }

    /// Renews until it is cancelled, or the claim is gone.
    func keep(_ fence: Fence, telling inputs: SheetInputs) async {
        while !Task.isCancelled {
            do { try await Task.sleep(for: Self.renewEvery) } catch { return }
            do throws(RelayError) {
                _ = try await line.client.renew(key, fence)
            } catch {
                guard case .refused(let problem) = error else { continue }
                if problem.state == .offered {
                    // The lease lapsed, as when the phone slept, and nobody took it: claim anew.
                    return await claim(into: inputs)
                }
                switch problem.code {
                case .staleFence: return inputs.add(.event(.ended(.takenElsewhere)))
                case .ended: return inputs.add(.event(.ended(problem.state.map { .init($0) } ?? .expired)))
                case .notFound: return inputs.add(.event(.ended(.unpaired)))
                default: return
                }
            }
        }
    }

    /// A third of the 120 s after which an authorization is in doubt: two of them may be lost.
    private static let reauthorizeEvery: Duration = HandoffLimits.authorizing / 3
    /// A quarter of an hour: nobody is looking for another card for longer.
    private static let reauthorizationsMax = 22

    /// Asks for `authorizing` again and again between two attempts, while the person chooses.
    func keepAuthorizing(_ fence: Fence) async {
        for _ in 0..<Self.reauthorizationsMax {
            do { try await Task.sleep(for: Self.reauthorizeEvery) } catch { return }
            do throws(RelayError) {
                _ = try await line.client.authorizing(key, fence)
            } catch {
                // Refused, it fell in doubt and no other attempt is made; unanswered, the next try may be
                // heard.
                if case .refused = error { return }
            }
        }
    }

    /// Looks for an end that came from elsewhere: this process or another one reads the stream.
    func watchJournal(telling inputs: SheetInputs) async {
        let key = key
        while !Task.isCancelled {
            do { try await Task.sleep(for: .milliseconds(200)) } catch { return }
            do throws(Complaint) {
                let row = try await device.keeping { journal throws(JournalFailure) in
                    try await journal.received(key).first
                }
                if let state = row?.state, state.isTerminal, state != .settled {
                    return inputs.add(.event(.ended(SheetCancelCause(state))))
                }
            } catch {
                return inputs.add(.failed(error))
            }
        }
    }
}

extension SheetCancelCause {
    /// Why a purchase in that state cannot be opened.
    init(_ state: HandoffState) {
        self =
            switch state {
            case .offered, .claimed: .takenElsewhere
            case .authorizing, .inDoubt, .settled: .alreadyPaid
            case .declined: .declined
            case .cancelled: .cancelled
            case .superseded: .superseded
            case .expired: .expired
            }
    }
}
