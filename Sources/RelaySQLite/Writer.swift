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
    private let onCommit: @Sendable (_ pagesWritten: Int) -> Void
    private let waitingMax: Int
    /// Below this size a group is not waited for: waiting would cost more than the commits it saves.
    private static let groupWorthWaiting = 8
    /// At most so many in one transaction, so that none waits long for the others.
    private static let groupMax = 512

    /// Takes the ledger over. `onCommit` is called after each group, on the thread that did it, with the
    /// pages that were written so far.
    init(
        _ ledger: consuming Ledger, waitingMax: Int,
        onCommit: @escaping @Sendable (_ pagesWritten: Int) -> Void
    ) {
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
        try await finish(PendingWork(body))
    }

    /// Lets the file take everything that has been acknowledged; readers see it when this returns.
    func catchUp() async throws(StoreFailure) {
        if let failure = try await finish(PendingWork(needsFile: true) { $0.fileFailure }) { throw failure }
    }

    private func finish<Value: Sendable>(_ work: PendingWork<Value>) async throws(StoreFailure) -> Value {
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

    /// Finishes what waits, refuses the rest and lets the file go; returns when the committer has ended.
    func close() {
        state.withLock { $0.close() }
        state.wakeAll()
        committer.join()
        if let ledger = state.withLock({ $0.takeLedger() }) { ledger.close() }
    }

    /// Commits on this thread if nobody joined, else leaves it to the committer.
    private func commitAlone(_ work: any Work) {
        var ledger = state.withLock { $0.takeAlone() }
        guard let isDone = ledger?.commitWithoutWaiting(work) else { return state.wakeAll() }
        let pages = ledger?.pagesWritten ?? 0
        if state.withLock({ $0.returnAlone(&ledger, left: isDone ? [] : [work]) }) { state.wakeAll() }
        onCommit(pages)
    }

    private static func runCommitter(
        _ state: Monitor<WriterState>, _ onCommit: @Sendable (_ pagesWritten: Int) -> Void
    ) {
        var patience = Patience(commit: .milliseconds(1))
        while true {
            switch state.wait(for: { $0.committerTask() }) {
            case .end: return
            case .commit: break
            }
            waitForGroup(state, patience)
            let group = state.withLock { $0.takeGroup(countMax: groupMax) }
            var ledger = state.withLock { $0.takeLedger() }
            let start = ContinuousClock.now
            ledger?.commit(group)
            patience = Patience(commit: ContinuousClock.now - start)
            let pages = ledger?.pagesWritten ?? 0
            state.withLock { $0.returnGroup(&ledger) }
            onCommit(pages)
        }
    }

    /// Lets the group grow while callers keep coming, up to the size that came together lately.
    private static func waitForGroup(_ state: Monitor<WriterState>, _ patience: Patience) {
        guard state.withLock({ $0.waitForGroup(worthWaiting: groupWorthWaiting) }) != nil else { return }
        let deadline = ContinuousClock.now + patience.group
        var seen = 0
        while ContinuousClock.now < deadline {
            if state.wait(within: patience.pause, for: { $0.isGroupComplete ? () : nil }) != nil { return }
            let count = state.withLock { $0.waiting.count }
            if count == seen { return }
            seen = count
        }
    }
}

/// How long the committer waits for a group, measured by what the commit that is saved would cost: on a
/// slow or busy disk more company is worth waiting for.
private struct Patience {
    /// For one more; when none comes, all who can come have come.
    let pause: Duration
    /// For the whole group.
    let group: Duration

    /// After a commit that took so long; about 0.5 ms on a quiet machine.
    init(commit: Duration) {
        pause = min(max(commit, .milliseconds(2)), .milliseconds(6))
        group = min(max(commit * 8, .milliseconds(16)), .milliseconds(40))
    }
}
