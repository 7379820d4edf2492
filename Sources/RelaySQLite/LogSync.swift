import Blocking

/// Brings SQLite's write-ahead log to disk on a thread of its own, so that no commit waits for it.
final class LogSync: Sendable {
    private struct State: Sendable {
        var isWanted = false
        var isClosing = false
        var failure: FileError?
    }

    private let state = Monitor(State())
    private let thread: WorkerThread

    /// For the log of the database at `path`.
    init(database path: String) {
        let log = "\(path)-wal"
        let state = state
        thread = WorkerThread { Self.run(state, log) }
    }

    /// Begins to sync what has been written so far.
    func start() {
        state.withLock { $0.isWanted = true }
        state.wakeAll()
    }

    /// Waits for its end. Throws what the disk said.
    func finish() throws(FileError) {
        let failure = state.wait { state -> FileError?? in
            guard !state.isWanted else { return nil }
            defer { state.failure = nil }
            return .some(state.failure)
        }
        if let failure { throw failure }
    }

    /// Ends the thread once it has nothing to do.
    func close() {
        state.withLock { $0.isClosing = true }
        state.wakeAll()
        thread.join()
    }

    private static func run(_ state: Monitor<State>, _ log: String) {
        while state.wait(for: { $0.isWanted ? true : $0.isClosing ? false : nil }) {
            var failure: FileError?
            do throws(FileError) { try FixedFile.syncData(of: log) } catch { failure = error }
            let outcome = failure
            state.withLock { state in
                state.failure = outcome
                state.isWanted = false
            }
            state.wakeAll()
        }
    }
}
