import Blocking
import SQLite

/// Where a commit is acknowledged from: its changes in one record, written over in place and synced. The
/// database file gets them at once too, in a transaction that stays open over many commits, and is
/// committed without waiting for the disk. So a step costs one short write instead of ten pages of 8 KiB,
/// and a page that many steps touch is written once.
///
/// There are two segments. When one is full the other is written; the full one is free again when the file's
/// own log is on disk with everything that it holds.
struct Journal: ~Copyable, Sendable {
    private let files: [JournalFile]
    private let label: UInt64
    private let logSync: LogSync
    private var active = 0
    private var end = 0
    private var other = Other.free

    /// The segment that is not written.
    private enum Other {
        case free
        /// It holds steps that the file may lack after a power cut.
        case needed
        /// All its steps are in the file's log, which is on its way to disk.
        case settling
    }

    /// Opens the segments beside the database at `path`. What they hold is over: see `pending`.
    init(path: String, label: UInt64, segmentBytes: Int) throws(FileError) {
        self.label = label
        files = [
            try JournalFile(Self.names(path)[0], segmentBytes),
            try JournalFile(Self.names(path)[1], segmentBytes),
        ]
        logSync = LogSync(database: path)
    }

    /// The files of the journal beside the database at `path`.
    static func names(_ path: String) -> [String] { ["\(path).steps-1", "\(path).steps-2"] }

    /// Puts a record on disk. False where it is longer than a segment, and nothing is done. Throws `full`
    /// where the file could not take what the segments hold.
    mutating func append(_ record: JournalRecord) throws(FileError) -> Bool {
        let bytes = record.encoded(label: label)
        let length = JournalRecord.room(for: bytes.count)
        guard length <= files[active].byteCount else { return false }
        if end + length > files[active].byteCount { try turn() }
        try files[active].put(bytes, at: end)
        // A record that was not synced is written over by the next one, which has the same number.
        end += length
        return true
    }

    /// Whether a segment is full, so that the file should be committed soon.
    var wantsCommit: Bool { other == .needed }

    /// The file has everything that was kept: the full segment is free as soon as the file's log is on disk.
    mutating func wasCommitted() {
        guard other == .needed else { return }
        other = .settling
        logSync.start()
    }

    /// Ends its thread and, where the database is on disk with everything, removes the files.
    consuming func close(removing path: String?) {
        logSync.close()
        guard let path else { return }
        for name in Self.names(path) {
            // What stays is known by its numbers as over.
            do throws(FileError) { _ = try DurableFile.remove(name) } catch {}
        }
    }

    private mutating func turn() throws(FileError) {
        switch other {
        case .free: break
        case .needed: throw .full(path: files[active].path)
        case .settling:
            do throws(FileError) {
                try logSync.finish()
            } catch {
                other = .needed
                throw error
            }
        }
        active = 1 - active
        end = 0
        other = .needed
    }

    /// What the segments beside the database at `path` hold and its file lacks, which has everything up to
    /// `applied`. Nothing where they do not go on from there: the file is a copy of another day, and stands
    /// for itself.
    static func pending(
        _ path: String, label: UInt64, after applied: Int64
    ) throws(FileError) -> [JournalRecord] {
        var records: [JournalRecord] = []
        for name in names(path) {
            let bytes = try DurableFile.readIfPresent(name, bytesMax: .max) ?? []
            records += JournalRecord.all(in: bytes, label: label).filter { $0.number > applied }
        }
        records.sort { $0.number < $1.number }
        for (index, record) in records.enumerated() where record.number != applied + Int64(index) + 1 {
            return Array(records[..<index])
        }
        return records
    }

    /// A label for the journal of one file.
    static func label(_ epoch: String) -> UInt64 { Checksum.of(Array(epoch.utf8).span, 0) }
}

/// One segment.
private final class JournalFile: Sendable {
    let path: String
    let byteCount: Int
    private let file: FixedFile

    init(_ path: String, _ byteCount: Int) throws(FileError) {
        self.path = path
        self.byteCount = byteCount
        file = try FixedFile(path, byteCount: byteCount)
    }

    func put(_ bytes: [UInt8], at offset: Int) throws(FileError) {
        try file.write(bytes, at: offset)
        try file.syncData()
    }
}
