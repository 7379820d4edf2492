/// The relay's own bounds. Each name equals its row in Protocol/limits.md; those of `RelaySettings` can be
/// changed when a relay is started, these cannot.
package enum RelayLimits {
    /// Open handoffs of a sender: more than anybody buys at once, few enough to bound its rows.
    package static let openPerSender = 16
    /// Offered or claimed handoffs that wait for one recipient: more would be spam.
    package static let waitingPerRecipient = 64
    /// How far a token's `iat` may lie from the relay's time.
    package static let clockSkew: Duration = .seconds(60)
    /// Events kept for a device that never comes.
    package static let eventsPerDevice = 4096
    /// How long an event is kept that nobody acknowledged.
    package static let eventsKept: Duration = .seconds(30 * 86_400)
    /// Events in one page of a log.
    package static let pageEvents = 64
    /// Bytes after which a page of a log ends.
    package static let pageBytes = 32_768
    /// Rows that the sweeper moves or deletes at once, so that it never holds up a request.
    package static let sweepRows = 256
}
