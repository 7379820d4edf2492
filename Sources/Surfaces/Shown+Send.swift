package import Checkout

/// A payment that was given back to the device that asked for it.
package struct PaymentShown: Sendable, Equatable {
    package let total: Amount
    /// Whether it is not known yet (AP-10).
    package let isPending: Bool
    /// In the accepted form: "Visa 1234 (Baton Pay)".
    package let label: String
    /// The `ApplePayPayment` as JSON; nil on the phone, which has given it away.
    package let text: String?
    /// Whether it holds a payment token: without a certificate none is made.
    package let hasToken: Bool
    /// The file that it was written to.
    package let savedTo: String?

    package init(
        total: Amount, isPending: Bool, label: String, text: String?, hasToken: Bool, savedTo: String? = nil
    ) {
        self.isPending = isPending
        self.total = total
        self.label = label
        self.text = text
        self.hasToken = hasToken
        self.savedTo = savedTo
    }
}

/// One thing that is wrong with a payment request, a quote or a merchant's message.
package struct FaultShown: Sendable, Equatable {
    /// `invalid` or `unsafe`.
    package let rank: String
    /// The protocol's name of the fault.
    package let code: String
    /// Where, as a JSON path.
    package let path: String
    /// What it is, and what is allowed.
    package let message: ForeignText

    package init(rank: String, code: String, path: String, message: ForeignText) {
        self.rank = rank
        self.code = code
        self.path = path
        self.message = message
    }
}

/// What a look at a file came to.
package struct CheckedShown: Sendable, Equatable {
    /// `request`, `quote` or `acp`.
    package let kind: String
    package let invalid: Int
    package let objections: Int

    package init(kind: String, invalid: Int, objections: Int) {
        self.kind = kind
        self.invalid = invalid
        self.objections = objections
    }
}

/// One message of a merchant's protocol, and what became of it.
package struct BodyShown: Sendable, Equatable {
    /// Its name in the file; empty where it is the whole file.
    package let name: String
    /// What it is, by the protocol's name.
    package let kind: String
    /// The sheet that it makes.
    package let sheet: QuoteShown?
    /// Why it makes none.
    package let refusal: Refusal?
    /// What the merchant says beside a sheet.
    package let remarks: [Remark]

    /// A message of the merchant's to whoever buys.
    package struct Remark: Sendable, Equatable {
        /// `info`, `warning` or `error`.
        package let kind: String
        /// The protocol's word for it; empty where it has none.
        package let code: String
        package let text: ForeignText

        package init(kind: String, code: String, text: ForeignText) {
            self.kind = kind
            self.code = code
            self.text = text
        }
    }

    /// Why a message makes no sheet.
    package struct Refusal: Sendable, Equatable {
        package let code: String
        package let path: String
        package let reason: ForeignText
        /// Where the person can go on in a browser.
        package let link: ForeignText?

        package init(code: String, path: String, reason: ForeignText, link: ForeignText? = nil) {
            self.code = code
            self.path = path
            self.reason = reason
            self.link = link
        }
    }

    package init(
        name: String, kind: String, sheet: QuoteShown?, refusal: Refusal?, remarks: [Remark] = []
    ) {
        self.remarks = remarks
        self.name = name
        self.kind = kind
        self.sheet = sheet
        self.refusal = refusal
    }
}
