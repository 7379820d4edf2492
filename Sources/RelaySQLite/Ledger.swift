import Handoffs
import Relay
import SQLite

/// The one connection that writes, with what it remembers from one transaction to the next.
///
/// Whoever holds it may do the work of many callers in one transaction: `commit(_:)`. Everything remembered
/// is dropped when a transaction is undone.
struct Ledger: ~Copyable, Sendable {
    var db: Database
    var logs = DeviceLogs()
    /// The epoch of all logs, made with the file.
    let epoch: String
    /// The time of the store.
    let time: StoreTime
    /// The number of the newest event.
    var mark: Int64
    /// The number of the newest body.
    var lastBody: Int64
    /// Commits so far.
    private(set) var commits = 0
    /// Pages written into the log so far.
    private(set) var pagesWritten = 0
    /// Whether the open transaction has written anything.
    var isChanged = false
    /// How long to wait for another process's lock.
    private let patience: Duration
    /// Whether the checkpointer needs help.
    private let relief: LogRelief
    /// What the sweeper has still to look at.
    var retention = Retention()

    /// Opens or makes the file at `path`, at its newest version.
    static func open(
        _ path: String, time: StoreTime, settings: StoreSettings, relief: LogRelief
    ) throws(SQLiteError) -> Ledger {
        var db = try Database(path: path, options: options, migrations: Schema.migrations)
        if let pages = settings.filePagesMax { try db.execute("PRAGMA max_page_count = \(pages)") }
        try db.execute(
            "INSERT INTO relay SELECT ?, 0, 0 WHERE NOT EXISTS (SELECT 1 FROM relay)", .text(newEpoch()))
        let epoch = try db.first("SELECT epoch FROM relay") { row throws(SQLiteError) in try row.text(0) }
        let positions = try positions(&db)
        time.passed(positions.time)
        return Ledger(
            db, epoch: epoch ?? "", time: time, patience: settings.lockPatience, relief: relief, positions)
    }

    private init(
        _ db: consuming Database, epoch: String, time: StoreTime, patience: Duration, relief: LogRelief,
        _ positions: Positions
    ) {
        self.db = db
        self.patience = patience
        self.relief = relief
        self.epoch = epoch
        self.time = time
        (mark, lastBody) = (positions.mark, positions.lastBody)
    }

    /// The file's settings: checkpoints are somebody else's, and nothing secret lies in it in the clear.
    static let options = DatabaseOptions(
        busyTimeout: .zero, pageBytes: 8_192, checkpointPages: 0, journalBytesMax: 33_554_432,
        cacheBytes: 33_554_432, erasesDeleted: false)

    /// Does all of `works` in one transaction. Each is finished when the commit is on disk. Where that
    /// fails with several, each is tried again by itself, so that one cannot spoil the others.
    mutating func commit(_ works: [any Work]) {
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
        relieveLog()
    }

    /// The same for one, on a thread that must not wait for another process's lock: false where there is
    /// one, and nothing has been done.
    mutating func commitWithoutWaiting(_ work: any Work) -> Bool {
        do throws(SQLiteError) {
            try db.begin()
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
        relieveLog()
        return true
    }

    private mutating func relieveLog() {
        guard relief.take() else { return }
        // Whatever hinders it now, the checkpointer will ask again.
        do throws(SQLiteError) { try db.checkpoint(.passive) } catch {}
    }

    private mutating func beginPatiently() throws(SQLiteError) {
        do throws(SQLiteError) {
            try db.begin()
        } catch {
            guard error == .busy else { throw error }
            try db.waitForLocks(patience)
            defer { stopWaitingForLocks() }
            try db.begin()
        }
    }

    private mutating func stopWaitingForLocks() {
        // Setting a number in the connection cannot fail; if it did, only patience would be wrong.
        do throws(SQLiteError) { try db.waitForLocks(.zero) } catch {}
    }

    private mutating func perform(_ works: [any Work]) throws(SQLiteError) {
        isChanged = false
        for work in works { try work.perform(&self) }
        try end()
    }

    private mutating func end() throws(SQLiteError) {
        guard isChanged else { return db.rollBack() }
        try db.execute(
            "UPDATE relay SET time = ?, mark = ?", .integer(time.last.milliseconds), .integer(mark))
        try db.commit()
        commits += 1
        pagesWritten = db.pagesWritten()
    }

    private mutating func undo() {
        db.rollBack()
        logs.clear()
        do throws(SQLiteError) {
            let positions = try Self.positions(&db)
            (mark, lastBody) = (positions.mark, positions.lastBody)
        } catch {
            // What is remembered is ahead of the file then, which is safe: numbers and times are only
            // skipped.
        }
    }

    private static func positions(_ db: inout Database) throws(SQLiteError) -> Positions {
        let lastBody = try db.first("SELECT max(number) FROM body") { row throws(SQLiteError) in
            try row.optionalInteger(0) ?? 0
        }
        let (time, mark) =
            try db.first("SELECT time, mark FROM relay") { row throws(SQLiteError) in
                (Instant(milliseconds: try row.integer(0)), try row.integer(1))
            } ?? (Instant(milliseconds: 0), 0)
        return Positions(time: time, mark: mark, lastBody: lastBody ?? 0)
    }

    private struct Positions {
        let time: Instant
        let mark: Int64
        let lastBody: Int64
    }

    private static func newEpoch() -> String {
        let characters = Array("0123456789abcdefghijklmnopqrstuvwxyz")
        return String((0..<12).map { _ in characters[Int.random(in: 0..<36)] })
    }
}

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
