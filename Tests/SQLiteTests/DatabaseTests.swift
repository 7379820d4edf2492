import Blocking
import SQLite
import TestSupport
import Testing

@Suite struct DatabaseTests {
    private let schema = [
        Migration("CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT UNIQUE, data BLOB) STRICT")
    ]

    @Test func `what is written is read back, of every kind`() throws {
        let folder = try TemporaryFolder()
        var db = try Database(path: folder.file("db"), migrations: schema)
        let changed = try db.execute(
            "INSERT INTO item VALUES (?, ?, ?), (?, ?, ?)", 1, "a\u{0}é", .blob([0, 255]), 2, .null, .blob([])
        )
        #expect(changed == 2)
        let names = try db.rows("SELECT name FROM item ORDER BY id") { row throws(SQLiteError) in
            try row.optionalText(0)
        }
        #expect(names == ["a\u{0}é", nil])
        let data = try db.first("SELECT data FROM item WHERE id = ?", 1) { row throws(SQLiteError) in
            try row.blob(0)
        }
        #expect(data == [0, 255])
        #expect(try db.first("SELECT 1 FROM item WHERE id = 9") { _ in true } == nil)
    }

    @Test func `file, log and index are readable by their owner only`() throws {
        let folder = try TemporaryFolder()
        var db = try Database(path: folder.file("db"), migrations: schema)
        try db.execute("INSERT INTO item (name) VALUES ('x')")
        for suffix in ["", "-wal", "-shm"] {
            #expect(try DurableFile.permissions(of: folder.file("db\(suffix)")) == 0o600)
        }
    }

    @Test func `a commit is durable: full sync, write-ahead log, foreign keys`() throws {
        let folder = try TemporaryFolder()
        var db = try Database(path: folder.file("db"))
        #expect(try setting("synchronous", &db) == 2)
        #expect(try setting("foreign_keys", &db) == 1)
        #expect(try setting("trusted_schema", &db) == 0)
        let mode = try db.first("PRAGMA journal_mode") { row throws(SQLiteError) in try row.text(0) }
        #expect(mode == "wal")
    }

    @Test func `a transaction that throws leaves nothing`() throws {
        let folder = try TemporaryFolder()
        var db = try Database(path: folder.file("db"), migrations: schema)
        #expect(throws: SQLiteError.busy) {
            try db.transaction { db throws(SQLiteError) in
                try db.execute("INSERT INTO item (name) VALUES ('x')")
                throw .busy
            }
        }
        #expect(try count(&db) == 0)
    }

    @Test func `a refused savepoint is undone and its neighbours stay`() throws {
        let folder = try TemporaryFolder()
        var db = try Database(path: folder.file("db"), migrations: schema)
        try db.transaction { db throws(SQLiteError) in
            for number in 1...4 {
                let result = try db.savepoint { db throws(SQLiteError) -> Result<Int, Refused> in
                    try db.execute("INSERT INTO item (id) VALUES (?)", .integer(Int64(number)))
                    return number.isMultiple(of: 2) ? .failure(Refused()) : .success(number)
                }
                #expect((result == .success(number)) == !number.isMultiple(of: 2))
            }
        }
        let left = try db.rows("SELECT id FROM item") { row throws(SQLiteError) in try row.integer(0) }
        #expect(left == [1, 3])
    }

    @Test func `a savepoint that fails is undone alone, and the transaction goes on`() throws {
        let folder = try TemporaryFolder()
        var db = try Database(path: folder.file("db"), migrations: schema)
        try db.transaction { db throws(SQLiteError) in
            try db.execute("INSERT INTO item (id) VALUES (1)")
            do throws(SQLiteError) {
                _ = try db.savepoint { db throws(SQLiteError) -> Result<Void, Refused> in
                    try db.execute("INSERT INTO item (id) VALUES (2)")
                    try db.execute("INSERT INTO item (id) VALUES (1)")
                    return .success(())
                }
            } catch {
                guard case .constraint(.unique, _) = error else { throw error }
            }
        }
        #expect(try count(&db) == 1)
    }

    @Test func `relay 52: an answer that was not read to its end pins no log`() throws {
        let folder = try TemporaryFolder()
        var db = try Database(path: folder.file("db"), migrations: schema)
        for _ in 1...10 { try db.execute("INSERT INTO item (data) VALUES (zeroblob(5000))") }
        _ = try db.first("SELECT id FROM item") { row throws(SQLiteError) in try row.integer(0) }
        #expect(try db.checkpoint(.truncate).logPages == 0)
    }

    @Test func `more statements than the cache holds still work`() throws {
        let folder = try TemporaryFolder()
        var db = try Database(path: folder.file("db"))
        for number in 0..<300 {
            let got = try db.first("SELECT \(number)") { row throws(SQLiteError) in try row.integer(0) }
            #expect(got == Int64(number))
        }
    }

    private struct Refused: Error, Equatable {}

    private func setting(_ name: String, _ db: inout Database) throws -> Int64? {
        try db.first("PRAGMA \(name)") { row throws(SQLiteError) in try row.integer(0) }
    }

    private func count(_ db: inout Database) throws -> Int64? {
        try db.first("SELECT count(*) FROM item") { row throws(SQLiteError) in try row.integer(0) }
    }
}
