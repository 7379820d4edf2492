import SQLite
import Synchronization

/// Connections that only read, beside the writer. A read takes microseconds and is done on its caller's
/// thread, on the first connection that is free.
final class Readers: Sendable {
    private let readers: [Reader]

    private final class Reader: Sendable {
        let db: Mutex<Database?>

        init(path: String) throws(SQLiteError) {
            let options = DatabaseOptions(access: .readOnly, cacheBytes: 8_388_608)
            db = Mutex(try Database(path: path, options: options))
        }
    }

    /// Opens `count` of them on a file that exists.
    init(path: String, count: Int) throws(SQLiteError) {
        precondition(count > 0, "a store needs a reader")
        var readers: [Reader] = []
        for _ in 0..<count { readers.append(try Reader(path: path)) }
        self.readers = readers
    }

    /// Runs `body` over one unchanging view.
    func read<Value: Sendable>(
        _ body: (inout Database) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> Value {
        for reader in readers.dropLast() {
            let value = try reader.db.withLockIfAvailable { db throws(SQLiteError) in
                try Self.view(&db, body)
            }
            if let value { return value }
        }
        // More callers than connections: a thread waits for a read of microseconds, which is less than a hop.
        return try readers[readers.count - 1].db.withLock { db throws(SQLiteError) in
            try Self.view(&db, body)
        }
    }

    /// Lets the file go, each connection as soon as its read is done; later reads are refused.
    func close() {
        for reader in readers { reader.db.withLock { $0 = nil } }
    }

    private static func view<Value>(
        _ db: inout Database?, _ body: (inout Database) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> Value {
        guard let value = try db?.snapshot(body) else { throw .closed }
        return value
    }
}
