internal import BatonClient
internal import FoundationEssentials
package import Handoffs

/// The machine's clocks.
package struct SystemClock: DeviceClock {
    private let start = ContinuousClock.now

    /// Both clocks, from now on.
    package init() {}

    /// The system's clock, which somebody may set.
    package func wallTime() -> Instant {
        Instant(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
    }

    /// Linux' CLOCK_BOOTTIME: it counts suspended time and never jumps.
    package func uptime() -> Duration { ContinuousClock.now - start }
}
