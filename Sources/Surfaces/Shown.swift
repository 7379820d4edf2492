package import Checkout

/// A pairing link, as text and as a QR code.
package struct LinkShown: Sendable, Equatable {
    package let link: String
    package let expiresIn: Duration

    package init(link: String, expiresIn: Duration) {
        self.link = link
        self.expiresIn = expiresIn
    }
}

/// A paired device.
package struct DeviceShown: Sendable, Equatable {
    package let id: String
    package let name: ForeignText
    /// `watch`, `phone`, `tv`, `kiosk`, `car`, `agent`.
    package let kind: String

    package init(id: String, name: ForeignText, kind: String) {
        self.id = id
        self.name = name
        self.kind = kind
    }
}

/// What a shop sells.
package struct MenuShown: Sendable {
    package let origin: String
    package let items: [MenuItem]

    package init(origin: String, items: [MenuItem]) {
        self.origin = origin
        self.items = items
    }
}

/// One thing to buy, with the choices that make it.
package struct MenuItem: Sendable {
    package let id: String
    package let title: ForeignText
    package let detail: ForeignText?
    package let price: Amount
    package let options: [(name: String, value: String)]
    package let isAvailable: Bool

    package init(
        id: String, title: ForeignText, detail: ForeignText? = nil, price: Amount,
        options: [(name: String, value: String)] = [], isAvailable: Bool = true
    ) {
        self.id = id
        self.title = title
        self.detail = detail
        self.price = price
        self.options = options
        self.isAvailable = isAvailable
    }
}

/// What became of one promo code; there is one record for each that was entered (checkout 10).
package struct CodeShown: Sendable, Equatable {
    /// The merchant's verdict.
    package enum Verdict: Sendable, Equatable {
        case applied(Amount, label: ForeignText?)
        /// `reason` is the protocol's name; unknown ones are shown in general words, never dropped (checkout
        /// 11).
        case rejected(reason: String, message: ForeignText?)
    }

    package let code: ForeignText
    package let verdict: Verdict

    package init(code: ForeignText, verdict: Verdict) {
        self.code = code
        self.verdict = verdict
    }
}

/// A priced purchase, before it is confirmed.
package struct QuoteShown: Sendable, Equatable {
    package let merchant: ForeignText
    package let origin: String
    package let request: PaymentRequest
    package let codes: [CodeShown]
    package let expiresIn: Duration?
    /// Whether it came out of a file and is sent, rather than ordered from a shop.
    package let isSent: Bool

    package init(
        merchant: ForeignText, origin: String, request: PaymentRequest, codes: [CodeShown],
        expiresIn: Duration? = nil, isSent: Bool = false
    ) {
        self.merchant = merchant
        self.origin = origin
        self.request = request
        self.codes = codes
        self.expiresIn = expiresIn
        self.isSent = isSent
    }
}

/// A purchase that now waits on the phone.
package struct HandedOffShown: Sendable, Equatable {
    package let id: String
    package let link: String
    package let devices: [ForeignText]
    package let merchant: ForeignText
    package let expiresIn: Duration

    package init(
        id: String, link: String, devices: [ForeignText], merchant: ForeignText, expiresIn: Duration
    ) {
        self.id = id
        self.link = link
        self.devices = devices
        self.merchant = merchant
        self.expiresIn = expiresIn
    }
}

/// How far a handoff is, as its sender sees it.
package enum HandoffStep: String, CaseIterable, Sendable {
    case stored
    case delivered
    case claimed
    case released
    case authorizing
    case cancelRequested = "cancel-requested"
    case inDoubt = "in-doubt"
}

/// How a purchase ended, for the person and for scripts.
package enum Ending: Sendable, Equatable {
    case ordered
    /// Paid on the phone, and given back to be charged by whoever asked for it.
    case authorized
    /// Handed off, and nobody waits (`--no-wait`).
    case handedOff
    case declined
    case cancelled
    case expired
    case superseded(by: String?)
    case inDoubt
    case paymentFailed(reason: ForeignText?)
    case interrupted
    case takenElsewhere
    case closed

    /// The word in `--json`.
    package var name: String {
        switch self {
        case .ordered: "ordered"
        case .authorized: "authorized"
        case .handedOff: "handed-off"
        case .declined: "declined"
        case .cancelled: "cancelled"
        case .expired: "expired"
        case .superseded: "superseded"
        case .inDoubt: "in-doubt"
        case .paymentFailed: "payment-failed"
        case .interrupted: "interrupted"
        case .takenElsewhere: "taken-elsewhere"
        case .closed: "closed"
        }
    }
}
