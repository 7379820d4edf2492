package import Checkout

/// A checkout at a merchant as both ends of the Agentic Commerce Protocol see it (API version 2026-04-17).
package struct CheckoutSession: Hashable, Sendable {
    package var id: String
    package var status: SessionStatus
    package var currency: Currency
    package var lines: [SessionLine] = []
    package var totals: [SessionTotal] = []
    package var options: [FulfillmentOption] = []
    package var selectedOptionID: String?
    /// What became of each submitted code, in the order sent; automatic discounts come last.
    package var promo: [PromoResult] = []
    package var messages: [SessionMessage] = []
    package var order: MerchantOrder?
    package var handler: PayHandler?
    /// The merchant's signed price, unread.
    package var quote: String?
    /// Given once, in the answer to create.
    package var credentials: SessionCredentials?
    /// Seconds since 1970.
    package var expiresAt: Int64?
    /// What a card's issuer is told, while it wants to be asked.
    package var acquirer: AcquirerDetails?
    /// Where the purchase goes on in a browser, where the merchant wants that.
    package var continueURL: ForeignText?

    /// A session with what is always there.
    package init(id: String, status: SessionStatus, currency: Currency) {
        self.id = id
        self.status = status
        self.currency = currency
    }

    /// Whether the last attempt to pay was answered with no.
    package var isDeclined: Bool {
        messages.contains { $0.kind == .error && $0.code == SessionMessage.paymentDeclined }
    }

    /// The merchant's total; nil where it gives none.
    package var total: Amount? { totals.first { $0.kind == .total }?.amount }
}

/// Where a session stands.
package enum SessionStatus: Hashable, Sendable {
    case notReady, ready, inProgress, completed, canceled, expired
    /// The card's issuer wants to be asked (3-D Secure).
    case authenticationRequired
    /// The purchase goes on at the merchant's own page.
    case requiresEscalation
    /// A status that this version of Baton does nothing with.
    case other(String)

    /// Reads ACP's word.
    package init(_ text: String) {
        switch text {
        case "incomplete", "not_ready_for_payment": self = .notReady
        case "ready_for_payment": self = .ready
        case "complete_in_progress", "in_progress", "pending_approval": self = .inProgress
        case "completed": self = .completed
        case "canceled": self = .canceled
        case "expired": self = .expired
        case "authentication_required": self = .authenticationRequired
        case "requires_escalation": self = .requiresEscalation
        default: self = .other(text)
        }
    }

    /// ACP's word.
    package var text: String {
        switch self {
        case .notReady: "not_ready_for_payment"
        case .ready: "ready_for_payment"
        case .inProgress: "complete_in_progress"
        case .completed: "completed"
        case .canceled: "canceled"
        case .expired: "expired"
        case .authenticationRequired: "authentication_required"
        case .requiresEscalation: "requires_escalation"
        case .other(let text): text
        }
    }

    /// Whether nothing can be paid here any more.
    package var hasEnded: Bool {
        switch self {
        case .completed, .canceled, .expired: true
        case .notReady, .ready, .inProgress, .authenticationRequired, .requiresEscalation, .other: false
        }
    }
}

/// One thing in the session, as many times as said.
package struct SessionLine: Hashable, Sendable {
    package var id: String
    /// The variant that was asked for.
    package var itemID: String
    package var name: ForeignText
    package var quantity: Int64
    package var unitAmount: Amount
    /// Price times quantity, before discounts.
    package var amount: Amount

    /// A line of the session.
    package init(
        id: String, itemID: String, name: ForeignText, quantity: Int64, unitAmount: Amount, amount: Amount
    ) {
        self.id = id
        self.itemID = itemID
        self.name = name
        self.quantity = quantity
        self.unitAmount = unitAmount
        self.amount = amount
    }
}

/// What the merchant says about the session.
package struct SessionMessage: Hashable, Sendable {
    /// How grave it is.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case info, warning, error
    }

    /// How much it matters (ACP's `severity`).
    package enum Severity: String, Hashable, Sendable, CaseIterable {
        case info, low, medium, high, critical
    }

    /// Who can do something about it (ACP's `resolution`).
    package enum Resolution: String, Hashable, Sendable, CaseIterable {
        /// Another request may mend it.
        case recoverable
        /// The person must tell something.
        case buyerInput = "requires_buyer_input"
        /// The person must agree to something.
        case buyerReview = "requires_buyer_review"
    }

    package static let paymentDeclined = "payment_declined"

    package var kind: Kind
    /// ACP's word for it; empty for an info.
    package var code: String
    package var text: ForeignText
    /// The member that it is about, as a JSON path.
    package var param: String?
    /// Nil where the merchant says none, or a word that is not known.
    package var severity: Severity?
    package var resolution: Resolution?

    /// A message about the session or one member of it.
    package init(_ kind: Kind, code: String, text: ForeignText, param: String? = nil) {
        self.kind = kind
        self.code = code
        self.text = text
        self.param = param
    }
}

/// What opens one session to whoever made it, and dies with it.
package struct SessionCredentials: Hashable, Sendable {
    package var bearer: String
    /// The key of the requests' `Signature`, base64url.
    package var key: String

    package init(bearer: String, key: String) {
        self.bearer = bearer
        self.key = key
    }
}

/// The merchant's way to take a payment token of Baton: its handler `baton.pay`.
package struct PayHandler: Hashable, Sendable {
    package static let name = "baton.pay"
    package static let credentialType = "apple_pay_ec_v1"

    package var merchantID: String
    /// The certificate that tokens are sealed to.
    package var certificateDER: [UInt8]
    package var networks: [CardNetwork]

    /// A handler as a session offers it.
    package init(merchantID: String, certificateDER: [UInt8], networks: [CardNetwork]) {
        self.merchantID = merchantID
        self.certificateDER = certificateDER
        self.networks = networks
    }
}

/// What a card's issuer is told of the merchant (ACP's `authentication_metadata`).
package struct AcquirerDetails: Hashable, Sendable {
    package var merchantID: String
    package var merchantName: ForeignText
    /// Two capital letters.
    package var country: String

    /// The details of a merchant.
    package init(merchantID: String, merchantName: ForeignText, country: String) {
        self.merchantID = merchantID
        self.merchantName = merchantName
        self.country = country
    }
}
