package import Handoffs

/// A device's place in its log as a value: it moves over contiguous sequences only, so nothing that was
/// missed is ever passed over (R-02; Protocol/events.md).
package struct EventOrder: Sendable, Equatable {
    /// What an event that came is worth.
    package enum Verdict: Sendable, Equatable, CaseIterable {
        /// The next one: hand it out.
        case next
        /// Handed out before.
        case seen
        /// Something before it is missing: read again from the cursor.
        case gap
    }

    /// Of the last event whose reader came back for the next.
    package private(set) var cursor: EventCursor?
    /// Of the event that is handed out and not come back from.
    private var handedOut: EventCursor?

    /// A place to begin; nil for the log's beginning.
    package init(after cursor: EventCursor?) { self.cursor = cursor }

    /// Judges the event at `place`. A `resync` begins anew wherever it stands.
    package func verdict(on place: EventCursor?, isResync: Bool = false) -> Verdict {
        guard let place, let cursor, !isResync, place.epoch == cursor.epoch else { return .next }
        if place.sequence <= cursor.sequence { return .seen }
        return place.sequence == cursor.sequence + 1 ? .next : .gap
    }

    /// The event at `place` is handed out.
    package mutating func handOut(_ place: EventCursor?) { handedOut = place }

    /// The reader came back: what it was handed is dealt with.
    package mutating func acknowledge() {
        if let handedOut { cursor = handedOut }
        handedOut = nil
    }
}
