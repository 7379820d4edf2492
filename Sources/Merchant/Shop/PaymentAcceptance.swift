package import Checkout
package import Crypto
package import JSON

/// How a shop takes payment tokens. The program puts EC_v1 behind it.
package struct PaymentAcceptance: Sendable {
    /// What sessions tell the wallet.
    package let handler: PayHandler
    /// The transaction that a token names, before it is believed; nil where it names none.
    package let transactionID: @Sendable (JSONNode) -> [UInt8]?
    /// Opens a token for these terms: signature, amount, currency and the quote that it is bound to.
    package let open: @Sendable (JSONNode, ChargeTerms) -> Result<AcceptedCard, PaymentProblem>

    package init(
        handler: PayHandler, transactionID: @escaping @Sendable (JSONNode) -> [UInt8]?,
        open: @escaping @Sendable (JSONNode, ChargeTerms) -> Result<AcceptedCard, PaymentProblem>
    ) {
        self.handler = handler
        self.transactionID = transactionID
        self.open = open
    }
}

/// What a token must be for.
package struct ChargeTerms: Sendable {
    package let amount: Amount
    /// SHA-256 of the latest quote.
    package let quoteDigest: [UInt8]
    /// Seconds since 1970.
    package let seconds: Int64
}

/// A card out of a token that was opened.
package struct AcceptedCard: Sendable {
    package let accountNumber: Secret

    package init(accountNumber: Secret) {
        self.accountNumber = accountNumber
    }
}

/// Why a token pays nothing.
package struct PaymentProblem: Error, Hashable, Sendable {
    package let code: String
    package let message: String

    package init(code: String, message: String) {
        self.code = code
        self.message = message
    }
}

/// The simulated acquirer: it declines the card numbers that payment companies publish for trying that out,
/// and accepts every other.
package enum SimulatedCharge {
    /// The numbers that are declined, and what each stands for.
    package static let declined = [
        ("4000000000000002", "declined"), ("4000000000009995", "insufficient funds"),
        ("4000000000009987", "lost card"), ("4000000000009979", "stolen card"),
        ("4000000000000069", "expired card"), ("4000000000000127", "wrong security code"),
        ("4000000000000119", "processing error"),
    ]

    /// The numbers whose issuer wants to be asked before it says yes.
    package static let challenged = [("4000002500003155", "the issuer wants the person to confirm")]

    static func isChallenged(_ card: AcceptedCard) -> Bool {
        let number = String(decoding: card.accountNumber.copyBytes(), as: UTF8.self)
        return challenged.contains { $0.0 == number }
    }

    static func isDeclined(_ card: AcceptedCard) -> Bool {
        let number = String(decoding: card.accountNumber.copyBytes(), as: UTF8.self)
        return declined.contains { $0.0 == number }
    }
}
