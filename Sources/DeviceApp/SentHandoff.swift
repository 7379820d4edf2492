package import Checkout
package import Crypto
package import Handoffs
package import Sealing

/// A purchase that this device handed off, as its journal keeps it.
package struct SentHandoff: Sendable {
    package let id: HandoffID
    /// The relay's row.
    let relay: Int64
    /// How its merchant is reached, to ask what became of it; nil where no session stands behind it.
    package let merchant: HandoffContents.Merchant?
    /// Where the purchase is made; empty where nobody signed it.
    package let origin: String
    /// The merchant's name as the quote had it.
    package let merchantName: String
    /// What was picked, in a line.
    package let items: String
    package let total: Amount
    /// Seconds, by the relay's clock.
    package let madeAt: Int64
    package let expiresAt: Int64
    package var state: HandoffState
    /// How it ended, once the device knows; `ordered` only from an outcome that opened.
    package var ending: SentEnding?
    package var tokens: [Token]

    /// One recipient's token, without its bytes: what its outcome is opened with.
    package struct Token: Sendable {
        package let device: DeviceID
        package let identity: Handoffs.Digest
        package let replyKey: Secret
    }
}

/// How a purchase ended for the device that began it.
package enum SentEnding: Sendable, Equatable {
    case ordered(OrderConfirmation)
    /// Paid, and given back to be charged.
    case authorized(GivenPayment)
    case failed(reason: String, message: String?)
    case declined
    case cancelled
    case expired
    /// By the handoff that took its place.
    case superseded(by: HandoffID?)
}
