package import Handoffs

/// What time it is: a port, so that tests and the simulator have their own.
package protocol RelayClock: Sendable {
    /// The time of day.
    func now() -> Instant
    /// Time since some fixed point that never steps and counts sleep (CLOCK_BOOTTIME; relay 34, 35).
    func uptime() -> Duration
}
