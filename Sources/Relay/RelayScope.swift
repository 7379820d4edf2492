package import Handoffs

/// What an update or a read needs loaded. Named beforehand, so that a store behind a network can fetch it in
/// one go and run the body without waiting.
package struct RelayScope: Sendable {
    /// Handoffs by key.
    package var handoffs: [HandoffKey] = []
    /// A pairing.
    package var pairing: PairingID?
    /// Whether these watches may hand off to these phones.
    package var grants: [GrantKey] = []
    /// Signing keys of these devices.
    package var devices: [DeviceID] = []
    /// How many handoffs of this sender are open.
    package var openCountOf: DeviceID?
    /// How many offered or claimed handoffs wait for each of these recipients.
    package var waitingCountsOf: [DeviceID] = []
    /// Every offered or claimed handoff of this sender that names this recipient.
    package var openBetween: GrantKey?
    /// The body of a token.
    package var token: TokenKey?
    /// The body of an outcome.
    package var outcome: HandoffKey?
    /// How far this device has acknowledged its log.
    package var acknowledged: DeviceID?

    /// A scope that names nothing yet.
    package init() {}
}

/// One watch and one phone.
package struct GrantKey: Sendable, Hashable {
    /// The watch.
    package let sender: DeviceID
    /// The phone.
    package let recipient: DeviceID

    /// From `sender` to `recipient`.
    package init(sender: DeviceID, recipient: DeviceID) {
        self.sender = sender
        self.recipient = recipient
    }
}

/// One token of a handoff.
package struct TokenKey: Sendable, Hashable {
    /// The handoff.
    package let handoff: HandoffKey
    /// For whom it was made.
    package let recipient: DeviceID

    /// The token of `handoff` for `recipient`.
    package init(handoff: HandoffKey, recipient: DeviceID) {
        self.handoff = handoff
        self.recipient = recipient
    }
}
