import Blocking
import Relay
import SQLite

extension StoreFailure {
    /// The store's word for what SQLite said.
    init(_ error: SQLiteError) {
        switch error {
        case .busy: self = .busy
        case .full: self = .full
        case .cannotOpen, .notADatabase, .corrupt, .readOnly, .disk, .constraint, .schemaTooNew,
            .unexpectedValue, .closed, .failed:
            self = .failed(error.description)
        }
    }
}

extension SQLiteError {
    /// What the system said of the journal, in the words of the database that it belongs to.
    init(_ error: FileError) {
        switch error {
        case .full: self = .full
        case .missing(let path), .exists(let path), .denied(let path), .tooLarge(let path, _):
            self = .cannotOpen(path: path, reason: error.description)
        case .failed(_, _, let errno): self = .disk(code: errno, detail: error.description)
        }
    }
}
