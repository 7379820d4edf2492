import Checkout

/// Decides each code and what it takes off. A discount never exceeds what it is taken from, so no total is
/// negative (checkout 14).
struct Discounts {
    /// One record a code, then the automatic ones.
    private(set) var results: [PromoResult] = []
    private(set) var messages: [SessionMessage] = []
    private(set) var applied: [(label: ForeignText, amount: Amount)] = []
    /// What is taken off goods, and off everything.
    private(set) var offGoods: Int64 = 0
    private(set) var off: Int64 = 0

    private var credits: [(Promotion, Amount)] = []
    private let input: PricingInput
    private let subtotal: Amount
    private var shippingLeft: Int64
    private let compounds: Bool
    /// The products in the bag.
    private let products: Set<String>
    private var inForce: [Promotion] = []

    init(_ catalog: Catalog, _ input: PricingInput, subtotal: Amount, shipping: Amount) {
        let promotions = catalog.promotions
        self.input = input
        compounds = catalog.discountsCompound
        products = catalog.products(of: input.items)
        self.subtotal = subtotal
        shippingLeft = shipping.minorUnits
        for (index, code) in input.codes.enumerated() {
            let canonical = PromoReader.canonical(code)
            let promotion = promotions.first { !$0.code.isEmpty && $0.code == canonical }
            if let promotion, let reason = refusal(of: promotion) {
                reject(code, reason, index)
            } else if let promotion {
                apply(promotion)
            } else {
                reject(code, .invalid, index)
            }
        }
        for promotion in promotions where promotion.code.isEmpty && refusal(of: promotion) == nil {
            apply(promotion)
        }
    }

    /// The deliveries that cost nothing with this bag: their price is none, so that nothing is taken off it.
    static func freeDeliveries(
        _ promotions: [Promotion], products: Set<String>, subtotal: Int64
    ) -> Set<String> {
        promotions.reduce(into: []) { ids, promotion in
            guard case .freeDelivery(let free) = promotion.effect,
                subtotal >= promotion.minimum?.minorUnits ?? 0,
                promotion.products.isEmpty || !promotion.products.isDisjoint(with: products)
            else { return }
            ids.formUnion(free)
        }
    }

    /// Why this promotion does not apply now, or nil. What is wrong with the code itself is told before what
    /// is wrong with this basket.
    private func refusal(of promotion: Promotion) -> PromoRejection? {
        if !promotion.code.isEmpty, inForce.contains(where: { $0.code == promotion.code }) {
            return .alreadyApplied
        }
        if let expiry = promotion.expiresAt, input.now >= expiry { return .expired }
        if let max = promotion.usesMax, input.uses[promotion.code, default: 0] >= max {
            return .usageLimitReached
        }
        switch promotion.eligibility {
        case .everybody: break
        case .account: return .userNotLoggedIn
        case .email(let domain):
            if input.email.isEmpty { return .userNotLoggedIn }
            if !input.email.lowercased().hasSuffix("@" + domain.lowercased()) { return .userIneligible }
        }
        if !promotion.products.isEmpty, promotion.products.isDisjoint(with: products) {
            return .minimumNotMet
        }
        if let minimum = promotion.minimum, subtotal.minorUnits < minimum.minorUnits { return .minimumNotMet }
        if inForce.contains(where: { !$0.isCombinable || !promotion.isCombinable }) {
            return .combinationDisallowed
        }
        return nil
    }

    private mutating func apply(_ promotion: Promotion) {
        let left = subtotal.minorUnits - offGoods
        let amount: Int64
        switch promotion.effect {
        case .percentage(let points):
            let base = compounds ? left : subtotal.minorUnits
            amount = min(left, PricedSession.roundedHalfUp(base, basisPoints: points))
            offGoods += amount
        case .fixed(let fixed):
            amount = min(left, fixed.minorUnits)
            offGoods += amount
        case .freeShipping:
            amount = shippingLeft
            shippingLeft = 0
        case .storeCredit(let credit): return take(credit, promotion)
        // Priced where the options are.
        case .freeDelivery: return
        }
        off += amount
        inForce.append(promotion)
        let value = Amount(amount, subtotal.currency)
        results.append(PromoResult(code: promotion.code, .applied(value, label: promotion.name)))
        let label =
            promotion.code.isEmpty ? promotion.name : ForeignText("\(promotion.name.raw) (\(promotion.code))")
        applied.append((label, value))
    }

    /// Credit is no discount: it pays a part of what is left of everything, worked out where that is known.
    private mutating func take(_ credit: Amount, _ promotion: Promotion) {
        inForce.append(promotion)
        credits.append((promotion, credit))
    }

    /// Spends the credits on a sum, one after the other; what was spent, with its name.
    mutating func spendCredits(on sum: Int64) -> [(label: ForeignText, amount: Amount)] {
        var left = sum
        return credits.map { promotion, credit in
            let amount = Amount(min(left, credit.minorUnits), subtotal.currency)
            left -= amount.minorUnits
            results.append(PromoResult(code: promotion.code, .applied(amount, label: promotion.name)))
            return (promotion.name, amount)
        }
    }

    private mutating func reject(_ code: String, _ reason: PromoRejection, _ index: Int) {
        let text = ForeignText(
            Self.explanation(of: reason, code.split(whereSeparator: \.isWhitespace).joined(separator: " ")))
        results.append(PromoResult(code: code, .rejected(reason, text)))
        var message = SessionMessage(
            .warning, code: reason.text, text: text, param: "$.discounts.codes[\(index)]")
        message.severity = .medium
        message.resolution = .buyerReview
        messages.append(message)
    }

    private static func explanation(of reason: PromoRejection, _ code: String) -> String {
        switch reason {
        case .expired: "The code \(code) has expired."
        case .invalid, .other: "There is no code \(code) here."
        case .alreadyApplied: "The code \(code) is applied already."
        case .combinationDisallowed: "The code \(code) cannot be combined with another."
        case .minimumNotMet: "The order is too small for the code \(code)."
        case .userNotLoggedIn: "The code \(code) needs an account."
        case .userIneligible: "The code \(code) is not for this account."
        case .usageLimitReached: "The code \(code) has been used up."
        }
    }
}
