package import Handoffs
package import Wire

extension RelayService {
    /// Where a device's log can be read on from a cursor.
    package enum Replay: Sendable {
        /// Events after the cursor, in order; fewer than asked means that these are all.
        case page([LoggedEvent])
        /// The cursor leads nowhere; everything open stands in its place (relay 7, 8, 94).
        case resync(Resync, newest: Int64)
    }

    /// The epoch of the logs, for cursors.
    package var epoch: String { store.epoch }

    /// Reads on after a cursor of the device's own log. Whose log is read is said by the signature, never by
    /// the cursor (relay 92). No cursor means the beginning, as far as it is kept.
    package func events(of device: DeviceID, after cursor: CursorRequest) async throws(RelayRefusal) -> Replay
    {
        let after: Int64
        switch cursor {
        case .unknown: return try await resync(device, reason: .unknownCursor)
        case .beginning: after = 0
        case .after(let cursor):
            guard cursor.epoch == store.epoch else { return try await resync(device, reason: .unknownCursor) }
            after = cursor.sequence
        }
        let page = try await logPage(of: device, after: after)
        guard after <= page.newest else { return try await resync(device, reason: .unknownCursor) }
        guard after + 1 >= page.oldest else { return try await resync(device, reason: .evicted) }
        return .page(page.events)
    }

    /// What a request said about where to go on.
    package enum CursorRequest: Sendable, Equatable {
        /// Nothing.
        case beginning
        /// Text that is no cursor.
        case unknown
        /// A cursor of some log.
        case after(EventCursor)

        /// Reads the request's `after`.
        package init(_ text: String?) {
            guard let text else {
                self = .beginning
                return
            }
            self = EventCursor(text: text).map { .after($0) } ?? .unknown
        }
    }

    /// Takes `after` as the acknowledgement that it is: the sender is told that the offer was delivered.
    package func acknowledge(_ cursor: EventCursor, by device: DeviceID) async throws(RelayRefusal) {
        guard cursor.epoch == store.epoch, cursor.sequence > 0 else { return }
        var scope = RelayScope()
        scope.acknowledged = device
        let known = try await look(scope)
        guard cursor.sequence > known.acknowledged, cursor.sequence <= known.newest else { return }
        let page = try await logPage(of: device, after: known.acknowledged)
        let fresh = page.events.filter { $0.sequence <= cursor.sequence && $0.kind == .offer }
        scope.handoffs = Array(Set(fresh.compactMap(\.handoff)))
        let keys = scope.handoffs
        try await decide(scope) { slice in
            Self.refusing { () throws(RelayRefusal) in
                slice.acknowledged = max(slice.acknowledged, cursor.sequence)
                for key in keys {
                    guard let handoff = slice.advanced(key) else { continue }
                    _ = try slice.apply(.deliver(to: device), to: handoff)
                }
            }
        }
    }

    /// Whether a device may hold a stream: it has a living pairing, or one that is being made.
    package func mayListen(_ device: DeviceID) async throws(RelayRefusal) -> Bool {
        do {
            let pairings = try await store.open(of: device).pairings
            let now = clock.now()
            return pairings.contains { $0.state == .paired || ($0.deadline.map { now < $0 } ?? false) }
        } catch {
            throw RelayRefusal(error)
        }
    }

    /// Passes a sealed message to a paired device.
    package func notify(
        _ request: NoticeRequest, from device: DeviceID
    ) async throws(RelayRefusal) {
        let there = GrantKey(sender: device, recipient: request.recipient)
        let back = GrantKey(sender: request.recipient, recipient: device)
        var scope = RelayScope()
        scope.grants = [there, back]
        let data = Notice(sender: device, body: request.body).encoded()
        try await decide(scope) { slice -> Result<Void, RelayRefusal> in
            guard !slice.grants.isEmpty else { return .failure(RelayRefusal(.notFound)) }
            slice.append(EventDraft(request.recipient, .notice, nil, data))
            return .success(())
        }
    }

    private func resync(
        _ device: DeviceID, reason: Resync.Reason
    ) async throws(RelayRefusal) -> Replay {
        let snapshot: DeviceSnapshot
        do { snapshot = try await store.open(of: device) } catch { throw RelayRefusal(error) }
        let handoffs = snapshot.handoffs.map { handoff in
            var handoff = handoff
            _ = handoff.advance(to: snapshot.now)
            return handoff
        }
        let pairings = snapshot.pairings.filter { $0.state == .paired }.compactMap { pairing in
            pairing.phone.map {
                PairedDevices(pairing: pairing.id, watch: pairing.watch.device, phone: $0.device)
            }
        }
        let cursor = EventCursor(epoch: store.epoch, sequence: snapshot.newest)
        let resync = Resync(
            reason: reason, cursor: cursor,
            handoffs: handoffs.filter { !$0.state.isTerminal }.map { HandoffStatus($0, at: snapshot.now) },
            pairings: pairings)
        return .resync(resync, newest: snapshot.newest)
    }

    private func logPage(of device: DeviceID, after: Int64) async throws(RelayRefusal) -> EventLogPage {
        let limit = EventLimit(count: RelayLimits.pageEvents, bytes: RelayLimits.pageBytes)
        do {
            return try await store.events(of: device, after: after, limit: limit)
        } catch {
            throw RelayRefusal(error)
        }
    }
}
