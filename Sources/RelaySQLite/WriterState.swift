import Blocking
import Relay

/// What the writer's callers and its committer share under the lock.
struct WriterState: ~Copyable {
    /// At rest, here; while somebody commits, with them.
    private var ledger: Ledger?
    private(set) var waiting: [any Work] = []
    private var phase = Phase.quiet
    /// About how many came together lately.
    private var groupSize = 1
    /// How many the committer waits for; nil when it waits for none.
    private var wanted: Int?
    private var isClosing = false
    private(set) var statistics = WriterStatistics()

    /// Who looks after what waits.
    private enum Phase {
        /// Nothing waits.
        case quiet
        /// A caller has given way and will look again.
        case gathering
        /// A caller commits on its own thread.
        case alone
        /// The committer is at it, or has been told.
        case committer
    }

    /// What a caller has to do after adding its work.
    enum Addition {
        /// Give way once, then look whether it is alone.
        case first
        /// Wait.
        case joined
        /// Wait, and wake the committer: the group is complete.
        case completed
        /// Go away.
        case refused(StoreFailure)
    }

    init(_ ledger: consuming Ledger) { self.ledger = consume ledger }

    /// Adds work to the next group.
    mutating func add(_ work: any Work, waitingMax: Int) -> Addition {
        guard !isClosing else { return .refused(.failed("the store is closed")) }
        guard waiting.count < waitingMax else {
            statistics.refused += 1
            return .refused(.busy)
        }
        waiting.append(work)
        switch phase {
        case .quiet:
            phase = .gathering
            return .first
        case .gathering, .alone: return .joined
        case .committer: return waiting.count == wanted ? .completed : .joined
        }
    }

    /// The ledger for the only caller that waits, or nil where the committer has to do it.
    mutating func takeAlone() -> Ledger? {
        guard phase == .gathering else { return nil }
        guard waiting.count == 1 else {
            phase = .committer
            return nil
        }
        phase = .alone
        waiting.removeAll(keepingCapacity: true)
        noteGroup(1)
        return ledger.take()
    }

    /// Takes the ledger back from a caller. `left` is work that it could not do. True where the committer
    /// must go on.
    mutating func returnAlone(_ ledger: inout Ledger?, left: [any Work]) -> Bool {
        noteCommits(&ledger)
        self.ledger = ledger.take()
        waiting = left + waiting
        phase = waiting.isEmpty ? .quiet : .committer
        return !waiting.isEmpty
    }

    /// Whether the committer has something to do, or may end; nil while neither.
    func committerTask() -> CommitterTask? {
        if !waiting.isEmpty, phase == .committer || (isClosing && phase == .gathering) { return .commit }
        return isClosing && phase == .quiet ? .end : nil
    }

    enum CommitterTask { case commit, end }

    /// How many the committer should wait for before it commits; nil where it should not wait.
    mutating func waitForGroup(worthWaiting: Int) -> Int? {
        phase = .committer
        // Not all: stragglers join the next group rather than hold up this one.
        wanted = groupSize >= worthWaiting && !isClosing ? groupSize * 7 / 8 : nil
        return wanted
    }

    /// Whether the group is as large as wanted.
    var isGroupComplete: Bool { isClosing || waiting.count >= wanted ?? 0 }

    /// The next group of at most `countMax`, for the committer.
    mutating func takeGroup(countMax: Int) -> [any Work] {
        wanted = nil
        let group = Array(waiting.prefix(countMax))
        waiting.removeFirst(group.count)
        noteGroup(group.count)
        return group
    }

    /// The ledger, for the committer; nobody else takes it while the phase is the committer's.
    mutating func takeLedger() -> Ledger? { ledger.take() }

    /// Takes the ledger back from the committer.
    mutating func returnGroup(_ ledger: inout Ledger?) {
        noteCommits(&ledger)
        self.ledger = ledger.take()
        phase = waiting.isEmpty ? .quiet : .committer
    }

    /// Lets the committer end when nothing waits any more.
    mutating func close() { isClosing = true }

    private mutating func noteCommits(_ ledger: inout Ledger?) {
        statistics.commits = ledger?.commits ?? statistics.commits
    }

    private mutating func noteGroup(_ count: Int) {
        groupSize = max(count, groupSize * 7 / 8)
        statistics.groups += 1
        statistics.works += count
        statistics.largestGroup = max(statistics.largestGroup, count)
    }
}

/// What the writer has done since it started, for metrics.
package struct WriterStatistics: Sendable {
    /// Groups of updates that were done together.
    package var groups = 0
    /// Commits: groups that changed something.
    package var commits = 0
    /// Updates in them.
    package var works = 0
    /// The most updates in one.
    package var largestGroup = 0
    /// Updates that were refused because too many waited.
    package var refused = 0
}
