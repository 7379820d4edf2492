internal import Handoffs
internal import Synchronization

/// What a relay does besides answering: it looks at the logs that grew without a ring, writes what time
/// decided although nobody asked, and forgets what is over. One call a second does all of it; late calls
/// only delay.
package final class RelayUpkeep: Sendable {
    private let service: RelayService
    private let mark = Mutex<Int64>(-1)

    /// Upkeep of a service.
    package init(_ service: RelayService) { self.service = service }

    /// The net below the doorbell: every few seconds, whoever waits reads what grew (relay 13, 80).
    package func net() async throws(RelayRefusal) {
        let before = mark.withLock { $0 }
        let touched: Touched
        do {
            touched = try await service.store.touched(after: before, limit: 10_000)
        } catch {
            throw RelayRefusal(error)
        }
        mark.withLock { $0 = max($0, touched.mark) }
        service.hub.ringAllPairings()
        guard before >= 0 else { return }
        for device in touched.devices { service.hub.mustRead(device) }
    }

    /// Sweeps until a batch is not full any more, so that the sweeper keeps up with what a busy relay makes
    /// (relay 53); at most 64 batches, then the net has its turn.
    package func sweepAll() async throws(RelayRefusal) {
        for _ in 0..<64 where !Task.isCancelled {
            if try await sweep() < RelayLimits.sweepRows { return }
        }
    }

    /// Writes what time decided, then deletes what is to be forgotten; says how many rows were touched. One
    /// batch, so that no request waits long for it.
    package func sweep() async throws(RelayRefusal) -> Int {
        let due: DueWork
        do { due = try await service.store.due(limit: RelayLimits.sweepRows) } catch {
            throw RelayRefusal(error)
        }
        if !due.handoffs.isEmpty {
            var scope = RelayScope()
            scope.handoffs = due.handoffs
            try await service.decide(scope) { slice in
                for key in due.handoffs { _ = slice.advanced(key) }
                return .success(())
            }
        }
        for id in due.pairings {
            var scope = RelayScope()
            scope.pairing = id
            try await service.decide(scope) { slice in
                slice.pairing?.advance(to: slice.now)
                return .success(())
            }
            service.hub.ring(id)
        }
        do {
            let forgotten = try await service.store.forget(limit: RelayLimits.sweepRows)
            return due.handoffs.count + due.pairings.count + forgotten
        } catch {
            throw RelayRefusal(error)
        }
    }
}
