import CSQLite

/// One connection to an SQLite file: private (mode 0600), in WAL mode, durable at each commit, with foreign
/// keys on and a schema that may not call into the program.
///
/// It has one owner, which is an actor or a thread; every method changes it, so two threads cannot use it
/// at once. Calls block: an actor that keeps one runs on a `BlockingQueue`.
@safe
package struct Database: ~Copyable, @unchecked Sendable {
    // SAFETY: a noncopyable value with mutating methods only: the one owner's exclusivity is the lock.
    private var statements: StatementCache
    private let connection: DatabaseHandle

    /// Opens `path` and brings its schema to the newest version. Throws `notADatabase`, `schemaTooNew`,
    /// `cannotOpen` and whatever the disk says.
    package init(
        path: String, options: DatabaseOptions = DatabaseOptions(), migrations: [Migration] = []
    ) throws(SQLiteError) {
        var database = Database(try DatabaseHandle(path: path, access: options.access))
        try database.configure(options)
        if options.access == .readWrite, !migrations.isEmpty { try database.migrate(migrations) }
        self = database
    }

    private init(_ connection: consuming DatabaseHandle) {
        self.connection = connection
        statements = StatementCache()
    }

    /// Runs one statement; the number of rows that it inserted, updated or deleted.
    @discardableResult
    package mutating func execute(
        _ sql: String, _ values: SQLiteValue...
    ) throws(SQLiteError) -> Int {
        try execute(sql, values: values)
    }

    /// The same with the values in an array.
    @discardableResult
    package mutating func execute(_ sql: String, values: [SQLiteValue]) throws(SQLiteError) -> Int {
        let before = unsafe sqlite3_total_changes64(connection.handle)
        try step(sql, values) { _ throws(SQLiteError) in false }
        return unsafe Int(sqlite3_total_changes64(connection.handle) - before)
    }

    /// Every row of the answer, as `row` reads it.
    package mutating func rows<Element>(
        _ sql: String, _ values: SQLiteValue..., row: (borrowing Row) throws(SQLiteError) -> Element
    ) throws(SQLiteError) -> [Element] {
        var elements: [Element] = []
        try step(sql, values) { found throws(SQLiteError) in
            elements.append(try row(found))
            return true
        }
        return elements
    }

    /// The first row of the answer, or nil where there is none.
    package mutating func first<Element>(
        _ sql: String, _ values: SQLiteValue..., row: (borrowing Row) throws(SQLiteError) -> Element
    ) throws(SQLiteError) -> Element? {
        var element: Element?
        try step(sql, values) { found throws(SQLiteError) in
            element = try row(found)
            return false
        }
        return element
    }

    /// Several statements without values, such as a schema.
    package mutating func script(_ sql: String) throws(SQLiteError) {
        try connection.check(unsafe sqlite3_exec(connection.handle, sql, nil, nil, nil))
    }

    /// The row id that the last INSERT made.
    package mutating func lastInsertedRow() -> Int64 {
        unsafe sqlite3_last_insert_rowid(connection.handle)
    }

    /// Whether a transaction is open. Some errors of the disk end it from below.
    package mutating func isInTransaction() -> Bool {
        unsafe sqlite3_get_autocommit(connection.handle) == 0
    }

    /// How long a statement waits from now on for the lock of another connection, before `busy`.
    package mutating func waitForLocks(_ patience: Duration) throws(SQLiteError) {
        let (seconds, attoseconds) = patience.components
        let milliseconds = Int32(clamping: seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
        try connection.check(unsafe sqlite3_busy_timeout(connection.handle, milliseconds))
    }

    /// When commits wait for the disk from now on. Outside of a transaction only.
    package mutating func waitForDisk(_ synchronous: DatabaseOptions.Synchronous) throws(SQLiteError) {
        try script("PRAGMA synchronous = \(synchronous.rawValue)")
    }

    /// Pages that this connection has written since it was opened.
    package mutating func pagesWritten() -> Int {
        var pages: Int32 = 0
        var highest: Int32 = 0
        // The call only fails for a counter that does not exist.
        _ = unsafe sqlite3_db_status(
            connection.handle, SQLITE_DBSTATUS_CACHE_WRITE, &pages, &highest, 0)
        return Int(pages)
    }

    /// Moves what the log holds into the file, as far as `mode` says. Costs the disk, not the writers.
    @discardableResult
    package mutating func checkpoint(_ mode: CheckpointMode) throws(SQLiteError) -> CheckpointResult {
        var logPages: Int32 = 0
        var movedPages: Int32 = 0
        let code = unsafe sqlite3_wal_checkpoint_v2(
            connection.handle, nil, mode.code, &logPages, &movedPages)
        try connection.check(code)
        return CheckpointResult(logPages: Int(logPages), movedPages: Int(movedPages))
    }

    /// Binds, steps while `row` wants more, and resets in every case, so that no read transaction outlives
    /// the call.
    private mutating func step(
        _ sql: String, _ values: [SQLiteValue], row: (borrowing Row) throws(SQLiteError) -> Bool
    ) throws(SQLiteError) {
        let statement = unsafe try statements.statement(sql, on: connection)
        defer {
            // Reset repeats the error of the step, which has been reported already.
            unsafe sqlite3_reset(statement)
            unsafe sqlite3_clear_bindings(statement)
        }
        try unsafe bind(values, to: statement)
        while true {
            let code = unsafe sqlite3_step(statement)
            if code == SQLITE_DONE { return }
            guard code == SQLITE_ROW else { return try connection.check(code) }
            guard try row(unsafe Row(statement)) else { return }
        }
    }

    private borrowing func bind(
        _ values: [SQLiteValue], to statement: OpaquePointer
    ) throws(SQLiteError) {
        let wanted = unsafe sqlite3_bind_parameter_count(statement)
        precondition(Int(wanted) == values.count, "\(wanted) values expected, \(values.count) given")
        for (index, value) in values.enumerated() {
            let place = Int32(index + 1)
            let code: Int32
            switch value {
            case .null: code = unsafe sqlite3_bind_null(statement, place)
            case .integer(let number): code = unsafe sqlite3_bind_int64(statement, place, number)
            case .real(let number): code = unsafe sqlite3_bind_double(statement, place, number)
            case .text(let text): code = unsafe Self.bind(text, to: statement, place)
            case .blob(let bytes): code = unsafe Self.bind(bytes, to: statement, place)
            }
            try connection.check(code)
        }
    }

    private static func bind(_ text: String, to statement: OpaquePointer, _ place: Int32) -> Int32 {
        var text = text
        return text.withUTF8 { buffer in
            guard let start = buffer.baseAddress else {
                return unsafe baton_bind_text(statement, place, "", 0)
            }
            return unsafe start.withMemoryRebound(to: CChar.self, capacity: buffer.count) { start in
                unsafe baton_bind_text(statement, place, start, Int32(buffer.count))
            }
        }
    }

    private static func bind(_ bytes: [UInt8], to statement: OpaquePointer, _ place: Int32) -> Int32 {
        unsafe bytes.withUnsafeBytes { buffer in
            guard let start = buffer.baseAddress else {
                return unsafe sqlite3_bind_zeroblob(statement, place, 0)
            }
            return unsafe baton_bind_blob(statement, place, start, Int32(buffer.count))
        }
    }

    private mutating func configure(_ options: DatabaseOptions) throws(SQLiteError) {
        try waitForLocks(options.busyTimeout)
        for (option, on) in Self.switches {
            try connection.check(unsafe baton_db_config(connection.handle, option, on))
        }
        try script(
            """
            PRAGMA cell_size_check = ON;
            PRAGMA temp_store = MEMORY;
            PRAGMA secure_delete = \(options.erasesDeleted ? "ON" : "FAST");
            PRAGMA cache_size = -\(options.cacheBytes / 1_024);
            PRAGMA synchronous = \(options.synchronous.rawValue);
            """)
        guard options.access == .readWrite else { return }
        try script("PRAGMA page_size = \(options.pageBytes)")
        let mode = try first("PRAGMA journal_mode = WAL") { row throws(SQLiteError) in try row.text(0) }
        guard mode == "wal" else {
            throw .failed(code: SQLITE_ERROR, detail: "the file system allows no write-ahead log")
        }
        try script(
            """
            PRAGMA wal_autocheckpoint = \(options.checkpointPages);
            PRAGMA journal_size_limit = \(options.journalBytesMax);
            """)
    }

    private static let switches: [(Int32, Int32)] = [
        (SQLITE_DBCONFIG_ENABLE_FKEY, 1),
        (SQLITE_DBCONFIG_DEFENSIVE, 1),
        (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
        (SQLITE_DBCONFIG_DQS_DML, 0),
        (SQLITE_DBCONFIG_DQS_DDL, 0),
    ]
}
