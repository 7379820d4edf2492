import Blocking
package import Handoffs
package import Relay
package import SQLite
import Synchronization

/// The relay's store on one machine: one SQLite file, one writer that commits many requests together,
/// readers and checkpoints beside it.
///
/// One process has a file at a time (a lock beside it says so). `close` ends its threads.
package final class SQLiteRelayStore: RelayStore {
    package let epoch: String
    private let time: StoreTime
    private let writer: Writer
    private let readers: Readers
    private let checkpointer: Checkpointer
    let lag = FileLag()
    private let lock: Mutex<FileLock?>
    /// Whether the file was left by a run that did not end by itself, without its journal: the last steps of
    /// that run may be missing. So it is with a copy that was made while a relay ran.
    package let lacksJournal: Bool

    /// Opens or makes the file at `path`. Throws `busy` where another relay has it.
    package init(
        path: String, clock: any RelayClock, settings: StoreSettings = StoreSettings()
    ) throws(SQLiteError) {
        // SQLite goes by the file's true place, and so do the names of lock and journal.
        let path = try Self.target(path)
        lock = Mutex(try Self.lock(path))
        time = StoreTime(clock: clock)
        let relief = LogRelief()
        let ledger = try Ledger.open(path, time: time, settings: settings, relief: relief, lag: lag)
        epoch = ledger.epoch
        lacksJournal = ledger.lacksJournal
        readers = try Readers(path: path, count: 4)
        let checkpointer = try Checkpointer(path: path, settings: settings, relief: relief, lag: lag)
        self.checkpointer = checkpointer
        writer = Writer(ledger, waitingMax: settings.waitingMax) { checkpointer.note(pagesWritten: $0) }
    }

    /// One transaction, shared with whoever comes at the same time; see `RelayStore`.
    package func apply(
        _ scope: RelayScope, _ body: @escaping @Sendable (inout RelaySlice) -> Void
    ) async throws(StoreFailure) -> [AddressedEvent] {
        try await writer.run { ledger throws(SQLiteError) in try ledger.update(scope, body) }
    }

    /// What is committed, read on the caller's thread in microseconds.
    package func read(_ scope: RelayScope) async throws(StoreFailure) -> RelaySlice {
        let now = time.now()
        return try await read { db throws(SQLiteError) in
            var logs = DeviceLogs()
            var known = OpenHandoffs()
            return try db.load(scope, now: now, logs: &logs, known: &known).slice
        }
    }

    /// A page of one log, with the bodies that its events name, in one view.
    package func events(
        of device: DeviceID, after sequence: Int64, limit: EventLimit
    ) async throws(StoreFailure) -> EventLogPage {
        try await read { db throws(SQLiteError) in try db.events(of: device, after: sequence, limit: limit) }
    }

    /// Everything open of a device, in one view.
    package func open(of device: DeviceID) async throws(StoreFailure) -> DeviceSnapshot {
        let now = time.now()
        return try await read { db throws(SQLiteError) in try db.snapshot(of: device, now: now) }
    }

    /// Whose logs have grown, by the number that each event got in its transaction.
    package func touched(after mark: Int64, limit: Int) async throws(StoreFailure) -> Touched {
        try await read { db throws(SQLiteError) in try db.touched(after: mark, limit: limit) }
    }

    /// What time has moved on, by the index over `wake`.
    package func due(limit: Int) async throws(StoreFailure) -> DueWork {
        let now = time.now()
        return try await read { db throws(SQLiteError) in try db.due(now, limit: limit) }
    }

    /// A batch of what may go, in a transaction like any other's.
    package func forget(limit: Int) async throws(StoreFailure) -> Int {
        try await writer.run { ledger throws(SQLiteError) in try ledger.forget(limit: limit) }
    }

    /// Whether a read works.
    package func isReady() async -> Bool {
        do throws(StoreFailure) {
            return try await read { db throws(SQLiteError) in
                try db.first("SELECT epoch FROM relay") { _ in true } ?? false
            }
        } catch {
            // Whatever it is, the store does not answer.
            return false
        }
    }

    /// Commits what waits, ends the threads and lets another process have the file. Later reads and updates
    /// are refused.
    ///
    /// The last connection to go moves the log into the file and removes it, so that one file is left, and
    /// its lock, which must stay (see `FileLock`).
    package func close() {
        writer.close()
        readers.close()
        checkpointer.close()
        lock.withLock { $0 = nil }
    }

    /// What the store has done since it was opened, and how it stands, for metrics.
    package func statistics() -> StoreStatistics {
        let (work, waiting) = writer.statistics()
        return StoreStatistics(writer: work, waiting: waiting, logPages: checkpointer.logPages())
    }

    /// INVARIANT: whoever has been answered finds what the answer rests on: the file is brought up to date
    /// first. Where a full disk does not let it, the writer's open transaction is read instead.
    private func read<Value: Sendable>(
        _ body: @escaping @Sendable (inout Database) throws(SQLiteError) -> Value
    ) async throws(StoreFailure) -> Value {
        if lag.exists {
            do throws(StoreFailure) {
                try await writer.catchUp()
            } catch {
                return try await writer.run { ledger throws(SQLiteError) in try body(&ledger.db) }
            }
        }
        do throws(SQLiteError) {
            return try readers.read(body)
        } catch {
            throw StoreFailure(error)
        }
    }

    private static func target(_ path: String) throws(SQLiteError) -> String {
        do throws(FileError) { return try DurableFile.target(of: path) } catch { throw SQLiteError(error) }
    }

    private static func lock(_ path: String) throws(SQLiteError) -> FileLock {
        let names: Int
        do throws(FileError) {
            names = try DurableFile.nameCount(of: path)
            if names <= 1, let lock = try FileLock.tryAcquire("\(path).lock") { return lock }
        } catch {
            // The lock stands beside the file: people know the file and its folder.
            if case .missing = error { throw .cannotOpen(path: path, reason: "its folder does not exist") }
            throw .cannotOpen(path: path, reason: error.description)
        }
        guard names > 1 else { throw .busy }
        // Under its other name it has another lock, log and journal.
        throw .cannotOpen(
            path: path,
            reason:
                "it has a second name (a hard link), under which another relay could have it: remove that "
                + "name, or make a copy")
    }
}

/// How a store stands.
package struct StoreStatistics: Sendable {
    /// Transactions and what was in them.
    package let writer: WriterStatistics
    /// Updates that wait now.
    package let waiting: Int
    /// Pages of 8 KiB in the write-ahead log at the last look.
    package let logPages: Int
}
