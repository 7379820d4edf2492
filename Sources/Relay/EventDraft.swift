package import Handoffs
package import Wire

/// An event on its way into a device's log.
package struct EventDraft: Sendable {
    /// Whose log.
    package let device: DeviceID
    /// What kind.
    package let kind: EventKind
    /// The handoff that it is about.
    package let handoff: HandoffKey?
    /// When that handoff can no longer be claimed; with `offer` only, for `expires_in_ms`.
    package let expiresAt: Instant?
    /// A complete JSON object without what depends on the time of reading.
    package let data: [UInt8]
    /// A body that goes with it.
    package let attachment: Attachment

    /// An event for the log of `device`.
    package init(
        device: DeviceID, kind: EventKind, handoff: HandoffKey?, expiresAt: Instant?, data: [UInt8],
        attachment: Attachment
    ) {
        self.device = device
        self.kind = kind
        self.handoff = handoff
        self.expiresAt = expiresAt
        self.data = data
        self.attachment = attachment
    }

    /// A body that goes with an event. The log keeps only which it is; the bytes stand where tokens and
    /// outcomes are kept, and are carried here for those who wait already.
    package enum Attachment: Sendable {
        case none
        case token([UInt8])
        case outcome([UInt8])
    }
}

/// An event in a device's log.
package struct LoggedEvent: Sendable {
    /// Its place: one more than that of the event before it in the same log.
    package let sequence: Int64
    /// What kind.
    package let kind: EventKind
    /// The handoff that it is about.
    package let handoff: HandoffKey?
    /// When that handoff can no longer be claimed; with `offer` only.
    package let expiresAt: Instant?
    /// A complete JSON object.
    package let data: [UInt8]
    /// The body that goes with it; `.none` also where it is no longer kept.
    package let attachment: EventDraft.Attachment

    /// An event at its place.
    package init(
        sequence: Int64, kind: EventKind, handoff: HandoffKey?, expiresAt: Instant?, data: [UInt8],
        attachment: EventDraft.Attachment
    ) {
        self.sequence = sequence
        self.kind = kind
        self.handoff = handoff
        self.expiresAt = expiresAt
        self.data = data
        self.attachment = attachment
    }

    /// A draft that got its place.
    package init(_ draft: EventDraft, sequence: Int64) {
        self.init(
            sequence: sequence, kind: draft.kind, handoff: draft.handoff, expiresAt: draft.expiresAt,
            data: draft.data, attachment: draft.attachment)
    }
}
