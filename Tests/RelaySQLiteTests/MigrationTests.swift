import Handoffs
import Relay
import RelaySQLite
import SQLite
import TestSupport
import Testing

/// Files of older versions open (G7): what version 1 made is frozen here, and never changed.
@Suite struct MigrationTests {
    @Test func `a file of version 1 opens, keeps its epoch and its time, and takes handoffs`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("db")
        try makeVersion1(path)
        let clock = TestClock()
        let store = try SQLiteRelayStore(path: path, clock: clock)
        #expect(store.epoch == "abc123")
        #expect(try await store.read(RelayScope()).now == Instant(milliseconds: 1_900_000_000_000))
        let page = try await store.events(
            of: try Fixture.device(1), after: 0, limit: EventLimit(count: 9, bytes: 9))
        #expect(page.events.map(\.sequence) == [7])
        #expect(page.oldest == 7)
        let handoff = try Fixture.handoff(1, at: clock.now())
        _ = try await store.create(handoff)
        #expect(try await store.handoff(handoff.key) == handoff)
        store.close()
    }

    @Test func `a file of a version to come is refused and left alone`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("db")
        try SQLiteRelayStore(path: path, clock: TestClock()).close()
        var database = try Database(path: path)
        try database.execute("PRAGMA user_version = 999")
        let error = #expect(throws: SQLiteError.self) { try SQLiteRelayStore(path: path, clock: TestClock()) }
        guard case .schemaTooNew(found: 999, _) = error else { throw Unexpected() }
    }

    private struct Unexpected: Error {}

    private func makeVersion1(_ path: String) throws {
        var database = try Database(path: path)
        try database.script(Self.version1)
        try database.execute("INSERT INTO relay VALUES ('abc123', 1900000000000, 7)")
        let device = try Fixture.device(1).bytes
        try database.execute("INSERT INTO device VALUES (?, NULL, 0, 6)", .blob(device))
        try database.execute(
            "INSERT INTO event VALUES (7, ?, 7, 1900000000000, 'state', NULL, NULL, NULL, 0, ?)",
            .blob(device), .blob([123, 125]))
        try database.execute("PRAGMA user_version = 1")
    }

    private static let version1 = """
        CREATE TABLE relay (
            epoch TEXT NOT NULL,
            time INTEGER NOT NULL,
            mark INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE handoff (
            id BLOB NOT NULL,
            sender BLOB NOT NULL,
            state TEXT NOT NULL,
            timed INTEGER NOT NULL,
            wake INTEGER NOT NULL,
            detail BLOB NOT NULL,
            PRIMARY KEY (id, sender)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX handoff_wake ON handoff (timed, wake);

        CREATE TABLE party (
            device BLOB NOT NULL,
            sender BLOB NOT NULL,
            id BLOB NOT NULL,
            PRIMARY KEY (device, sender, id)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE body (
            number INTEGER PRIMARY KEY,
            bytes BLOB NOT NULL
        ) STRICT;

        CREATE TABLE device (
            id BLOB NOT NULL PRIMARY KEY,
            key BLOB,
            acknowledged INTEGER NOT NULL,
            floor INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE event (
            number INTEGER PRIMARY KEY,
            device BLOB NOT NULL,
            sequence INTEGER NOT NULL,
            at INTEGER NOT NULL,
            kind TEXT NOT NULL,
            sender BLOB,
            id BLOB,
            expires INTEGER,
            attachment INTEGER NOT NULL,
            data BLOB NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX event_sequence ON event (device, sequence);

        CREATE TABLE pairing (
            id BLOB NOT NULL PRIMARY KEY,
            watch BLOB NOT NULL,
            phone BLOB,
            state TEXT NOT NULL,
            timed INTEGER NOT NULL,
            wake INTEGER,
            detail BLOB NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX pairing_watch ON pairing (watch, phone);
        CREATE INDEX pairing_phone ON pairing (phone);
        CREATE INDEX pairing_wake ON pairing (timed, wake);
        """
}
