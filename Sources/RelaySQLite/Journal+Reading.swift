import Blocking
import SQLite

extension Journal {
    /// What the segments beside the database at `path` hold and its file lacks, which has everything up to
    /// `applied`. Throws where they are those of another database or another copy of it, and where a step in
    /// between is gone: whoever runs the relay has to know, and nothing is guessed.
    static func pending(
        _ path: String, label: UInt64, after applied: Int64
    ) throws(SQLiteError) -> [JournalRecord] {
        var segments: [[JournalRecord]] = []
        var newest = applied
        for name in names(path) {
            let bytes = try read(name)
            if let first = JournalRecord.label(atStartOf: bytes), first != label { throw foreign(name) }
            segments.append(JournalRecord.all(in: bytes, label: label))
            newest = max(newest, JournalRecord.newest(in: bytes, label: label) ?? applied)
        }
        let records = joined(segments).filter { $0.number > applied }
        for (index, record) in records.enumerated() where record.number != applied + Int64(index) + 1 {
            throw gap(applied + Int64(index) + 1, record.number)
        }
        let last = records.last?.number ?? applied
        // One more may be a record that was never acknowledged; what is beyond it followed something.
        guard newest <= last + 1 else { throw gap(last + 1, newest) }
        return records
    }

    /// Whether there is a record in any segment, of whatever database.
    static func isFound(_ path: String) throws(SQLiteError) -> Bool {
        for name in names(path) where JournalRecord.label(atStartOf: try read(name)) != nil { return true }
        return false
    }

    /// Whether there are segments and none holds a record of its run: each begins with one, and only one of
    /// them is written at a time.
    static func isHollow(_ path: String, label: UInt64) throws(SQLiteError) -> Bool {
        var isThere = false
        for name in names(path) {
            do throws(FileError) { _ = try DurableFile.size(of: name) } catch {
                guard case .missing = error else { throw SQLiteError(error) }
                continue
            }
            isThere = true
            if !JournalRecord.all(in: try read(name), label: label).isEmpty { return false }
        }
        return isThere
    }

    /// Whether a segment is missing.
    static func isMissing(_ path: String) throws(SQLiteError) -> Bool {
        for name in names(path) {
            do throws(FileError) {
                _ = try DurableFile.size(of: name)
            } catch {
                if case .missing = error { return true }
                throw SQLiteError(error)
            }
        }
        return false
    }

    /// The records of both in order. Where one segment ends with the number that the other begins with,
    /// that last record was never synced and is over.
    private static func joined(_ segments: [[JournalRecord]]) -> [JournalRecord] {
        let ordered = segments.filter { !$0.isEmpty }.sorted { $0[0].number < $1[0].number }
        guard let later = ordered.last, let first = later.first else { return [] }
        return ordered.dropLast().joined().filter { $0.number < first.number } + later
    }

    private static func read(_ name: String) throws(SQLiteError) -> [UInt8] {
        do throws(FileError) {
            return try DurableFile.readIfPresent(name, bytesMax: .max) ?? []
        } catch {
            throw SQLiteError(error)
        }
    }

    /// What is said of segments that were damaged.
    static func hollow(_ path: String) -> SQLiteError {
        .failed(
            code: 0,
            detail: "the journal beside the database holds nothing of its last run, which did not end by "
                + "itself: put back \(path).steps-1 and -2 as they were, or move both away to go on without")
    }

    /// What is said of segments beside a new or empty database.
    static func orphan(_ path: String) -> SQLiteError {
        .failed(
            code: 0,
            detail: "there is a journal, \(path).steps-1 and -2, and no database that it belongs to: put the "
                + "database back, or move both files away to begin anew")
    }

    private static func foreign(_ name: String) -> SQLiteError {
        .failed(
            code: 0,
            detail: "\(name) is the journal of another database or of another copy of this one: put the two "
                + "together that were together, or move both .steps files away to go on without them")
    }

    private static func gap(_ from: Int64, _ to: Int64) -> SQLiteError {
        .failed(
            code: 0,
            detail: "the journal beside the database lacks steps \(from) to \(to - 1): put the files "
                + "together that were together, or move both .steps files away to go on without them")
    }
}
