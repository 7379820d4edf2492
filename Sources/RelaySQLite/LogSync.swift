import Blocking
import SQLite

/// Brings SQLite's write-ahead log to disk on a thread of its own, so that no commit waits for it.
///
/// INVARIANT: a failure is final. After a failed sync the system may have dropped what it could not write and
/// call the next sync a success, so nothing that the log held is taken to be on disk: both segments stay as
/// they are until the next start.
final class LogSync: Sendable {
    private struct State: Sendable {
        var isWanted = false
        var isClosing = false
        var failure: FileError?
    }

    private let state = Monitor(State())
    private let thread: WorkerThread

    /// For the log of the database at `path`, which is open. A failure is noted in `lag`.
    init(database path: String, lag: FileLag) throws(FileError) {
        let log = FollowedLog(try FollowedFile("\(path)-wal"))
        let state = state
        thread = WorkerThread { Self.run(state, log, lag) }
    }

    /// Begins to sync what has been written so far.
    func start() {
        state.withLock { $0.isWanted = true }
        state.wakeAll()
    }

    /// Waits for its end. Throws what the disk said, now or earlier.
    func finish() throws(FileError) {
        let failure = state.wait { state -> FileError?? in
            state.isWanted ? nil : .some(state.failure)
        }
        if let failure { throw failure }
    }

    /// Ends the thread once it has nothing to do.
    func close() {
        state.withLock { $0.isClosing = true }
        state.wakeAll()
        thread.join()
    }

    private static func run(_ state: Monitor<State>, _ log: FollowedLog, _ lag: FileLag) {
        while state.wait(for: { $0.isWanted ? true : $0.isClosing ? false : nil }) {
            var failure: FileError?
            do throws(FileError) { try log.file.syncData() } catch { failure = error }
            if let failure { lag.broke(SQLiteError(failure)) }
            let outcome = failure
            state.withLock { state in
                state.failure = state.failure ?? outcome
                state.isWanted = false
            }
            state.wakeAll()
        }
    }
}

/// The log, for the thread.
private final class FollowedLog: Sendable {
    let file: FollowedFile

    init(_ file: consuming FollowedFile) { self.file = file }
}
