import Handoffs
import Relay
import Synchronization

/// The store's time: the clock's, and never behind the last one that was written, also over a restart. So a
/// clock that is set back can revive nothing that has expired.
final class StoreTime: Sendable {
    private let clock: any RelayClock
    private let written = Atomic<Int64>(0)

    init(clock: any RelayClock) { self.clock = clock }

    /// The time for what is decided now.
    func now() -> Instant { max(clock.now(), last) }

    /// The latest time that was written.
    var last: Instant { Instant(milliseconds: written.load(ordering: .relaxed)) }

    /// Something was written at this time.
    func passed(_ time: Instant) { written.max(time.milliseconds, ordering: .relaxed) }
}
