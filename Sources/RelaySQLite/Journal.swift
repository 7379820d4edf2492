import Blocking
import SQLite

/// Where a commit is acknowledged from: its changes in one record, written over in place and synced. The
/// database file gets them at once too, in a transaction that stays open over many commits, and is
/// committed without waiting for the disk. So a step costs one short write instead of ten pages of 8 KiB,
/// and a page that many steps touch is written once.
///
/// There are two segments. When one is full the other is written; the full one is free again when the file's
/// own log is on disk with everything that it holds.
///
/// INVARIANT: whatever the machine forgets at a power cut, the database still holds every step up to some
/// number, and the two segments hold every later one that was acknowledged. SQLite keeps its own part: it
/// syncs its log before it moves pages into the file, and the file before it writes the log anew.
struct Journal: ~Copyable, Sendable {
    private let files: [JournalFile]
    /// What tells its records from all others.
    let label: UInt64
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

    /// Opens the segments beside the database at `path` and empties them, so the database has to be on disk
    /// with all that they hold: see `pending`. `label` is a new one: nothing older is ever read as its own.
    init(path: String, label: UInt64, segmentBytes: Int, lag: FileLag) throws(FileError) {
        let names = Self.names(path)
        let files = [try JournalFile(names[0], segmentBytes), try JournalFile(names[1], segmentBytes)]
        let logSync = try LogSync(database: path, lag: lag)
        self.files = files
        self.label = label
        self.logSync = logSync
    }

    /// The files of the journal beside the database at `path`.
    static func names(_ path: String) -> [String] { ["\(path).steps-1", "\(path).steps-2"] }

    /// Puts a record that changes nothing at the head of both segments, so that segments which were damaged
    /// are told from those of a run that wrote nothing. The first step writes over it.
    borrowing func begin(with record: JournalRecord) throws(FileError) {
        for file in files { try file.put(record.encoded(label: label), at: 0) }
    }

    /// Puts a record on disk. One that is longer than a segment makes that segment longer. Throws `full`
    /// where the file could not take what the segments hold.
    mutating func append(_ record: JournalRecord) throws(FileError) {
        let bytes = record.encoded(label: label)
        let length = JournalRecord.room(for: bytes.count)
        if end > 0, end + length > files[active].byteCount { try turn() }
        try files[active].put(bytes, at: end)
        // A record that was not synced is written over by the next one, which has the same number, or left
        // behind by the segment that begins with that number.
        end += length
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
        case .settling: try logSync.finish()
        }
        active = 1 - active
        end = 0
        other = .needed
    }
}

/// One segment.
private final class JournalFile: Sendable {
    let path: String
    let byteCount: Int
    private let file: FixedFile

    /// Opens or makes it, with no record in it.
    init(_ path: String, _ byteCount: Int) throws(FileError) {
        self.path = path
        self.byteCount = byteCount
        file = try FixedFile(path, byteCount: byteCount)
        try put([UInt8](repeating: 0, count: JournalRecord.headBytes), at: 0)
    }

    func put(_ bytes: [UInt8], at offset: Int) throws(FileError) {
        try file.write(bytes, at: offset)
        try file.syncData()
    }
}
