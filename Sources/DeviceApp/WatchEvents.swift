internal import BatonClient
internal import Crypto
internal import HTTPMessages
internal import Handoffs
internal import Sealing
internal import Surfaces
internal import Wire

/// What the relay tells a watch, brought into its journal.
struct WatchEvents: Sendable {
    let device: Device
    let line: RelayLine

    /// Writes what an event says, before the cursor moves over it.
    func apply(_ event: RelayEvent) async throws(Complaint) {
        switch event {
        case .state(let status), .delivered(let status), .outcome(let status): try await take(status)
        case .unpaired(let pair):
            try await device.keeping { journal throws(JournalFailure) in
                try await journal.forget(pair.pairing)
            }
        case .resync: try await askAboutAll()
        case .offer, .cancelRequested, .paired, .notice, .drain, .rotate, .overrun, .unknown: break
        }
    }

    /// Asks the relay where each open purchase stands: its log cannot be continued.
    func askAboutAll() async throws(Complaint) {
        let relay = line.relay.number
        let open = try await device.keeping { journal throws(JournalFailure) in
            try await journal.sent().filter { $0.relay == relay && $0.ending == nil }
        }
        for handoff in open { try await ask(about: handoff.id) }
    }

    /// Asks the relay where one stands. One that it never had, or no longer knows, stays as it is.
    func ask(about id: HandoffID) async throws(Complaint) {
        do throws(RelayError) {
            let status = try await line.client.handoff(HandoffKey(sender: line.id, id: id))
            do throws(Complaint) { try await take(status) } catch { throw RelayError.failed(error.message) }
        } catch {
            guard error.code == .notFound else { throw Complaint(error, at: line.relay.base.text) }
        }
    }

    /// Writes where a handoff of this device stands.
    func take(_ status: HandoffStatus) async throws(Complaint) {
        let id = status.key.id
        guard status.key.sender == line.id,
            let sent = try await device.keeping({ journal throws(JournalFailure) in
                try await journal.sent(id).first
            })
        else { return }
        var ending: SentEnding?
        switch status.state {
        case .offered, .claimed, .authorizing, .inDoubt: break
        case .settled: ending = try await opened(status, sent)
        case .declined: ending = .declined
        case .cancelled: ending = .cancelled
        case .superseded: ending = .superseded
        case .expired: ending = .expired
        }
        try await device.keeping { journal throws(JournalFailure) in
            try await journal.update(id, state: status.state, ending: ending)
        }
    }

    /// What the outcome says; nil where none opens. `ordered` comes from here alone (design, section 5).
    private func opened(
        _ status: HandoffStatus, _ sent: SentHandoff
    ) async throws(Complaint) -> SentEnding? {
        var text = status.outcome
        if text == nil {
            do throws(RelayError) { text = try await line.client.handoff(status.key).outcome } catch {
                // It is asked for again with the next look at this purchase.
                return nil
            }
        }
        guard let text else { return nil }
        let line = line
        let devices = try await device.keeping { journal throws(JournalFailure) in
            try await journal.devices(at: line.relay)
        }
        for token in sent.tokens {
            guard let phone = devices.first(where: { $0.card.id == token.device }) else { continue }
            if let ending = open(text, token, status.key, from: phone) { return ending }
        }
        return nil
    }

    private func open(
        _ text: String, _ token: SentHandoff.Token, _ key: HandoffKey, from phone: PairedDevice
    ) -> SentEnding? {
        do {
            let outcome = try Outcome(
                opening: text, answering: token.identity, of: key, from: phone.card.signingKey,
                with: try P256PrivateKey(scalar: token.replyKey), sharing: phone.psk)
            switch outcome.contents {
            case .ordered(let order): return .ordered(order)
            case .failed(let reason, let message): return .failed(reason: reason, message: message)
            }
        } catch {
            // Not the answer to this token: another recipient's may be.
            return nil
        }
    }
}
