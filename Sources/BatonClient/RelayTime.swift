internal import Handoffs
internal import Synchronization

/// The relay's time as this device knows it: learned from answers, carried on by a clock that cannot jump
///
final class RelayTime: Sendable {
    private struct Reading: Sendable {
        let relay: Instant
        let uptime: Duration
    }

    private let clock: any DeviceClock
    private let reading = Mutex<Reading?>(nil)

    init(clock: any DeviceClock) { self.clock = clock }

    /// Takes what an answer said.
    func learn(_ time: Instant) {
        let reading = Reading(relay: time, uptime: clock.uptime())
        self.reading.withLock { $0 = reading }
    }

    /// The relay's time; before the first answer the wall clock stands in for it.
    var now: Instant {
        guard let reading = reading.withLock({ $0 }) else { return clock.wallTime() }
        return reading.relay.adding(clock.uptime() - reading.uptime)
    }
}
