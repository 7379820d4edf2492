import CSQLite

/// The prepared statements of one connection by their text, so that each is compiled once.
@safe
struct StatementCache: ~Copyable {
    // SAFETY: every statement is finalized in `deinit` or by `removeAll`, before the connection closes.
    private var statements: [String: OpaquePointer] = unsafe [:]
    /// Programs use a fixed set of some dozens; whoever builds SQL by hand must not fill the memory (C6).
    private let countMax = 128

    deinit {
        unsafe statements.values.forEach { unsafe sqlite3_finalize($0) }
    }

    /// The statement for `sql`, compiled now or before.
    mutating func statement(
        _ sql: String, on connection: borrowing DatabaseHandle
    ) throws(SQLiteError) -> OpaquePointer {
        if let statement = unsafe statements[sql] { return unsafe statement }
        if unsafe statements.count >= countMax { removeAll() }
        var made: OpaquePointer?
        let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
        try connection.check(unsafe sqlite3_prepare_v3(connection.handle, sql, -1, flags, &made, nil))
        guard let made = unsafe made else {
            throw .failed(code: SQLITE_MISUSE, detail: "the statement is empty")
        }
        unsafe statements[sql] = unsafe made
        return unsafe made
    }

    private mutating func removeAll() {
        unsafe statements.values.forEach { unsafe sqlite3_finalize($0) }
        unsafe statements.removeAll()
    }
}
