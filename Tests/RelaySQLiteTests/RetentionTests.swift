import Blocking
import Handoffs
import Relay
import RelaySQLite
import TestSupport
import Testing

/// A store does not grow for ever (relay 53).
@Suite struct RetentionTests {
    @Test func `relay 53: round after round of whole lives, the file stays as large as after the second`()
        async throws
    {
        let folder = try TemporaryFolder()
        let clock = TestClock()
        var sizes: [Int] = []
        for round in 0..<5 {
            let store = try SQLiteRelayStore(path: folder.file("db"), clock: clock)
            for number in 0..<150 {
                try await live(try Fixture.handoff(round * 1_000 + number, at: clock.now()), store)
            }
            clock.advance(by: HandoffLimits.remembered + .seconds(601))
            for device in [1, 2] { try await acknowledgeAll(try Fixture.device(device), store) }
            while try await store.forget(limit: 256) > 0 {}
            // The end of the store moves the log into the file, which shows its true size then.
            store.close()
            sizes.append(try DurableFile.size(of: folder.file("db")))
        }
        #expect(sizes[4] <= sizes[2], "\(sizes)")
    }

    /// Created, claimed, authorized, settled.
    private func live(_ handoff: Handoff, _ store: SQLiteRelayStore) async throws {
        let (phone, watch) = (try Fixture.device(2), try Fixture.device(1))
        _ = try await store.create(handoff)
        _ = try await store.apply(.claim(try Fixture.claim(of: 2)), to: handoff.key, telling: watch)
        _ = try await store.apply(.authorize(by: phone, Fence(number: 1)), to: handoff.key, telling: watch)
        let outcome = Handoff.Outcome(
            phone: phone, fence: Fence(number: 1), token: handoff.recipients[0].token,
            digest: try Fixture.digest(1))
        _ = try await store.apply(.settle(outcome), to: handoff.key, telling: watch)
    }

    private func acknowledgeAll(_ device: DeviceID, _ store: SQLiteRelayStore) async throws {
        var scope = RelayScope()
        scope.acknowledged = device
        _ = try await store.update(scope) { $0.acknowledged = $0.newest }
    }
}
