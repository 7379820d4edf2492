package import Handoffs
package import JSON

/// The answer to a long poll for events (Protocol/events.md).
package struct EventPage: Sendable, Equatable {
    /// What came after the cursor, in order; empty when nothing did.
    package let events: [Entry]
    /// Where to go on.
    package let cursor: EventCursor
    /// The relay's time when it wrote this.
    package let serverTime: Instant

    /// One event with its place.
    package struct Entry: Sendable, Equatable {
        /// Nil for events of the stream alone.
        package let id: EventCursor?
        /// What happened.
        package let event: RelayEvent
    }

    /// Reads an answer; unknown kinds are kept as such.
    package init(parsing body: [UInt8], bytesMax: Int = 1 << 20) throws(JSONError) {
        let node = try JSONNode(parsing: body, limits: WireLimits.json(bytesMax: bytesMax))
        let place = try node.member("cursor")
        guard let cursor = EventCursor(text: try place.string()) else { throw place.invalid("is no cursor") }
        self.cursor = cursor
        serverTime = try node.member("server_time_ms").instant()
        var events: [Entry] = []
        for element in try node.member("events").array() {
            let id = try element.present("id").map { node throws(JSONError) in
                guard let cursor = EventCursor(text: try node.string()) else {
                    throw node.invalid("is no cursor")
                }
                return cursor
            }
            let data = try element.member("data").value.encoded()
            events.append(
                Entry(id: id, event: try RelayEvent(kind: element.member("event").string(), data: data)))
        }
        self.events = events
    }
}
