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
        do throws(FileError) { try journal.append(record) } catch { throw SQLiteError(error) }
        kept = record.number
        commits += 1
        lag.began()
    }

    /// Commits to the file what the journal holds; readers see it then. Where the disk does not let it,
    /// nothing is lost and `fileFailure` says why.
    mutating func catchUp() {
        fileFailure = lag.failure.map(StoreFailure.init)
        guard fileFailure == nil, applied < kept else { return }
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

    /// Makes the open transaction again from the journal, whole or not at all.
    mutating func restore() throws(SQLiteError) {
        db.rollBack()
        try db.begin()
        do throws(SQLiteError) {
            try replayOpen()
        } catch {
            db.rollBack()
            throw error
        }
        isTorn = false
    }

    private mutating func replayOpen() throws(SQLiteError) {
        let found = try Journal.pending(path, label: journal.label, after: applied)
        let records = found.filter { $0.number <= kept }
        guard let last = records.last, last.number == kept else {
            throw .corrupt(detail: "the journal has lost records")
        }
        for record in records { try Self.replay(record, &db) }
        mark = last.mark
        lastBody = max(lastBody, try Self.positions(&db).lastBody)
    }

    /// Commits the rest, and puts it on disk; then there is no journal any more. Where the disk does not let
    /// it, the journal stays for the next start. What readers are told is what the file holds.
    consuming func close() {
        catchUp()
        var isOnDisk = applied == kept && lag.failure == nil
        if isOnDisk {
            do throws(SQLiteError) {
                db.rollBack()
                try db.waitForDisk(.full)
                try db.execute("UPDATE relay SET ended = 1")
            } catch {
                isOnDisk = false
            }
        }
        journal.close(removing: isOnDisk ? path : nil)
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
}
