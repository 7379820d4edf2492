/// One way to get the goods (AP-7).
package struct ShippingMethod: Hashable, Sendable {
    /// What it is chosen by on the sheet, different for each method; the selection is kept by it
    /// (checkout 56, 58).
    package var id: String
    /// What the merchant calls it; another text than `id` only where the merchant's own are empty or doubled.
    package var identifier: String
    package var label: ForeignText
    package var detail: ForeignText?
    package var amount: Amount
    /// As for a line: the amount as written, where it cannot be held exactly.
    package var writtenAmount: ForeignText?
    package var arrival: CalendarDateRange?
    /// What getting the goods this way is called, where methods differ in it; else the request's kind.
    package var kind: ShippingKind?

    /// A method as a merchant offers it.
    package init(
        id: String, label: ForeignText, detail: ForeignText? = nil, amount: Amount,
        arrival: CalendarDateRange? = nil, kind: ShippingKind? = nil
    ) {
        self.id = id
        identifier = id
        self.label = label
        self.detail = detail
        self.amount = amount
        self.arrival = arrival
        self.kind = kind
    }
}

/// What getting the goods is called (ApplePayShippingType).
package enum ShippingKind: String, CaseIterable, Sendable {
    case shipping
    case delivery
    case storePickup
    case servicePickup

    /// Whether the person goes to the goods: a place is shown, no address asked for.
    package var isPickup: Bool {
        switch self {
        case .shipping, .delivery: false
        case .storePickup, .servicePickup: true
        }
    }
}
