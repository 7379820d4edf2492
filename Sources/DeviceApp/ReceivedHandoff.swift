package import Checkout
package import Handoffs

/// A purchase that came to this phone, as its journal keeps it.
package struct ReceivedHandoff: Sendable {
    package let key: HandoffKey
    /// The relay's row.
    let relay: Int64
    /// The compact JWS as it came.
    package let token: String
    /// Seconds, by the relay's clock.
    package let expiresAt: Int64
    package var state: HandoffState
    /// Whether the person has seen it: what the badge does not count (UI-8).
    package var isSeen: Bool
    package var claimKey: ClaimKey?
    package var fence: Fence?
    /// How it ended here, by its name.
    package var ending: String?
    /// What belongs to it: why it failed, or the handoff that took its place.
    package var detail: String?
    /// The signed outcome, kept before it is sent and sent until the relay has it.
    package var outcome: String?
    /// Whether the relay has the outcome.
    package var isTold: Bool

    /// Whether it still waits for the person.
    package var isOpen: Bool { ending == nil && (state == .offered || state == .claimed) }
}

/// One attempt to pay, as it was journaled before anything of it was sent.
package struct PaymentAttempt: Sendable {
    package let number: Int64
    /// The merchant's idempotency key.
    package let key: String
    /// The exact body: a retry sends these bytes.
    package let body: [UInt8]
    /// Such as `Visa 1234 (Baton Pay)`.
    package let payment: String
    package var state: State
    /// Why it was declined.
    package var reason: SheetDecline?
    /// What the person agreed to pay, which the token says; nil in journals of before.
    package var total: Amount?

    /// How far it came.
    package enum State: String, Sendable, CaseIterable {
        /// On disk; the merchant has not been asked.
        case journaled
        /// The request may have left: only an answer tells.
        case sent
        /// The merchant answered that nothing was charged.
        case declined
        /// The order exists.
        case ordered
    }
}
