/// How a database is opened.
package struct DatabaseOptions: Sendable {
    /// What may be done to the file.
    package enum Access: Sendable {
        /// Reading and writing; the file is made, with mode 0600, where it is missing.
        case readWrite
        /// Reading what is there. Migrations are not run.
        case readOnly
    }

    /// When a commit waits for the disk.
    package enum Synchronous: String, Sendable {
        /// At each commit: what has been committed survives a power cut.
        case full = "FULL"
        /// At checkpoints only: a power cut may take the last commits, never the consistency.
        case normal = "NORMAL"
    }

    package var access: Access
    package var synchronous: Synchronous
    /// How long a statement waits for another process's lock before `busy`.
    package var busyTimeout: Duration
    /// The page size of a new file, a power of two from 512 to 65 536.
    package var pageBytes: Int
    /// A commit that leaves the log with this many pages checkpoints by itself; 0: never.
    package var checkpointPages: Int
    /// What is kept of the log's file after a checkpoint that emptied it.
    package var journalBytesMax: Int
    /// The page cache of this connection.
    package var cacheBytes: Int
    /// Overwrites what is deleted with zeros, for files that hold secrets; otherwise only where that costs
    /// no write.
    package var erasesDeleted: Bool

    /// Durable and cautious unless said otherwise.
    package init(
        access: Access = .readWrite, synchronous: Synchronous = .full, busyTimeout: Duration = .seconds(5),
        pageBytes: Int = 4_096, checkpointPages: Int = 1_000, journalBytesMax: Int = 67_108_864,
        cacheBytes: Int = 4_194_304, erasesDeleted: Bool = true
    ) {
        self.access = access
        self.synchronous = synchronous
        self.busyTimeout = busyTimeout
        self.pageBytes = pageBytes
        self.checkpointPages = checkpointPages
        self.journalBytesMax = journalBytesMax
        self.cacheBytes = cacheBytes
        self.erasesDeleted = erasesDeleted
    }
}
