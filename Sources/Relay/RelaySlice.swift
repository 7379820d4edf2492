package import Handoffs

/// The part of the store that one update works on: loaded rows to change, counts to decide by, and what is
/// to be written beside the rows.
package struct RelaySlice: Sendable {
    /// The store's time: never behind the last one that was written, also over a restart.
    package let now: Instant
    /// Those of the asked that exist; append to insert, change to update.
    package var handoffs: [Handoff] = []
    /// The asked pairing; set to insert or update.
    package var pairing: Pairing?
    /// Those of the asked grants that a living pairing gives.
    package var grants: Set<GrantKey> = []
    /// The signing keys found, uncompressed.
    package var devices: [DeviceID: [UInt8]] = [:]
    /// Open handoffs of the asked sender.
    package var openCount = 0
    /// Waiting handoffs of the asked recipients.
    package var waitingCounts: [DeviceID: Int] = [:]
    /// The asked token's body.
    package var token: [UInt8]?
    /// The asked outcome's body.
    package var outcome: [UInt8]?
    /// How far the asked device has acknowledged; change to acknowledge more.
    package var acknowledged: Int64 = 0
    /// The newest sequence of the asked device's log.
    package var newest: Int64 = 0

    /// Token bodies to keep. When a handoff becomes terminal, the store deletes its token bodies by itself.
    package var newTokens: [NewToken] = []
    /// An outcome body to keep.
    package var newOutcome: NewOutcome?
    /// Signing keys to keep.
    package var newDevices: [Pairing.Party] = []
    /// Events to append, in order.
    package private(set) var events: [EventDraft] = []

    /// A slice at a time, for a store to fill.
    package init(now: Instant) { self.now = now }

    /// Appends an event to a device's log.
    package mutating func append(_ event: EventDraft) { events.append(event) }

    /// A token body with its key.
    package struct NewToken: Sendable {
        /// Where it belongs.
        package let key: TokenKey
        /// The compact JWS.
        package let body: [UInt8]

        /// A token body.
        package init(key: TokenKey, body: [UInt8]) {
            self.key = key
            self.body = body
        }
    }

    /// An outcome body with its key.
    package struct NewOutcome: Sendable {
        /// Where it belongs.
        package let key: HandoffKey
        /// The compact JWS.
        package let body: [UInt8]

        /// An outcome body.
        package init(key: HandoffKey, body: [UInt8]) {
            self.key = key
            self.body = body
        }
    }
}
