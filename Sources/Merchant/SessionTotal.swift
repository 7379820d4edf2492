package import Checkout

/// One of the sums of a session.
package struct SessionTotal: Hashable, Sendable {
    package var kind: TotalKind
    package var text: ForeignText
    /// Never negative for what is subtracted: the kind says which way it counts.
    package var amount: Amount

    /// A sum with what it is called.
    package init(_ kind: TotalKind, _ text: ForeignText, _ amount: Amount) {
        self.kind = kind
        self.text = text
        self.amount = amount
    }
}

/// What a sum is.
package enum TotalKind: Hashable, Sendable {
    case itemsBaseAmount, itemsDiscount, subtotal, discount, fulfillment, tax, fee, giftWrap, tip,
        storeCredit, total
    case other(String)

    /// Reads ACP's word.
    package init(_ text: String) {
        self = Self.words.first { $0.value == text }?.key ?? .other(text)
    }

    /// ACP's word.
    package var text: String {
        if case .other(let text) = self { return text }
        return Self.words[self] ?? ""
    }

    private static let words: [TotalKind: String] = [
        .itemsBaseAmount: "items_base_amount", .itemsDiscount: "items_discount", .subtotal: "subtotal",
        .discount: "discount", .fulfillment: "fulfillment", .tax: "tax", .fee: "fee", .giftWrap: "gift_wrap",
        .tip: "tip", .storeCredit: "store_credit", .total: "total",
    ]
}

extension CheckoutSession {
    /// Whether the merchant's own sums give its total: subtotal − discount + fulfillment + tax + fee + gift
    /// wrap + tip − store credit (Protocol/merchant.md, totals). The total counts either way; where they do
    /// not, the person must say yes to it (checkout 31).
    package var totalsAreConsistent: Bool {
        guard let total else { return false }
        // No sum is as bad as a wrong one.
        return (try? sum()) == total
    }

    private func sum() throws(MoneyError) -> Amount {
        var (sum, discounts) = (Amount.zero(currency), Amount.zero(currency))
        var (base, subtotal): (Amount?, Amount?)
        for entry in totals {
            switch entry.kind {
            case .subtotal:
                subtotal = entry.amount
                sum = try sum.adding(entry.amount)
            case .fulfillment, .tax, .fee, .giftWrap, .tip: sum = try sum.adding(entry.amount)
            case .discount: discounts = try discounts.adding(entry.amount)
            case .storeCredit: sum = try sum.subtracting(entry.amount)
            case .itemsBaseAmount: base = entry.amount
            case .itemsDiscount, .total, .other: break
            }
        }
        // Some merchants take discounts off before they write the subtotal, and show both.
        if let base, let subtotal, try base.subtracting(discounts) == subtotal { return sum }
        return try sum.subtracting(discounts)
    }
}
