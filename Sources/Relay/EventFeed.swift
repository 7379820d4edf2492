package import Handoffs
internal import Synchronization
package import Wire

/// One reader's way through one log: replay, then live, without duplicate or gap (relay 2, 11). It subscribes
/// first, then reads, and moves on only over a contiguous run; after anything else it reads the log again.
package final class EventFeed: EventHub.Listener {
    /// What the reader gets.
    package enum Item: Sendable {
        case event(LoggedEvent)
        case resync(Resync, newest: Int64)
    }

    /// Why a feed ended by itself.
    package enum End: Sendable {
        /// A newer reader of the same device took its place.
        case displaced
        /// The log could not be read.
        case failed
    }

    private struct State {
        var position: Int64 = 0
        var isReading = true
        var missedRing = false
        var outbox: [Item] = []
        var isDelivering = false
        var isClosed = false
        var reader: Task<Void, Never>?

        /// Whether the caller is the one to deliver what waits.
        mutating func beginDelivering() -> Bool {
            guard !outbox.isEmpty, !isDelivering else { return false }
            isDelivering = true
            return true
        }
    }

    private let state = Mutex(State())
    private let service: RelayService
    private let device: DeviceID
    private let sink: @Sendable ([Item]) -> Void
    private let whenTaken: @Sendable (@escaping @Sendable () -> Void) -> Void
    private let whenEnded: @Sendable (End) -> Void

    /// A feed of a device's log. `sink` gets what comes, in order, one call at a time, on any thread, and
    /// may not wait; `whenTaken` calls what it is given once the reader has room again, so that a long log
    /// does not overrun somebody who has just come back.
    package init(
        _ service: RelayService, of device: DeviceID, sink: @escaping @Sendable ([Item]) -> Void,
        whenTaken: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
        whenEnded: @escaping @Sendable (End) -> Void
    ) {
        self.whenTaken = whenTaken
        self.service = service
        self.device = device
        self.sink = sink
        self.whenEnded = whenEnded
    }

    /// Subscribes and begins to read after the cursor.
    package func start(after cursor: RelayService.CursorRequest, listenersMax: Int) {
        if case .after(let place) = cursor { state.withLock { $0.position = place.sequence } }
        service.hub.add(self, of: device, listenersMax: listenersMax)
        read(from: cursor)
    }

    /// Ends it; nothing is delivered any more.
    package func close() {
        service.hub.remove(self, of: device)
        let reader = state.withLock { state -> Task<Void, Never>? in
            state.isClosed = true
            state.outbox = []
            defer { state.reader = nil }
            return state.reader
        }
        reader?.cancel()
    }

    /// Ends the feed in favour of a newer one.
    package func displaced() {
        close()
        whenEnded(.displaced)
    }

    /// Reads the log, now or after the present reading.
    package func mustRead() {
        let position = state.withLock { state -> Int64? in
            guard !state.isClosed else { return nil }
            guard !state.isReading else {
                state.missedRing = true
                return nil
            }
            state.isReading = true
            return state.position
        }
        if let position { read(from: cursor(position)) }
    }

    /// Passes on what follows directly, reads the log for anything else.
    package func rang(_ events: [LoggedEvent]) {
        var gapAfter: Int64?
        let mustDeliver = state.withLock { state -> Bool in
            guard !state.isClosed else { return false }
            guard !state.isReading else {
                state.missedRing = true
                return false
            }
            for event in events where event.sequence > state.position {
                guard event.sequence == state.position + 1 else {
                    state.isReading = true
                    gapAfter = state.position
                    break
                }
                state.position = event.sequence
                state.outbox.append(.event(event))
            }
            return state.beginDelivering()
        }
        if mustDeliver { deliver() }
        if let gapAfter { read(from: cursor(gapAfter)) }
    }

    // MARK: -

    private func cursor(_ position: Int64) -> RelayService.CursorRequest {
        .after(EventCursor(epoch: service.epoch, sequence: position))
    }

    /// INVARIANT: `isReading` is set, so there is one reader at a time.
    private func read(from cursor: RelayService.CursorRequest) {
        let task = Task.immediate { await self.readAll(from: cursor) }
        state.withLock { state in
            if state.isReading, !state.isClosed { state.reader = task }
        }
    }

    private func readAll(from cursor: RelayService.CursorRequest) async {
        var cursor = cursor
        while !Task.isCancelled {
            let replay: RelayService.Replay
            do {
                replay = try await service.events(of: device, after: cursor)
            } catch {
                close()
                whenEnded(.failed)
                return
            }
            guard let next = take(replay) else { return }
            cursor = next
            await withCheckedContinuation { continuation in whenTaken { continuation.resume() } }
        }
    }

    /// Takes a page; nil once the reader has caught up and the feed is live.
    private func take(_ replay: RelayService.Replay) -> RelayService.CursorRequest? {
        let (mustDeliver, next) = state.withLock { state -> (Bool, Int64?) in
            guard !state.isClosed else { return (false, nil) }
            var isCaughtUp = false
            switch replay {
            case .page(let events):
                isCaughtUp = events.isEmpty
                for event in events where event.sequence > state.position {
                    state.position = event.sequence
                    state.outbox.append(.event(event))
                }
            case .resync(let resync, let newest):
                state.position = newest
                state.outbox.append(.resync(resync, newest: newest))
            }
            let goesOn = !isCaughtUp || state.missedRing
            state.missedRing = false
            state.isReading = goesOn
            // A finished task kept would cost each waiting stream its memory.
            if !goesOn { state.reader = nil }
            if !goesOn { state.reader = nil }
            return (state.beginDelivering(), goesOn ? state.position : nil)
        }
        if mustDeliver { deliver() }
        return next.map { cursor($0) }
    }

    /// One thread at a time delivers, without holding the lock, so that order holds and the sink may call
    /// back.
    private func deliver() {
        while true {
            let items = state.withLock { state -> [Item] in
                let items = state.outbox
                state.outbox = []
                state.isDelivering = !items.isEmpty
                return items
            }
            guard !items.isEmpty else { return }
            sink(items)
        }
    }
}
