import Handoffs
import Relay
import SQLite
import TestSupport
import Testing

@testable import RelaySQLite

/// A disk that failed to sync once is not believed again (goal G7).
@Suite struct JournalFaultTests {
    private let clock = TestClock()

    @Test func `after a failed sync nothing is answered, and the next start has what was acknowledged`()
        async throws
    {
        let folder = try TemporaryFolder()
        let store = try SQLiteRelayStore(path: folder.file("db"), clock: clock)
        let (first, second) = (
            try Fixture.handoff(1, at: clock.now()), try Fixture.handoff(2, at: clock.now())
        )
        _ = try await store.create(first)
        #expect(await store.isReady())
        store.lag.broke(.disk(code: 5, detail: "the disk is gone"))
        await #expect(throws: StoreFailure.self) { try await store.create(second) }
        await #expect(throws: StoreFailure.self) { try await store.handoff(first.key) }
        #expect(await !store.isReady())
        store.close()
        #expect(try !Journal.isMissing(folder.file("db")))
        let next = try SQLiteRelayStore(path: folder.file("db"), clock: clock)
        defer { next.close() }
        #expect(!next.lacksJournal)
        #expect(try await next.handoff(first.key) == first)
        #expect(try await next.handoff(second.key) == nil)
        _ = try await next.create(second)
        #expect(try await next.handoff(second.key) == second)
    }

    @Test func `recovery that was stopped after it committed, or before, is done again`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("db")
        let store = try SQLiteRelayStore(path: path, clock: clock)
        let handoff = try Fixture.handoff(1, at: clock.now())
        _ = try await store.create(handoff)
        store.lag.broke(.disk(code: 5, detail: "the disk is gone"))
        store.close()
        for _ in 0..<3 {
            // Each time it comes as far as this, and neither empties the journal nor names a new one.
            var db = try Database(path: path, options: Ledger.options)
            #expect(try !Ledger.recover(&db, path))
        }
        let next = try SQLiteRelayStore(path: path, clock: clock)
        defer { next.close() }
        #expect(try await next.handoff(handoff.key) == handoff)
    }
}
