import Handoffs
import Relay
import RelaySQLite
import Synchronization
import TestSupport

/// The stores that the conformance suite runs against (house rule T4): a new one is a new case.
enum StoreKind: CaseIterable, Sendable {
    case sqlite
}

/// A store on a place of its own, that can be closed and opened again.
final class StoreUnderTest {
    let clock = TestClock()
    private let folder: TemporaryFolder
    private var sqlite: SQLiteRelayStore

    init(_ kind: StoreKind = .sqlite) throws {
        folder = try TemporaryFolder()
        switch kind {
        case .sqlite: sqlite = try SQLiteRelayStore(path: folder.file("relay.db"), clock: clock)
        }
    }

    deinit { sqlite.close() }

    /// What the suite talks to.
    var store: any RelayStore { sqlite }

    var path: String { folder.file("relay.db") }

    var statistics: StoreStatistics { sqlite.statistics() }

    /// What a restart of the relay does.
    func reopen() throws {
        sqlite.close()
        sqlite = try SQLiteRelayStore(path: path, clock: clock)
    }

    /// Ends the store, as a relay does that is told to end.
    func close() { sqlite.close() }
}

/// A clock that a test moves.
final class TestClock: RelayClock {
    private let time = Mutex(Instant(seconds: 1_790_000_000))

    func now() -> Instant { time.withLock { $0 } }

    func uptime() -> Duration { .seconds(now().seconds) }

    func advance(by duration: Duration) { time.withLock { $0 = $0.adding(duration) } }
}
