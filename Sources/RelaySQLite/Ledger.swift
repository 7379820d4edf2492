import Blocking
import Handoffs
import Relay
import SQLite

/// The one connection that writes, with what it remembers from one transaction to the next.
///
/// Whoever holds it may do the work of many callers together: `commit(_:)`. What they changed is
/// acknowledged from the journal, and committed to the file later (`Ledger+Keeping`). Everything remembered
/// is dropped when a transaction is undone.
struct Ledger: ~Copyable, Sendable {
    var db: Database
    var logs = DeviceLogs()
    var known = OpenHandoffs()
    /// The epoch of all logs, made with the file.
    let epoch: String
    /// The time of the store.
    let time: StoreTime
    /// The number of the newest event.
    var mark: Int64
    /// The number of the newest body.
    var lastBody: Int64
    /// Commits so far.
    var commits = 0
    /// Pages written into the log so far.
    var pagesWritten = 0
    /// Whether the group at work has written anything.
    var isChanged = false
    /// What it has written.
    var changes = ChangeList()
    /// What the sweeper has still to look at.
    var retention = Retention()
    /// Where commits are acknowledged from.
    var journal: Journal
    /// The number of the last record that was kept.
    var kept: Int64
    /// The number of the last record that the file holds; the others stand in the open transaction too.
    var applied: Int64
    /// Whether the open transaction was lost, so that it must be made again from the journal before anything.
    var isTorn = false
    /// Why the file could not take the open transaction at the last try.
    var fileFailure: StoreFailure?
    /// Whether the file lacks something, for readers.
    let lag: FileLag
    /// The file.
    let path: String
    /// Whether the journal of an earlier run was gone when the file was opened.
    let lacksJournal: Bool
    /// How long to wait for another process's lock.
    private let patience: Duration
    /// Whether the checkpointer needs help.
    private let relief: LogRelief

    /// Opens or makes the file at `path`, at its newest version and with everything that was acknowledged.
    static func open(
        _ path: String, time: StoreTime, settings: StoreSettings, relief: LogRelief, lag: FileLag
    ) throws(SQLiteError) -> Ledger {
        var db = try Database(path: path, options: options)
        try migrate(&db, path)
        if let pages = settings.filePagesMax { try db.execute("PRAGMA max_page_count = \(pages)") }
        try db.execute(
            """
            INSERT INTO relay (epoch, time, mark, applied) SELECT ?, 0, 0, 0
            WHERE NOT EXISTS (SELECT 1 FROM relay)
            """, .text(newEpoch()))
        let epoch = try db.first("SELECT epoch FROM relay") { row throws(SQLiteError) in try row.text(0) }
        let lacksJournal = try recover(&db, path)
        let journal = try startJournal(&db, path, settings, lag)
        let positions = try positions(&db)
        time.passed(positions.time)
        return Ledger(
            db, epoch: epoch ?? "", time: time, settings, relief, lag, path, journal, positions,
            lacksJournal: lacksJournal)
    }

    private init(
        _ db: consuming Database, epoch: String, time: StoreTime, _ settings: StoreSettings,
        _ relief: LogRelief, _ lag: FileLag, _ path: String, _ journal: consuming Journal,
        _ positions: Positions, lacksJournal: Bool
    ) {
        self.lacksJournal = lacksJournal
        self.db = db
        self.patience = settings.lockPatience
        self.relief = relief
        self.epoch = epoch
        self.time = time
        self.lag = lag
        self.path = path
        self.journal = journal
        (mark, lastBody) = (positions.mark, positions.lastBody)
        (kept, applied) = (positions.applied, positions.applied)
    }

    /// The file's settings: checkpoints are somebody else's, and nothing secret lies in it in the clear.
    static let options = DatabaseOptions(
        busyTimeout: .zero, pageBytes: 8_192, checkpointPages: 0, journalBytesMax: 33_554_432,
        cacheBytes: 33_554_432, erasesDeleted: false)

    /// Does all of `works` together. Each is finished when all that they changed is on disk. Where that fails
    /// with several, each is tried again by itself, so that one cannot spoil the others.
    mutating func commit(_ works: [any Work]) {
        if works.contains(where: \.needsFile) { catchUp() }
        do throws(SQLiteError) {
            try beginPatiently()
            try perform(works)
        } catch {
            undo()
            // A lock or a full disk would refuse each of them alike, and each would wait again.
            if works.count > 1, !error.mayRetry {
                for work in works { commit([work]) }
            } else {
                for work in works { work.fail(StoreFailure(error)) }
            }
            return
        }
        for work in works { work.succeed() }
        tidyUp()
    }

    /// The same for one, on a thread that must not wait for another process's lock: false where there is
    /// one, and nothing has been done.
    mutating func commitWithoutWaiting(_ work: any Work) -> Bool {
        if work.needsFile { catchUp() }
        do throws(SQLiteError) {
            try begin()
        } catch {
            return false
        }
        do throws(SQLiteError) {
            try perform([work])
        } catch {
            undo()
            work.fail(StoreFailure(error))
            return true
        }
        work.succeed()
        tidyUp()
        return true
    }

    /// What is not for a caller to wait for.
    private mutating func tidyUp() {
        if journal.wantsCommit { catchUp() }
        guard relief.take() else { return }
        catchUp()
        guard applied == kept else { return }
        do throws(SQLiteError) {
            try db.checkpoint(.passive)
        } catch {
            // Whatever else hinders it now, the checkpointer will ask again.
            if case .disk = error { lag.broke(error) }
        }
    }

    /// Opens the transaction, unless it stands open from the group before.
    private mutating func begin() throws(SQLiteError) {
        if let failure = lag.failure { throw failure }
        if isTorn { return try restore() }
        if !db.isInTransaction() { try db.begin() }
    }

    private mutating func beginPatiently() throws(SQLiteError) {
        do throws(SQLiteError) {
            try begin()
        } catch {
            guard error == .busy else { throw error }
            try db.waitForLocks(patience)
            defer { stopWaitingForLocks() }
            try begin()
        }
    }

    private mutating func stopWaitingForLocks() {
        // Setting a number in the connection cannot fail; if it did, only patience would be wrong.
        do throws(SQLiteError) { try db.waitForLocks(.zero) } catch {}
    }

    private mutating func perform(_ works: [any Work]) throws(SQLiteError) {
        isChanged = false
        for work in works { try work.perform(&self) }
        if isChanged { return try keep() }
        // Nothing to hold the lock for.
        if applied == kept { db.rollBack() }
    }

    /// Takes the group back, and with it the open transaction, which is made again from the journal.
    private mutating func undo() {
        db.rollBack()
        logs.clear()
        known.clear()
        _ = changes.take()
        if applied < kept { isTorn = true }
        // Nothing goes on after a failed sync, and what is remembered is not asked for any more.
        guard lag.failure == nil else { return }
        do throws(SQLiteError) {
            let positions = try Self.positions(&db)
            (mark, lastBody) = (positions.mark, positions.lastBody)
            if isTorn { try restore() }
        } catch {
            // What is remembered is ahead of the file then, which is safe: numbers and times are only
            // skipped. A torn transaction is made again before the next group.
        }
        // So that the next one that fails has little to make again.
        catchUp()
    }

    static func positions(_ db: inout Database) throws(SQLiteError) -> Positions {
        let lastBody = try db.first("SELECT max(number) FROM body") { row throws(SQLiteError) in
            try row.optionalInteger(0) ?? 0
        }
        return try db.first("SELECT time, mark, applied FROM relay") { row throws(SQLiteError) in
            Positions(
                time: Instant(milliseconds: try row.integer(0)), mark: try row.integer(1),
                lastBody: lastBody ?? 0, applied: try row.integer(2))
        } ?? Positions(time: Instant(milliseconds: 0), mark: 0, lastBody: lastBody ?? 0, applied: 0)
    }

    struct Positions {
        let time: Instant
        let mark: Int64
        let lastBody: Int64
        let applied: Int64
    }

    private static func newEpoch() -> String {
        let characters = Array("0123456789abcdefghijklmnopqrstuvwxyz")
        return String((0..<12).map { _ in characters[Int.random(in: 0..<36)] })
    }
}
