internal import Relay
internal import Synchronization

/// The ends of all long polls, looked at once a second: no timer of their own.
final class WaitDeadlines: Sendable {
    private struct State {
        var waiting: [ObjectIdentifier: (waiter: Waiter, until: Duration)] = [:]
        var haveEnded = false
    }

    private let state = Mutex(State())

    /// Whether the relay is stopping, so that nothing waits any more.
    var haveEnded: Bool { state.withLock { $0.haveEnded } }

    func add(_ waiter: Waiter, until: Duration) {
        let haveEnded = state.withLock { state in
            if !state.haveEnded { state.waiting[ObjectIdentifier(waiter)] = (waiter, until) }
            return state.haveEnded
        }
        if haveEnded { waiter.wake() }
    }

    func remove(_ waiter: Waiter) {
        state.withLock { _ = $0.waiting.removeValue(forKey: ObjectIdentifier(waiter)) }
    }

    func tick(_ uptime: Duration) {
        let over = state.withLock { state in
            state.waiting.values.filter { $0.until <= uptime }.map(\.waiter)
        }
        for waiter in over { waiter.wake() }
    }

    /// Ends every wait, now and from now on, for a drain.
    func endAll() {
        let all = state.withLock { state in
            state.haveEnded = true
            return state.waiting.values.map(\.waiter)
        }
        for waiter in all { waiter.wake() }
    }
}
