import CSQLite
import Glibc

/// The C handle of one connection and the place where the library's answers become errors.
@safe
struct DatabaseHandle: ~Copyable {
    // SAFETY: set once, closed in `deinit`; used by one thread at a time because `Database` only has
    // mutating methods.
    let handle: OpaquePointer
    let path: String

    /// Opens the file, making it with mode 0600 where `access` allows.
    init(path: String, access: DatabaseOptions.Access) throws(SQLiteError) {
        if access == .readWrite { try Self.makePrivateFile(path) }
        let kind = access == .readWrite ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY
        var opened: OpaquePointer?
        let flags = kind | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = unsafe sqlite3_open_v2(path, &opened, flags, nil)
        guard let opened = unsafe opened else {
            throw .cannotOpen(path: path, reason: "out of memory")
        }
        guard code == SQLITE_OK else {
            // The handle must be closed also after a failed open, and its text fetched before that.
            let reason = unsafe String(cString: sqlite3_errmsg(opened))
            unsafe sqlite3_close_v2(opened)
            throw .cannotOpen(path: path, reason: reason)
        }
        unsafe handle = opened
        self.path = path
    }

    deinit {
        // The statement cache has been emptied before; `_v2` would wait for one that was not.
        unsafe sqlite3_close_v2(handle)
    }

    /// Turns an answer other than `OK`, `ROW` and `DONE` into an error, before any other call.
    borrowing func check(_ code: Int32) throws(SQLiteError) {
        if code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE { return }
        throw error(code)
    }

    private borrowing func error(_ code: Int32) -> SQLiteError {
        let detail = unsafe String(cString: sqlite3_errmsg(handle))
        switch code & 0xff {
        case SQLITE_BUSY, SQLITE_LOCKED: return .busy
        case SQLITE_FULL: return .full
        case SQLITE_READONLY, SQLITE_PERM: return .readOnly
        case SQLITE_NOTADB: return .notADatabase(path: path)
        case SQLITE_CORRUPT: return .corrupt(detail: detail)
        case SQLITE_CANTOPEN: return .cannotOpen(path: path, reason: detail)
        case SQLITE_IOERR: return .disk(code: code, detail: detail)
        case SQLITE_CONSTRAINT: return .constraint(Self.constraint(code), detail: detail)
        default: return .failed(code: code, detail: detail)
        }
    }

    private static func constraint(_ code: Int32) -> SQLiteError.Constraint {
        // The extended codes are macros over shifts, which Swift does not see: sqlite3.h,
        // SQLITE_CONSTRAINT_….
        switch code >> 8 {
        case 1: .check
        case 3: .foreignKey
        case 5: .notNull
        case 6, 8, 10: .unique  // PRIMARYKEY, UNIQUE, ROWID
        default: .other
        }
    }

    /// SQLite would make the file with the process's mask; the log and its index take the file's mode.
    private static func makePrivateFile(_ path: String) throws(SQLiteError) {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(0o600))
        if descriptor >= 0 {
            close(descriptor)
        } else if errno != EEXIST {
            let code = errno
            throw .cannotOpen(path: path, reason: unsafe String(cString: strerror(code)))
        }
    }
}
