/// What kind of account a card draws on.
package enum CardKind: String, CaseIterable, Sendable {
    case credit
    case debit
    case prepaid
}

/// What a merchant can process, in Apple Pay's spelling. Without credit or debit named, both are taken.
package enum MerchantCapability: String, CaseIterable, Sendable {
    case supports3DS
    case supportsCredit
    case supportsDebit
    case supportsEMV
}

/// A card as the sheet shows it: readable without the passcode (design, section 9).
package struct CardSummary: Hashable, Sendable {
    package let id: String
    package let network: CardNetwork
    package let kind: CardKind
    package let lastFour: String
    package let expiryYear: Int
    package let expiryMonth: Int
    /// Where its statements go, if the wallet knows.
    package let billingAddress: PostalAddress?

    /// A card of the wallet.
    package init(
        id: String, network: CardNetwork, kind: CardKind, lastFour: String, expiryYear: Int, expiryMonth: Int,
        billingAddress: PostalAddress? = nil
    ) {
        self.id = id
        self.network = network
        self.kind = kind
        self.lastFour = lastFour
        self.expiryYear = expiryYear
        self.expiryMonth = expiryMonth
        self.billingAddress = billingAddress
    }

    /// The same card with the address that its statements go to.
    package func billed(to address: PostalAddress?) -> CardSummary {
        CardSummary(
            id: id, network: network, kind: kind, lastFour: lastFour, expiryYear: expiryYear,
            expiryMonth: expiryMonth, billingAddress: address)
    }

    /// Whether it is still good on `today`: to the end of its month.
    package func isValid(on today: CalendarDate) -> Bool {
        (today.year, today.month) <= (expiryYear, expiryMonth)
    }

    /// Whether this request can be paid with it: network and kind.
    package func isAccepted(by request: PaymentRequest) -> Bool {
        guard request.supportedNetworks.contains(network) else { return false }
        let kinds = request.capabilities.intersection([.supportsCredit, .supportsDebit])
        guard !kinds.isEmpty else { return true }
        switch kind {
        case .credit: return kinds.contains(.supportsCredit)
        case .debit, .prepaid: return kinds.contains(.supportsDebit)
        }
    }
}
