package import Handoffs
internal import Synchronization

/// Who waits for what on this node: the doorbell's in-process end. Rings come after the commit, on the
/// thread of whoever committed; a lost ring only delays, for waiters read the log themselves.
package final class EventHub: Sendable {
    private let shards: [Shard]
    private let pairings = Mutex<[PairingID: [Waiter]]>([:])

    /// A hub that nobody listens to yet.
    package init() { shards = (0..<16).map { _ in Shard() } }

    /// Somebody who follows one device's log.
    package protocol Listener: AnyObject, Sendable {
        /// Events were appended; they may come twice, late or with gaps between calls.
        func rang(_ events: [LoggedEvent])
        /// The log may have grown: read it.
        func mustRead()
        /// A newer listener took its place.
        func displaced()
    }

    private final class Shard: Sendable {
        let listeners = Mutex<[DeviceID: [any Listener]]>([:])
    }

    private func shard(_ device: DeviceID) -> Shard { shards[abs(device.hashValue % shards.count)] }

    /// Registers a listener. Beyond `listenersMax` of one device the oldest is displaced: a phone that comes
    /// back must not be locked out by its own dead connection (relay 22).
    package func add(_ listener: any Listener, of device: DeviceID, listenersMax: Int) {
        let displaced = shard(device).listeners.withLock { listeners -> (any Listener)? in
            var own = listeners[device] ?? []
            let oldest = own.count >= listenersMax ? own.removeFirst() : nil
            own.append(listener)
            listeners[device] = own
            return oldest
        }
        displaced?.displaced()
    }

    /// Takes a listener off; nothing happens where it is gone already.
    package func remove(_ listener: any Listener, of device: DeviceID) {
        shard(device).listeners.withLock { listeners in
            guard var own = listeners[device] else { return }
            own.removeAll { $0 === listener }
            listeners[device] = own.isEmpty ? nil : own
        }
    }

    /// Tells those who follow these logs. Events of one device that follow each other are told together.
    func ring(_ events: [AddressedEvent]) {
        var index = 0
        while index < events.count {
            let device = events[index].device
            let run = events[index...].prefix { $0.device == device }
            tell(device) { $0.rang(run.map(\.event)) }
            index += run.count
        }
    }

    /// Makes those who follow this log read it: the net below the doorbell.
    func mustRead(_ device: DeviceID) { tell(device) { $0.mustRead() } }

    private func tell(_ device: DeviceID, _ body: (any Listener) -> Void) {
        let listeners = shard(device).listeners.withLock { $0[device] ?? [] }
        for listener in listeners { body(listener) }
    }

    /// How many listen.
    package var listenerCount: Int {
        shards.reduce(0) { sum, shard in
            sum + shard.listeners.withLock { $0.values.reduce(0) { $0 + $1.count } }
        }
    }

    // MARK: Pairings

    /// Wakes those who wait for a pairing.
    func ring(_ pairing: PairingID) {
        let waiters = pairings.withLock { $0.removeValue(forKey: pairing) ?? [] }
        for waiter in waiters { waiter.wake() }
    }

    /// Wakes everybody who waits for a pairing, to look again.
    func ringAllPairings() {
        let all = pairings.withLock { waiting -> [[Waiter]] in
            defer { waiting = [:] }
            return Array(waiting.values)
        }
        for waiter in all.joined() { waiter.wake() }
    }

    /// Registers somebody who waits for the next ring of a pairing; at most eight a pairing.
    package func add(_ waiter: Waiter, for pairing: PairingID) {
        let displaced = pairings.withLock { waiting -> Waiter? in
            var own = waiting[pairing] ?? []
            let oldest = own.count >= 8 ? own.removeFirst() : nil
            own.append(waiter)
            waiting[pairing] = own
            return oldest
        }
        displaced?.wake()
    }
}

/// One wait that ends exactly once: by a ring, at its deadline, or because nobody waits any more.
package final class Waiter: Sendable {
    private enum State: Sendable {
        case idle
        case waiting(CheckedContinuation<Void, Never>)
        case woken
    }

    private let state = Mutex<State>(.idle)
    private let wasDisplaced = Mutex(false)

    /// Whether a newer listener took its place.
    package var isDisplaced: Bool { wasDisplaced.withLock { $0 } }

    /// A wait that has not begun; a ring that comes before `wait()` is kept.
    package init() {}

    /// Returns after the first `wake()`, or when the task is cancelled.
    package func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isWoken = state.withLock { state in
                    guard case .idle = state else { return true }
                    state = .waiting(continuation)
                    return false
                }
                if isWoken { continuation.resume() }
            }
        } onCancel: {
            wake()
        }
    }

    /// Ends the wait.
    package func wake() {
        let continuation = state.withLock { state -> CheckedContinuation<Void, Never>? in
            defer { state = .woken }
            guard case .waiting(let continuation) = state else { return nil }
            return continuation
        }
        continuation?.resume()
    }
}

extension Waiter: EventHub.Listener {
    /// Ends the wait: what came is read from the log.
    package func rang(_ events: [LoggedEvent]) { wake() }
    /// Ends the wait.
    package func mustRead() { wake() }
    /// Ends the wait for good.
    package func displaced() {
        wasDisplaced.withLock { $0 = true }
        wake()
    }
}
