import SQLite
import Synchronization

/// How the database file stands to what was acknowledged: readers have other connections than the writer and
/// see only what it has committed there.
final class FileLag: Sendable {
    private let isBehind = Atomic<Bool>(false)
    private let isBroken = Atomic<Bool>(false)
    private let found = Mutex<SQLiteError?>(nil)

    /// Whether a reader has to ask the writer first.
    var exists: Bool { isBehind.load(ordering: .acquiring) || isBroken.load(ordering: .acquiring) }

    /// Called before the steps are acknowledged.
    func began() { isBehind.store(true, ordering: .releasing) }

    /// The file has everything.
    func ended() { isBehind.store(false, ordering: .releasing) }

    /// A sync of the file or its log failed. What was written before it may be gone without another word, so
    /// nothing is answered from here on until the next start, which takes everything from the journal.
    func broke(_ error: SQLiteError) {
        found.withLock { $0 = $0 ?? error }
        isBroken.store(true, ordering: .releasing)
    }

    /// The failure after which nothing goes on.
    var failure: SQLiteError? { isBroken.load(ordering: .acquiring) ? found.withLock { $0 } : nil }
}
