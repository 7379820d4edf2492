import Blocking
import SQLite

/// Moves the log into the file on a thread and a connection of its own, so that no commit waits for it.
final class Checkpointer: Sendable {
    private let state: Monitor<State>
    private let thread: WorkerThread
    /// Commits between two checkpoints: a few megabytes of log.
    private static let commitsBetween = 128
    /// A quiet store is tidied up after this long (relay 52: within a minute of the last reader's end).
    private static let rest: Duration = .seconds(20)
    /// Pages of 8 KiB in the log above which it is cut down, which holds the writer up for a moment.
    private static let logPagesMax = 4_096

    private struct State: Sendable {
        var commits = 0
        var isClosing = false
        var logPages = 0
    }

    /// Opens a connection to `path` and starts.
    init(path: String) throws(SQLiteError) {
        let options = DatabaseOptions(
            busyTimeout: .milliseconds(50), pageBytes: 8_192, checkpointPages: 0,
            journalBytesMax: Ledger.options.journalBytesMax)
        let database = try Database(path: path, options: options)
        let state = Monitor(State())
        self.state = state
        let owner = Monitor<Database?>(database)
        thread = WorkerThread { Self.run(state, owner) }
    }

    /// A commit was made.
    func noteCommit() {
        let isDue = state.withLock { state in
            state.commits += 1
            return state.commits == Self.commitsBetween
        }
        if isDue { state.wakeAll() }
    }

    /// Pages in the log at the last look (relay 52: a reader that pins it shows here).
    func logPages() -> Int { state.withLock { $0.logPages } }

    /// Ends the thread after a last checkpoint that empties the log.
    func close() {
        state.withLock { $0.isClosing = true }
        state.wakeAll()
        thread.join()
    }

    private static func run(_ state: Monitor<State>, _ owner: Monitor<Database?>) {
        guard var database = owner.withLock({ $0.take() }) else { return }
        while true {
            let isRested = state.wait(within: rest) { state in
                state.commits >= commitsBetween || state.isClosing ? false : nil
            }
            let (commits, isClosing) = state.withLock { state in
                defer { state.commits = 0 }
                return (state.commits, state.isClosing)
            }
            let known = state.withLock { $0.logPages }
            if isClosing || commits > 0 || known > 0 {
                let pages = checkpoint(&database, empty: isClosing || isRested == nil)
                state.withLock { $0.logPages = pages ?? $0.logPages }
            }
            if isClosing { return }
        }
    }

    /// The pages that the log has afterwards; nil where it could not be told.
    private static func checkpoint(_ database: inout Database, empty: Bool) -> Int? {
        do throws(SQLiteError) {
            let result = try database.checkpoint(.passive)
            guard empty || result.logPages > logPagesMax else { return result.logPages }
            return try database.checkpoint(.truncate).logPages
        } catch {
            // A reader or a foreign lock is in the way, or the disk fails: the log keeps everything, and
            // the next checkpoint tries again. The log's size is what an operator sees.
            return nil
        }
    }
}
