/// What is chosen on the sheet, by id (checkout 56, 58).
package struct SheetSelection: Hashable, Sendable {
    package var cardID: String?
    package var contactID: String?
    package var addressID: String?
    package var methodID: String?
}

/// What the handoff proposes: never a contact (design, section 4).
package struct SheetPrefill: Hashable, Sendable {
    package var methodID: String?
    package var cardKind: CardKind?

    package init(methodID: String? = nil, cardKind: CardKind? = nil) {
        self.methodID = methodID
        self.cardKind = cardKind
    }
}

/// Where the money goes: an origin is proven by a quote, a name is not, until the person has paid there.
package struct SheetMerchant: Hashable, Sendable {
    package let origin: String
    /// Whether this person has paid at this origin before.
    package let isKnown: Bool

    package init(origin: String, isKnown: Bool) {
        self.origin = origin
        self.isKnown = isKnown
    }
}

/// Where the request on the sheet comes from.
package enum SheetProvenance: Hashable, Sendable {
    /// A quote out of the handoff: to look at.
    case sealed
    /// A quote that this device fetched and verified: to pay.
    case fresh
    /// A request that no merchant signed.
    case unsigned

    /// Whether a merchant can be asked for the price of a choice.
    package var hasMerchant: Bool {
        switch self {
        case .sealed, .fresh: true
        case .unsigned: false
        }
    }
}
