import Blocking
import SQLite
import TestSupport
import Testing

@Suite struct DatabaseErrorTests {
    private let schema = [Migration("CREATE TABLE item (id INTEGER PRIMARY KEY, data BLOB) STRICT")]

    @Test func `a file that is no database is told as such and left alone`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("db")
        let bytes = Array("this is a letter to my aunt, not a database, and longer than a header".utf8)
        try DurableFile.replace(path, with: bytes)
        #expect(throws: SQLiteError.notADatabase(path: path)) { try open(path) }
        #expect(try DurableFile.read(path) == bytes)
    }

    @Test func `a folder that is not there is told with the path`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("no/db")
        let expected = SQLiteError.cannotOpen(path: path, reason: "No such file or directory")
        #expect(throws: expected) { try open(path) }
    }

    @Test func `relay 50: a foreign lock is busy and may be retried, then the write succeeds`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("db")
        var mine = try open(path)
        var foreign = try open(path)
        try foreign.execute("BEGIN IMMEDIATE")
        let error = #expect(throws: SQLiteError.self) { try mine.execute("INSERT INTO item (id) VALUES (1)") }
        #expect(error == .busy)
        #expect(error?.mayRetry == true)
        try foreign.execute("ROLLBACK")
        #expect(try mine.execute("INSERT INTO item (id) VALUES (1)") == 1)
    }

    @Test func `a full disk fails the transaction, and the next smaller one succeeds`() throws {
        let folder = try TemporaryFolder()
        var db = try open(folder.file("db"))
        try db.execute("PRAGMA max_page_count = 10")
        let error = #expect(throws: SQLiteError.self) {
            try db.transaction { db throws(SQLiteError) in
                try db.execute("INSERT INTO item (data) VALUES (zeroblob(100000))")
            }
        }
        #expect(error == .full)
        #expect(error?.mayRetry == true)
        #expect(try db.execute("INSERT INTO item (data) VALUES (zeroblob(10))") == 1)
    }

    @Test func `a connection for reading refuses to write`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("db")
        _ = try open(path)
        var db = try Database(path: path, options: DatabaseOptions(access: .readOnly))
        #expect(throws: SQLiteError.readOnly) { try db.execute("INSERT INTO item (id) VALUES (1)") }
    }

    @Test func `a column of another kind is refused and not converted`() throws {
        let folder = try TemporaryFolder()
        var db = try open(folder.file("db"))
        #expect(throws: SQLiteError.unexpectedValue(column: 0, expected: "an integer", got: "text")) {
            try db.first("SELECT '12'") { row throws(SQLiteError) in try row.integer(0) }
        }
        #expect(throws: SQLiteError.unexpectedValue(column: 0, expected: "bytes", got: "nothing")) {
            try db.first("SELECT NULL") { row throws(SQLiteError) in try row.blob(0) }
        }
    }

    @Test func `bad SQL fails with the library's words`() throws {
        let folder = try TemporaryFolder()
        var db = try open(folder.file("db"))
        let error = #expect(throws: SQLiteError.self) { try db.execute("INSERT INTO nowhere VALUES (1)") }
        #expect(error?.description.contains("no such table: nowhere") == true)
        #expect(throws: SQLiteError.self) { try db.execute("SELECT \"not a column\"") }
    }

    @Test func `migrations run once each, in order, and a newer file is refused`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("db")
        let second = Migration("ALTER TABLE item ADD COLUMN name TEXT; CREATE INDEX item_name ON item(name)")
        _ = try open(path)
        var db = try Database(path: path, migrations: schema + [second])
        try db.execute("INSERT INTO item (name) VALUES ('x')")
        _ = try Database(path: path, migrations: schema + [second])
        #expect(throws: SQLiteError.schemaTooNew(found: 2, supported: 1)) { try open(path) }
    }

    @Test func `a migration that fails halfway leaves the version before`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("db")
        _ = try open(path)
        let broken = Migration("CREATE TABLE other (id INTEGER); CREATE TABLE item (id INTEGER)")
        #expect(throws: SQLiteError.self) { try openWith(path, broken) }
        var db = try open(path)
        #expect(throws: SQLiteError.self) { try db.execute("INSERT INTO other VALUES (1)") }
    }

    @discardableResult
    private func open(_ path: String) throws(SQLiteError) -> Database {
        try Database(path: path, options: DatabaseOptions(busyTimeout: .milliseconds(20)), migrations: schema)
    }

    private func openWith(_ path: String, _ step: Migration) throws(SQLiteError) {
        _ = try Database(path: path, migrations: schema + [step])
    }
}
