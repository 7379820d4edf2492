internal import BatonClient
internal import Crypto
internal import HTTPMessages
internal import Handoffs
internal import Merchant
internal import Sealing
internal import Surfaces
internal import Wire

/// What the relay tells a watch, brought into its journal.
struct WatchEvents: Sendable {
    let device: Device
    let line: RelayLine

    /// A follower that writes into this watch's journal.
    var follower: Follower {
        Follower(device: device, line: line) { event throws(Complaint) in try await apply(event) }
    }

    /// Writes what an event says, before the cursor moves over it.
    func apply(_ event: RelayEvent) async throws(Complaint) {
        switch event {
        case .state(let status), .delivered(let status), .outcome(let status): try await take(status)
        case .unpaired(let pair):
            try await device.keeping { journal throws(JournalFailure) in
                try await journal.forget(pair.pairing)
            }
        case .resync(let resync):
            try await askAboutAll()
            try await StrayPairings(device: device, line: line).note(resync.pairings)
        case .paired(let pair): try await StrayPairings(device: device, line: line).note([pair])
        case .notice(let notice): try await PairingNotices(device: device).take(notice, at: line)
        case .offer, .cancelRequested, .drain, .rotate, .overrun, .unknown: break
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
        guard sent.ending == nil else { return }
        var (state, ending): (HandoffState, SentEnding?) = (status.state, nil)
        switch status.state {
        case .offered, .claimed, .authorizing, .inDoubt: break
        case .settled: ending = try await opened(status, sent)
        case .declined: ending = .declined
        case .cancelled: ending = .cancelled
        case .superseded: ending = .superseded(by: status.supersededBy)
        case .expired: ending = .expired
        }
        if state == .settled {
            // An outcome that does not open says nothing; only the phone and the merchant know.
            if ending == nil { state = .inDoubt }
        } else if ending != nil, await isOrdered(at: sent.merchant) {
            // The relay's word would let the person pay again, and the merchant has an order.
            (state, ending) = (.inDoubt, nil)
        }
        try await device.keeping { [state, ending] journal throws(JournalFailure) in
            try await journal.update(id, state: state, ending: ending)
        }
    }

    /// Whether the merchant says that the session became an order: asked before anything is shown that lets
    /// the person pay again (design, section 5). A merchant that does not answer leaves the relay's word
    /// standing.
    private func isOrdered(at merchant: HandoffContents.Merchant?) async -> Bool {
        await session(at: merchant)?.status == .completed
    }

    /// The merchant's order for a purchase in doubt, where it says that there is one.
    func order(for sent: SentHandoff) async -> MerchantOrder? {
        guard let session = await session(at: sent.merchant), session.status == .completed else { return nil }
        return session.order
    }

    private func session(at merchant: HandoffContents.Merchant?) async -> CheckoutSession? {
        guard let merchant, let origin = BaseURL(merchant.origin) else { return nil }
        let access = SessionAccess(
            origin: origin, sessionID: merchant.session, bearer: merchant.bearer,
            signingKey: merchant.signingKey)
        do {
            return try await device.merchants.client(at: origin).retrieve(access).session
        } catch {
            // The relay's word stands then.
            return nil
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
            try await journal.knownDevices(at: line.relay)
        }
        guard let phone = status.claimedBy else { return nil }
        do throws(HandoffRefusal) {
            let replies = try sent.tokens.map { token throws(HandoffRefusal) in try token.reply() }
            let incoming = try IncomingOutcome(
                text, of: status.key, claimedBy: phone, replies: replies, from: devices)
            switch incoming.outcome.contents {
            case .ordered(let order): return .ordered(order)
            case .authorized(let payment): return .authorized(payment)
            case .failed(let reason, let message): return .failed(reason: reason, message: message)
            }
        } catch {
            // What does not open says nothing: the watch stays in doubt, and the merchant knows.
            return nil
        }
    }
}

extension SentHandoff.Token {
    /// As the client library takes it.
    fileprivate func reply() throws(HandoffRefusal) -> ExpectedReply {
        do throws(CryptoFailure) {
            return ExpectedReply(
                phone: device, token: identity, replyKey: try P256PrivateKey(scalar: replyKey))
        } catch {
            throw .sealing(.crypto(error))
        }
    }
}
