internal import Handoffs
internal import Synchronization

/// Which signatures this node has seen: each (key, nonce) is good once (Protocol/http.md, "Replays").
///
/// INVARIANT: a request is remembered for at least 120 s after it came, which covers one signed 60 s ahead
/// (relay 32). What came before the start is not known, so older signatures are refused as stale.
final class ReplayMemory: Sendable {
    private struct State {
        var current: Set<Int> = []
        var older: [Set<Int>] = []
        var turnedAt: Duration
    }

    private let state: Mutex<State>
    /// Two generations of 60 s and the one being filled.
    private static let generationSpan: Duration = .seconds(60)
    private static let olderCount = 3
    /// Signatures remembered in 60 s: more than one node can check.
    private static let generationMax = 1_000_000

    init(uptime: Duration) { state = Mutex(State(turnedAt: uptime)) }

    enum Verdict { case fresh, replayed, full }

    /// Remembers a signature; `.replayed` where it is known already.
    func remember(_ key: DeviceID, _ nonce: String, at uptime: Duration) -> Verdict {
        var hasher = Hasher()
        hasher.combine(key)
        hasher.combine(nonce)
        let hash = hasher.finalize()
        return state.withLock { state in
            while uptime - state.turnedAt >= Self.generationSpan {
                state.older.insert(state.current, at: 0)
                if state.older.count > Self.olderCount { state.older.removeLast() }
                state.current = []
                let isFarBehind = uptime - state.turnedAt >= Self.generationSpan * (Self.olderCount + 2)
                state.turnedAt = isFarBehind ? uptime : state.turnedAt + Self.generationSpan
            }
            if state.older.contains(where: { $0.contains(hash) }) { return .replayed }
            guard state.current.count < Self.generationMax else { return .full }
            return state.current.insert(hash).inserted ? .fresh : .replayed
        }
    }
}
