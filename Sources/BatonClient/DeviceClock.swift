package import Handoffs

/// The time of this device: a port, so that tests may have their own.
package protocol DeviceClock: Sendable {
    /// What the wall clock says; it may be wrong and may jump.
    func wallTime() -> Instant
    /// A clock that never jumps and counts suspended time.
    func uptime() -> Duration
}
