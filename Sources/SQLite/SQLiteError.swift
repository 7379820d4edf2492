/// Why the database did not do what it was asked: failures of disk and file, and broken constraints.
package enum SQLiteError: Error, Equatable {
    /// The file could not be opened or made.
    case cannotOpen(path: String, reason: String)
    /// There is a file, but it is no database.
    case notADatabase(path: String)
    /// The file is damaged.
    case corrupt(detail: String)
    /// Another process or connection held a lock for longer than the busy timeout.
    case busy
    /// The disk, or the size allowed to the database, is full.
    case full
    /// The file or its folder cannot be written.
    case readOnly
    /// Reading or writing the disk failed.
    case disk(code: Int32, detail: String)
    /// A constraint of the schema refused the change.
    case constraint(Constraint, detail: String)
    /// The file was written by a newer version of this program.
    case schemaTooNew(found: Int64, supported: Int64)
    /// A column holds another kind of value than its reader expects.
    case unexpectedValue(column: Int32, expected: String, got: String)
    /// It was let go already.
    case closed
    /// Any other answer of the library, as for bad SQL.
    case failed(code: Int32, detail: String)

    /// Which constraint refused.
    package enum Constraint: Sendable, Equatable {
        case unique, foreignKey, notNull, check, other
    }

    /// Whether the same call may succeed later, with nothing repaired by hand or with space made.
    package var mayRetry: Bool {
        switch self {
        case .busy, .full, .disk: true
        case .cannotOpen, .notADatabase, .corrupt, .readOnly, .constraint, .schemaTooNew, .unexpectedValue,
            .closed, .failed:
            false
        }
    }
}

extension SQLiteError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .cannotOpen(let path, let reason): "cannot open \(path): \(reason)"
        case .notADatabase(let path): "\(path) is not a database"
        case .corrupt(let detail): "the database is damaged: \(detail)"
        case .busy: "the database is locked by another process"
        case .full: "no space left for the database"
        case .readOnly: "the database cannot be written"
        case .disk(let code, let detail): "reading or writing the database failed: \(detail) (\(code))"
        case .constraint(let constraint, let detail): "a \(constraint) constraint was broken: \(detail)"
        case .schemaTooNew(let found, let supported):
            "the database has version \(found), and this program knows up to \(supported)"
        case .unexpectedValue(let column, let expected, let got):
            "column \(column) holds \(got) instead of \(expected)"
        case .closed: "the database is closed"
        case .failed(0, let detail): detail
        case .failed(let code, let detail): "the database refused: \(detail) (\(code))"
        }
    }
}
