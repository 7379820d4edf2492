import Blocking
import SQLite

/// Moves the log into the file on a thread and a connection of its own, so that no commit waits for it.
final class Checkpointer: Sendable {
    private let state: Monitor<State>
    private let thread: WorkerThread
    private let settings: StoreSettings
    /// A quiet store is tidied up after this long (relay 52: within a minute of the last reader's end).
    private static let rest: Duration = .seconds(20)

    private struct State: Sendable {
        var pagesWritten = 0
        var pagesChecked = 0
        var isClosing = false
        var logPages = 0

        func isDue(_ settings: StoreSettings) -> Bool {
            pagesWritten - pagesChecked >= settings.pagesBetweenCheckpoints
        }
    }

    /// Opens a connection to `path` and starts.
    init(path: String, settings: StoreSettings, relief: LogRelief, lag: FileLag) throws(SQLiteError) {
        self.settings = settings
        let options = DatabaseOptions(
            busyTimeout: .milliseconds(50), pageBytes: 8_192, checkpointPages: 0,
            journalBytesMax: Ledger.options.journalBytesMax)
        let database = try Database(path: path, options: options)
        let state = Monitor(State())
        self.state = state
        let owner = Monitor<Database?>(database)
        thread = WorkerThread { Self.run(state, owner, settings, relief, lag) }
    }

    /// So many pages have been written to the log since the store was opened.
    func note(pagesWritten: Int) {
        let isDue = state.withLock { state in
            state.pagesWritten = pagesWritten
            return state.isDue(settings)
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

    private static func run(
        _ state: Monitor<State>, _ owner: Monitor<Database?>, _ settings: StoreSettings,
        _ relief: LogRelief, _ lag: FileLag
    ) {
        guard var database = owner.withLock({ $0.take() }) else { return }
        while true {
            let wasAsked = state.wait(within: rest) { state in
                state.isDue(settings) || state.isClosing ? false : nil
            }
            let (pages, isClosing) = state.withLock { state in
                defer { state.pagesChecked = state.pagesWritten }
                return (state.pagesWritten - state.pagesChecked, state.isClosing)
            }
            let known = state.withLock { $0.logPages }
            if isClosing || pages > 0 || known > 0 {
                let isQuiet = isClosing || wasAsked == nil
                let left = checkpoint(&database, isQuiet ? .truncate : .passive, lag)
                if left ?? 0 > settings.logPagesMax { relief.ask() }
                state.withLock { $0.logPages = left ?? $0.logPages }
            }
            if isClosing { return }
        }
    }

    /// The pages that the log has afterwards; nil where it could not be told.
    private static func checkpoint(
        _ database: inout Database, _ mode: CheckpointMode, _ lag: FileLag
    ) -> Int? {
        do throws(SQLiteError) {
            return try database.checkpoint(mode).logPages
        } catch {
            // A reader or a foreign lock is in the way: the log keeps everything, and the next checkpoint
            // tries again. The log's size is what an operator sees. A disk that failed is another matter.
            if case .disk = error { lag.broke(error) }
            return nil
        }
    }
}
