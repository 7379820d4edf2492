import Blocking
import Handoffs
import SQLite

/// From what a crash, a power cut or a clean end left to a file that has everything and an empty journal.
///
/// INVARIANT: the steps of an earlier run are on disk in the database file before their journal is emptied,
/// and the journal is empty on disk before the file names the label of the next one. A stop at any moment in
/// between is met by doing the same again.
extension Ledger {
    /// Brings the tables to the newest version. A journal is for the tables of its own version.
    static func migrate(_ db: inout Database, _ path: String) throws(SQLiteError) {
        let (found, newest) = (try db.userVersion(), Int64(Schema.migrations.count))
        if found == 0, try Journal.isFound(path) { throw Journal.orphan(path) }
        if found < newest, try Journal.isFound(path) {
            throw .failed(
                code: 0,
                detail: "the database and its journal are of version \(found), and this program writes "
                    + "\(newest): start the program that wrote them once more and end it with SIGTERM")
        }
        try db.migrate(Schema.migrations)
    }

    /// Brings a file to what was acknowledged before the process or the machine stopped. True where the last
    /// run did not end by itself and its journal is gone, as with a copy made while a relay ran.
    static func recover(_ db: inout Database, _ path: String) throws(SQLiteError) -> Bool {
        let found = try db.first("SELECT run, ended, applied FROM relay") { row throws(SQLiteError) in
            (run: try row.integer(0), mayLackJournal: try row.integer(1) != 0, applied: try row.integer(2))
        }
        guard let found else { return false }
        let label = UInt64(bitPattern: found.run)
        let records = try Journal.pending(path, label: label, after: found.applied)
        if let last = records.last {
            try db.transaction { db throws(SQLiteError) in
                for record in records { try replay(record, &db) }
                try db.execute(
                    "UPDATE relay SET time = max(time, ?), mark = ?, applied = ?", .integer(last.time),
                    .integer(last.mark), .integer(last.number))
            }
        }
        if found.mayLackJournal { return false }
        if try Journal.isHollow(path, label: label) { throw Journal.hollow(path) }
        return try Journal.isMissing(path)
    }

    /// Puts the file on disk, empties the journal, and ties the two together by a new label.
    static func startJournal(
        _ db: inout Database, _ path: String, _ settings: StoreSettings, _ lag: FileLag
    ) throws(SQLiteError) -> Journal {
        // The run before committed without waiting, and what it left in SQLite's log may be in memory only,
        // or have failed to reach the disk unseen. Moving it writes and syncs the file itself.
        do throws(SQLiteError) {
            try db.checkpoint(.truncate)
        } catch {
            // Somebody reads along, as for a backup: the log stays, and is synced below.
            guard error == .busy else { throw error }
        }
        let label = UInt64.random(in: 1 ... .max)
        let journal: Journal
        do throws(FileError) { try FollowedFile("\(path)-wal").syncData() } catch { throw SQLiteError(error) }
        // From here to the end nothing is acknowledged, and a stop may leave segments that hold nothing.
        try db.execute("UPDATE relay SET ended = 2")
        do throws(FileError) {
            journal = try Journal(path: path, label: label, segmentBytes: settings.segmentBytes, lag: lag)
        } catch {
            throw SQLiteError(error)
        }
        try db.execute("UPDATE relay SET run = ?", .integer(Int64(bitPattern: label)))
        let positions = try positions(&db)
        let first = JournalRecord(
            number: positions.applied, time: positions.time.milliseconds, mark: positions.mark, changes: [],
            layout: layout)
        do throws(FileError) { try journal.begin(with: first) } catch { throw SQLiteError(error) }
        try db.execute("UPDATE relay SET ended = 0")
        try db.waitForDisk(.normal)
        return journal
    }

    /// The version of the tables that a record's changes are for.
    static var layout: UInt8 { UInt8(Schema.migrations.count) }

    /// Does once more what a record says.
    static func replay(_ record: JournalRecord, _ db: inout Database) throws(SQLiteError) {
        guard record.layout == layout else {
            throw .corrupt(detail: "the journal is of version \(record.layout) and the file is not")
        }
        try ChangeList.each(in: record.changes) { change, values throws(SQLiteError) in
            try db.execute(change.sql, values: values)
        }
    }
}
