import Blocking
import Relay
import SQLite

/// Lets many callers share one commit.
///
/// The first caller of a quiet moment gives way once, so that requests which are ready on its thread can
/// join. If none did, it does its own work and commits on its own thread: no hop. Otherwise the committer,
/// a thread of its own, takes the group, and whatever arrives meanwhile is the next group. Under load the
/// committer lets a group grow until about as many have come as lately came together: each of those callers
/// waits for its answer, so few come twice.
final class Writer: Sendable {
    private let state: Monitor<WriterState>
    private let committer: WorkerThread
    private let onCommit: @Sendable () -> Void
    private let waitingMax: Int
    /// Below this size a group is not waited for: waiting would cost more than the commits it saves.
    private static let groupWorthWaiting = 8
    /// At most so many in one transaction, so that none waits long for the others.
    private static let groupMax = 512
    /// How long the committer waits for one more, and for a whole group. The sync that is saved takes about
    /// 0.3 ms.
    private static let pause: Duration = .milliseconds(1)
    private static let patience: Duration = .milliseconds(8)

    /// Takes the ledger over. `onCommit` is called after each commit, on the thread that made it.
    init(_ ledger: consuming Ledger, waitingMax: Int, onCommit: @escaping @Sendable () -> Void) {
        let state = Monitor(WriterState(ledger))
        self.state = state
        self.waitingMax = waitingMax
        self.onCommit = onCommit
        committer = WorkerThread { Self.runCommitter(state, onCommit) }
    }

    /// Does `body` in a transaction and returns once that is on disk. Throws `busy` where too much waits.
    func run<Value: Sendable>(
        _ body: @escaping @Sendable (inout Ledger) throws(SQLiteError) -> Value
    ) async throws(StoreFailure) -> Value {
        let work = PendingWork(body)
        switch state.withLock({ $0.add(work, waitingMax: waitingMax) }) {
        case .refused(let failure): throw failure
        case .joined: break
        case .completed: state.wakeAll()
        case .first:
            await Task.yield()
            commitAlone(work)
        }
        return try await work.result()
    }

    /// What has been done so far, and how much waits now.
    func statistics() -> (WriterStatistics, waiting: Int) {
        state.withLock { ($0.statistics, $0.waiting.count) }
    }

    /// Finishes what waits and refuses the rest; returns when the committer has ended.
    func close() {
        state.withLock { $0.close() }
        state.wakeAll()
        committer.join()
    }

    /// Commits on this thread if nobody joined, else leaves it to the committer.
    private func commitAlone(_ work: any Work) {
        var ledger = state.withLock { $0.takeAlone() }
        guard let isDone = ledger?.commitWithoutWaiting(work) else { return state.wakeAll() }
        if state.withLock({ $0.returnAlone(&ledger, left: isDone ? [] : [work]) }) { state.wakeAll() }
        onCommit()
    }

    private static func runCommitter(_ state: Monitor<WriterState>, _ onCommit: @Sendable () -> Void) {
        while true {
            switch state.wait(for: { $0.committerTask() }) {
            case .end: return
            case .commit: break
            }
            waitForGroup(state)
            let group = state.withLock { $0.takeGroup(countMax: groupMax) }
            var ledger = state.withLock { $0.takeLedger() }
            ledger?.commit(group)
            state.withLock { $0.returnGroup(&ledger) }
            onCommit()
        }
    }

    /// Lets the group grow while callers keep coming, up to the size that came together lately.
    private static func waitForGroup(_ state: Monitor<WriterState>) {
        guard state.withLock({ $0.waitForGroup(worthWaiting: groupWorthWaiting) }) != nil else { return }
        let deadline = ContinuousClock.now + patience
        var seen = 0
        while ContinuousClock.now < deadline {
            if state.wait(within: pause, for: { $0.isGroupComplete ? () : nil }) != nil { return }
            let count = state.withLock { $0.waiting.count }
            if count == seen { return }
            seen = count
        }
    }
}
