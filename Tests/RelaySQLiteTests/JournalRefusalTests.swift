import Blocking
import Glibc
import Handoffs
import Relay
import RelaySQLite
import SQLite
import TestSupport
import Testing

/// A database and a journal that do not belong together are told apart, and nothing is guessed (goal G7).
@Suite final class JournalRefusalTests {
    private let clock = TestClock()
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `an older copy of the database beside the journal of a later day is refused, and both stay`()
        async throws
    {
        try SQLiteRelayStore(path: folder.file("db"), clock: clock).close()
        let store = try SQLiteRelayStore(path: folder.file("db"), clock: clock)
        defer { store.close() }
        try copy("db", "old")
        for number in 1...3 { _ = try await store.create(try Fixture.handoff(number, at: clock.now())) }
        // The copy was made in this run and its next step is there: the journal leads it to the end.
        try copyJournal("db", "old")
        let led = try SQLiteRelayStore(path: folder.file("old"), clock: clock)
        #expect(try await led.handoff(try Fixture.key(3, at: clock.now())) != nil)
        led.close()
        // What it writes now is another run's.
        try copyJournal("db", "old")
        let before = try DurableFile.read(folder.file("old.steps-1"), bytesMax: 1 << 26)
        try expectRefusal("old", "of another copy of this one")
        #expect(try DurableFile.read(folder.file("old.steps-1"), bytesMax: 1 << 26) == before)
        try removeJournal("old")
        try SQLiteRelayStore(path: folder.file("old"), clock: clock).close()
    }

    @Test func `the journal of another database is refused`() async throws {
        let store = try SQLiteRelayStore(path: folder.file("db"), clock: clock)
        defer { store.close() }
        _ = try await store.create(try Fixture.handoff(1, at: clock.now()))
        try SQLiteRelayStore(path: folder.file("other"), clock: clock).close()
        try copyJournal("db", "other")
        try expectRefusal("other", "of another database")
    }

    @Test func `steps that are gone from the middle are missed, not passed over`() async throws {
        let store = try SQLiteRelayStore(path: folder.file("db"), clock: clock, settings: small)
        defer { store.close() }
        for number in 1...9 { _ = try await store.create(try Fixture.handoff(number, at: clock.now())) }
        try copy("db", "damaged")
        try copyJournal("db", "damaged")
        let path = folder.file("damaged.steps-1")
        var bytes = try DurableFile.read(path, bytesMax: 1 << 26)
        bytes[4_196] ^= 1
        try DurableFile.replace(path, with: bytes)
        try expectRefusal("damaged", "lacks steps")
    }

    @Test func `a file that was left without its journal says so, and one that ended well does not`()
        async throws
    {
        let store = try SQLiteRelayStore(path: folder.file("db"), clock: clock)
        #expect(!store.lacksJournal)
        try copy("db", "copy")
        store.close()
        let copy = try SQLiteRelayStore(path: folder.file("copy"), clock: clock)
        #expect(copy.lacksJournal)
        copy.close()
        let again = try SQLiteRelayStore(path: folder.file("db"), clock: clock)
        #expect(!again.lacksJournal)
        again.close()
    }

    @Test(arguments: [0, 4_096, nil])
    func `segments that were cut off or emptied after a crash are refused, not passed over`(
        length: Int?
    )
        async throws
    {
        let store = try SQLiteRelayStore(path: folder.file("db"), clock: clock)
        defer { store.close() }
        for number in 1...6 { _ = try await store.create(try Fixture.handoff(number, at: clock.now())) }
        try copy("db", "damaged")
        let size = try DurableFile.size(of: folder.file("db.steps-1"))
        for number in 1...2 {
            let bytes = [UInt8](repeating: 0, count: length ?? size)
            try DurableFile.replace(folder.file("damaged.steps-\(number)"), with: bytes)
        }
        try expectRefusal("damaged", "holds nothing of its last run")
        try removeJournal("damaged")
        let without = try SQLiteRelayStore(path: folder.file("damaged"), clock: clock)
        #expect(without.lacksJournal)
        without.close()
    }

    @Test func `a run that wrote nothing, or was stopped while it began, is no damage`() async throws {
        let store = try SQLiteRelayStore(path: folder.file("db"), clock: clock)
        defer { store.close() }
        try copy("db", "idle")
        try copyJournal("db", "idle")
        try SQLiteRelayStore(path: folder.file("idle"), clock: clock).close()
        try copy("db", "begun")
        var begun = try Database(path: folder.file("begun"))
        try begun.execute("UPDATE relay SET ended = 2")
        for number in 1...2 {
            try DurableFile.replace(folder.file("begun.steps-\(number)"), with: [0, 0, 0, 0])
        }
        try SQLiteRelayStore(path: folder.file("begun"), clock: clock).close()
    }

    @Test func `a journal without its database is not taken for that of a new one`() async throws {
        let store = try SQLiteRelayStore(path: folder.file("db"), clock: clock)
        defer { store.close() }
        _ = try await store.create(try Fixture.handoff(1, at: clock.now()))
        try copyJournal("db", "gone")
        try expectRefusal("gone", "no database that it belongs to")
    }

    @Test func `a database with a second name is refused, under either`() async throws {
        let (path, other) = (folder.file("db"), folder.file("other"))
        let store = try SQLiteRelayStore(path: path, clock: clock)
        try #require(unsafe link(path, other) == 0)
        try expectRefusal("other", "a hard link")
        store.close()
        try expectRefusal("db", "a hard link")
        try #require(unsafe unlink(other) == 0)
        try SQLiteRelayStore(path: path, clock: clock).close()
    }

    @Test func `a file of an older version with a journal keeps its version until that is done`()
        async throws
    {
        let store = try SQLiteRelayStore(path: folder.file("db"), clock: clock)
        defer { store.close() }
        _ = try await store.create(try Fixture.handoff(1, at: clock.now()))
        try copyJournal("db", "older")
        do {
            var older = try Database(path: folder.file("older"))
            try older.script("CREATE TABLE relay (epoch TEXT); PRAGMA user_version = 2")
        }
        try expectRefusal("older", "start the program that wrote them")
        var older = try Database(path: folder.file("older"))
        #expect(try older.userVersion() == 2)
    }

    @Test func `a symbolic link leads to the same file, lock and journal`() async throws {
        let path = folder.file("db")
        try SQLiteRelayStore(path: path, clock: clock).close()
        let link = folder.file("link")
        try #require(unsafe symlink(path, link) == 0)
        let store = try SQLiteRelayStore(path: link, clock: clock)
        defer { store.close() }
        #expect(throws: SQLiteError.busy) { try SQLiteRelayStore(path: path, clock: clock) }
        #expect(try Folder.names(in: folder.path).contains("db.steps-1"))
        #expect(try !Folder.names(in: folder.path).contains("link.steps-1"))
    }

    private var small: StoreSettings {
        var settings = StoreSettings()
        settings.segmentBytes = 65_536
        return settings
    }

    private func expectRefusal(_ name: String, _ words: String) throws {
        let error = #expect(throws: SQLiteError.self) {
            try SQLiteRelayStore(path: folder.file(name), clock: clock)
        }
        #expect(error?.description.contains(words) == true, "\(String(describing: error))")
    }

    private func copy(_ from: String, _ to: String) throws {
        for suffix in ["", "-wal"] { try copyFile(from + suffix, to + suffix) }
    }

    private func copyJournal(_ from: String, _ to: String) throws {
        for number in 1...2 { try copyFile("\(from).steps-\(number)", "\(to).steps-\(number)") }
    }

    private func removeJournal(_ name: String) throws {
        for number in 1...2 { _ = try DurableFile.remove(folder.file("\(name).steps-\(number)")) }
    }

    private func copyFile(_ from: String, _ to: String) throws {
        let bytes = try DurableFile.read(folder.file(from), bytesMax: 1 << 26)
        try DurableFile.replace(folder.file(to), with: bytes)
    }
}
