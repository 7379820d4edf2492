internal import FoundationEssentials
internal import Handoffs
internal import Relay

/// This machine's clocks, for a relay. `ContinuousClock` is CLOCK_BOOTTIME on Linux: it counts sleep and
/// never steps (relay 34, 35).
struct ServerClock: RelayClock {
    private let start = ContinuousClock.now

    func now() -> Instant { Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }

    func uptime() -> Duration { start.duration(to: .now) }
}
