internal import BatonClient
internal import HTTPMessages
internal import Handoffs
internal import Surfaces
internal import Wire

/// What the relay tells a phone, brought into its journal.
struct PhoneEvents: Sendable {
    let device: Device
    let line: RelayLine

    /// A follower that writes into this phone's journal.
    var follower: Follower {
        Follower(device: device, line: line) { event throws(Complaint) in try await apply(event) }
    }

    /// Writes what an event says, before the cursor moves over it.
    func apply(_ event: RelayEvent) async throws(Complaint) {
        switch event {
        case .offer(let status): _ = try await take(status)
        case .state(let status), .cancelRequested(let status):
            try await device.keeping { journal throws(JournalFailure) in
                try await journal.update(status.key, state: status.state, supersededBy: status.supersededBy)
            }
        case .unpaired(let pair):
            try await device.keeping { journal throws(JournalFailure) in
                try await journal.forget(pair.pairing)
            }
        case .resync(let resync):
            try await take(resync)
            try await StrayPairings(device: device, line: line).note(resync.pairings)
        case .paired(let pair): try await StrayPairings(device: device, line: line).note([pair])
        case .notice(let notice): try await PairingNotices(device: device).take(notice, at: line)
        case .delivered, .outcome, .drain, .rotate, .overrun, .unknown: break
        }
    }

    /// Keeps an offer that opens; one from somebody this phone shares no key with opens nothing (design,
    /// section 3) and is forgotten.
    func take(_ status: HandoffStatus) async throws(Complaint) -> Bool {
        guard let token = status.token, let expiresAt = status.expiresAt else { return false }
        let line = line
        let devices = try await device.keeping { journal throws(JournalFailure) in
            try await journal.devices(at: line.relay)
        }
        do throws(HandoffRefusal) {
            let incoming = try IncomingHandoff(
                token, at: line.relay.base, with: line.relay.keys, from: devices)
            guard incoming.key == status.key else { return false }
        } catch {
            return false
        }
        let now = device.clock.wallTime().seconds
        return try await device.keeping { journal throws(JournalFailure) in
            try await journal.keep(token, of: status.key, at: line.relay, expiresAt: expiresAt, now: now)
        }
    }

    /// Asks the relay for one purchase that the journal does not have.
    func fetch(_ key: HandoffKey) async throws(Complaint) -> Bool {
        do throws(RelayError) {
            let status = try await line.client.handoff(key)
            do throws(Complaint) { return try await take(status) } catch {
                throw RelayError.failed(error.message)
            }
        } catch {
            if error.code == .notFound { return false }
            throw Complaint(error, at: line.relay.base.text)
        }
    }

    /// A snapshot: what is open and unknown is fetched, what is known and not in it has ended.
    private func take(_ resync: Resync) async throws(Complaint) {
        let known = try await device.keeping { journal throws(JournalFailure) in
            try await journal.received()
        }
        for status in resync.handoffs {
            if known.contains(where: { $0.key == status.key }) {
                try await device.keeping { journal throws(JournalFailure) in
                    try await journal.update(status.key, state: status.state)
                }
            } else {
                _ = try await fetch(status.key)
            }
        }
        for row in known where row.isOpen && row.relay == line.relay.number {
            guard !resync.handoffs.contains(where: { $0.key == row.key }) else { continue }
            try await askAbout(row)
        }
    }

    private func askAbout(_ row: ReceivedHandoff) async throws(Complaint) {
        var state = HandoffState.expired
        do throws(RelayError) { state = try await line.client.handoff(row.key).state } catch {
            guard error.code == .notFound else { throw Complaint(error, at: line.relay.base.text) }
        }
        let found = state
        try await device.keeping { journal throws(JournalFailure) in
            try await journal.update(row.key, state: found)
        }
    }
}
