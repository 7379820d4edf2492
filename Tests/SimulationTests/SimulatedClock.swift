import Handoffs
import Relay
import Synchronization

/// The time of a simulated world.
final class SimulatedClock: RelayClock {
    private let time = Mutex(Instant(seconds: 1_790_000_000))

    func now() -> Instant { time.withLock { $0 } }

    func uptime() -> Duration { now().since(Instant(seconds: 0)) }

    func advance(by duration: Duration) { time.withLock { $0 = $0.adding(duration) } }
}
