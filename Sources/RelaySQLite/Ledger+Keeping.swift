import Blocking
import Handoffs
import Relay
import SQLite

/// From a group's changes to the disk: first the journal, which acknowledges, later the file.
///
/// INVARIANT: while `applied < kept`, the open transaction holds exactly the records in between, or
/// `isTorn` is set and nothing else is done before it does again.
extension Ledger {
    /// Makes a change to the open transaction, and notes it for the journal.
    @discardableResult
    mutating func change(_ change: Change, _ values: SQLiteValue...) throws(SQLiteError) -> Int {
        let count = try db.execute(change.sql, values: values)
        changes.append(change, values)
        return count
    }

    /// Puts what the group changed on disk.
    mutating func keep() throws(SQLiteError) {
        let record = JournalRecord(
            number: kept + 1, time: time.last.milliseconds, mark: mark, changes: changes.take(),
            layout: Self.layout)
        if mustSyncFile { try syncFile() }
        let isKept: Bool
        do throws(FileError) { isKept = try journal.append(record) } catch { throw SQLiteError(error) }
        guard isKept else { return try keepInFile(record) }
        kept = record.number
        commits += 1
        lag.began()
    }

    /// Commits to the file what the journal holds; readers see it then. Where the disk does not let it,
    /// nothing is lost and `fileFailure` says why.
    mutating func catchUp() {
        fileFailure = nil
        guard applied < kept else { return }
        do throws(SQLiteError) {
            if isTorn { try restore() }
            try commitFile()
            journal.wasCommitted()
        } catch {
            fileFailure = StoreFailure(error)
            db.rollBack()
            isTorn = true
        }
    }

    /// Makes the open transaction again from the journal.
    mutating func restore() throws(SQLiteError) {
        if !db.isInTransaction() { try db.begin() }
        let records: [JournalRecord]
        do throws(FileError) {
            records = try Journal.pending(path, label: Journal.label(epoch), after: applied)
        } catch {
            throw SQLiteError(error)
        }
        guard let last = records.last(where: { $0.number <= kept }), last.number == kept else {
            throw .corrupt(detail: "the journal has lost records")
        }
        for record in records where record.number <= kept { try Self.replay(record, &db) }
        mark = last.mark
        lastBody = max(lastBody, try Self.positions(&db).lastBody)
        isTorn = false
    }

    /// Commits the rest, and puts it on disk. What readers are told is what the file holds.
    consuming func close() {
        catchUp()
        var isOnDisk = applied == kept
        if isOnDisk {
            do throws(FileError) { try FixedFile.syncData(of: "\(path)-wal") } catch { isOnDisk = false }
        }
        journal.close(removing: isOnDisk ? path : nil)
    }

    /// A record longer than a segment of the journal goes into the file at once.
    private mutating func keepInFile(_ record: JournalRecord) throws(SQLiteError) {
        let before = kept
        kept = record.number
        do throws(SQLiteError) {
            try commitFile()
        } catch {
            kept = before
            throw error
        }
        commits += 1
        mustSyncFile = true
        try syncFile()
        journal.wasCommitted()
    }

    /// The journal goes on behind a record that it does not hold only once that is on disk.
    private mutating func syncFile() throws(SQLiteError) {
        do throws(FileError) { try FixedFile.syncData(of: "\(path)-wal") } catch { throw SQLiteError(error) }
        mustSyncFile = false
    }

    private mutating func commitFile() throws(SQLiteError) {
        try db.execute(
            "UPDATE relay SET time = ?, mark = ?, applied = ?", .integer(time.last.milliseconds),
            .integer(mark), .integer(kept))
        try db.commit()
        applied = kept
        pagesWritten = db.pagesWritten()
        lag.ended()
    }

    // MARK: After a crash

    /// The version of the tables that a record's changes are for.
    private static var layout: UInt8 { UInt8(Schema.migrations.count) }

    /// Brings a file to what was acknowledged before the process or the machine stopped.
    static func recover(_ db: inout Database, _ path: String, _ label: UInt64) throws(SQLiteError) {
        let applied = try positions(&db).applied
        let records: [JournalRecord]
        do throws(FileError) { records = try Journal.pending(path, label: label, after: applied) } catch {
            throw SQLiteError(error)
        }
        guard let last = records.last else { return }
        try db.transaction { db throws(SQLiteError) in
            for record in records { try replay(record, &db) }
            try db.execute(
                "UPDATE relay SET time = max(time, ?), mark = ?, applied = ?", .integer(last.time),
                .integer(last.mark), .integer(last.number))
        }
    }

    private static func replay(_ record: JournalRecord, _ db: inout Database) throws(SQLiteError) {
        guard record.layout == layout else {
            throw .failed(
                code: 0,
                detail: "its journal is of version \(record.layout): start that version once more and end it")
        }
        try ChangeList.each(in: record.changes) { change, values throws(SQLiteError) in
            try db.execute(change.sql, values: values)
        }
    }
}
