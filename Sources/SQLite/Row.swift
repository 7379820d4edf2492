import CSQLite

/// One row of an answer, readable inside the closure it is given to.
///
/// A column of another kind than asked for is `unexpectedValue`: SQLite would convert it in silence.
@safe
package struct Row: ~Copyable {
    // SAFETY: the statement stands on this row until the closure returns, and a noncopyable borrowed value
    // cannot leave the closure.
    private let statement: OpaquePointer

    init(_ statement: OpaquePointer) { unsafe self.statement = statement }

    /// A 64-bit integer.
    package borrowing func integer(_ column: Int32) throws(SQLiteError) -> Int64 {
        try expect(SQLITE_INTEGER, "an integer", column)
        return unsafe sqlite3_column_int64(statement, column)
    }

    /// 0 or 1.
    package borrowing func bool(_ column: Int32) throws(SQLiteError) -> Bool {
        switch try integer(column) {
        case 0: return false
        case 1: return true
        case let other: throw .unexpectedValue(column: column, expected: "0 or 1", got: "\(other)")
        }
    }

    /// A floating-point number. Nothing that is money or time is one.
    package borrowing func real(_ column: Int32) throws(SQLiteError) -> Double {
        try expect(SQLITE_FLOAT, "a real number", column)
        return unsafe sqlite3_column_double(statement, column)
    }

    /// Text.
    package borrowing func text(_ column: Int32) throws(SQLiteError) -> String {
        try expect(SQLITE_TEXT, "text", column)
        // "The pointers returned are valid until a type conversion occurs … or sqlite3_step()": copied here.
        guard let start = unsafe sqlite3_column_text(statement, column) else { return "" }
        let count = unsafe Int(sqlite3_column_bytes(statement, column))
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// Bytes.
    package borrowing func blob(_ column: Int32) throws(SQLiteError) -> [UInt8] {
        try expect(SQLITE_BLOB, "bytes", column)
        // A null pointer stands for zero bytes.
        guard let start = unsafe sqlite3_column_blob(statement, column) else { return [] }
        let count = unsafe Int(sqlite3_column_bytes(statement, column))
        return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }

    /// Whether the column holds null.
    package borrowing func isNull(_ column: Int32) -> Bool {
        unsafe sqlite3_column_type(statement, column) == SQLITE_NULL
    }

    /// A 64-bit integer, or nil for null.
    package borrowing func optionalInteger(_ column: Int32) throws(SQLiteError) -> Int64? {
        isNull(column) ? nil : try integer(column)
    }

    /// Text, or nil for null.
    package borrowing func optionalText(_ column: Int32) throws(SQLiteError) -> String? {
        isNull(column) ? nil : try text(column)
    }

    /// Bytes, or nil for null.
    package borrowing func optionalBlob(_ column: Int32) throws(SQLiteError) -> [UInt8]? {
        isNull(column) ? nil : try blob(column)
    }

    private borrowing func expect(
        _ kind: Int32, _ expected: String, _ column: Int32
    ) throws(SQLiteError) {
        let found = unsafe sqlite3_column_type(statement, column)
        guard found != kind else { return }
        let got =
            switch found {
            case SQLITE_INTEGER: "an integer"
            case SQLITE_FLOAT: "a real number"
            case SQLITE_TEXT: "text"
            case SQLITE_BLOB: "bytes"
            default: "nothing"
            }
        throw .unexpectedValue(column: column, expected: expected, got: got)
    }
}
