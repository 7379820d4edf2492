import Checkout

/// What the price of a session depends on.
struct PricingInput: Sendable {
    var items: [OrderedVariant]
    var codes: [String] = []
    var email = ""
    var address: PostalAddress?
    var optionID: String?
    /// Seconds since 1970.
    var now: Int64
    var stock: [String: Int64] = [:]
    /// How often each code was used.
    var uses: [String: Int64] = [:]
    /// The person has agreed to what the goods ask for.
    var isApproved = false
}

/// What a session costs and whether it can be paid: a pure function of catalog and input.
struct PricedSession: Sendable {
    private(set) var lines: [SessionLine] = []
    private(set) var options: [FulfillmentOption] = []
    private(set) var selected: FulfillmentOption?
    private(set) var promo: [PromoResult] = []
    private(set) var totals: [SessionTotal] = []
    private(set) var messages: [SessionMessage] = []
    private(set) var total: Amount
    /// What the goods agree to beyond the price.
    private(set) var terms: ProductTerms?

    var isReady: Bool { !messages.contains { $0.kind == .error } }

    /// Prices known variants; `items` were checked against the catalog before.
    init(_ input: PricingInput, _ catalog: Catalog) {
        total = .zero(catalog.currency)
        addLines(input, catalog)
        addOptions(input, catalog)
        checkAddress(input)
        checkAge(input, catalog)
        checkTerms(input, catalog)
        let subtotal = lines.reduce(0) { $0 + $1.amount.minorUnits }
        let shipping = selected?.amount.minorUnits ?? 0
        var discounts = Discounts(
            catalog, input, subtotal: Amount(subtotal, catalog.currency),
            shipping: Amount(shipping, catalog.currency))
        messages += discounts.messages
        addTotals(subtotal: subtotal, &discounts, catalog)
        promo = discounts.results
    }

    private mutating func addLines(_ input: PricingInput, _ catalog: Catalog) {
        for (index, item) in input.items.enumerated() {
            guard let variant = catalog.find(item.id)?.variant else {
                error("not_found", "This is not sold any more.", "$.line_items[\(index)]")
                continue
            }
            lines.append(
                SessionLine(
                    id: "li_\(index + 1)", itemID: item.id, name: variant.title, quantity: item.quantity,
                    unitAmount: variant.price,
                    amount: Amount(variant.price.minorUnits * item.quantity, catalog.currency)))
            let wanted = input.items.filter { $0.id == item.id }.reduce(0) { $0 + $1.quantity }
            if let left = input.stock[item.id], left < wanted {
                let text =
                    left == 0
                    ? "\(variant.title.raw) is sold out." : "Only \(left) of \(variant.title.raw) left."
                error("out_of_stock", text, "$.line_items[\(index)]")
            }
        }
    }

    private mutating func addOptions(_ input: PricingInput, _ catalog: Catalog) {
        let kinds = input.items.compactMap { catalog.find($0.id)?.product.fulfillment }
        guard let first = kinds.first else { return }
        let common = kinds.dropFirst().reduce(first) { $0.intersection($1) }
        if common.isEmpty {
            // One purchase goes one way (AP-4): the person sorts it out before any sheet opens.
            return error(
                "conflict", "These are handed over in different ways. Order them one by one.", "$.line_items")
        }
        let fitting = catalog.deliveries.filter { common.contains($0.kind) }
        let reachable = fitting.filter { $0.reaches(input.address?.country) }
        let free = Discounts.freeDeliveries(
            catalog.promotions, products: catalog.products(of: input.items),
            subtotal: lines.reduce(0) { $0 + $1.amount.minorUnits })
        options = reachable.map { delivery in
            var option = delivery.option(at: input.now)
            if free.contains(delivery.id), !option.amount.isZero {
                option.amount = .zero(catalog.currency)
                option.title = ForeignText("\(delivery.title.raw) (Free)")
            }
            return option
        }
        selected = options.first { $0.id == input.optionID } ?? options.first
        if reachable.isEmpty {
            error(
                "region_restricted", "Not delivered to this country.", "$.fulfillment_details.address.country"
            )
        }
    }

    private mutating func checkAddress(_ input: PricingInput) {
        guard let selected, selected.kind.needsAddress else { return }
        guard let address = input.address else {
            return error("missing", "Where does it go?", "$.fulfillment_details.address")
        }
        if address.country == "US", !address.region.isEmpty,
            !Self.states.contains(address.region.uppercased())
        {
            error("invalid", "This is no state of the US.", "$.fulfillment_details.address.state")
        }
    }

    /// One agreement a payment: more than one is sorted out before any sheet opens (checkout 40).
    private mutating func checkTerms(_ input: PricingInput, _ catalog: Catalog) {
        let own = input.items.compactMap { catalog.find($0.id)?.product.terms.map { $0 } }
        terms = own.first
        guard own.count > 1 || own.count == 1 && input.items.first(where: { $0.quantity > 1 }) != nil else {
            return
        }
        error("conflict", "Order what is agreed to by itself, and one of it.", "$.line_items")
    }

    private mutating func checkAge(_ input: PricingInput, _ catalog: Catalog) {
        guard !input.isApproved,
            let index = input.items.firstIndex(where: { catalog.find($0.id)?.product.isForAdults ?? false })
        else { return }
        error(
            Self.ageCode, "Sold to adults: please confirm on the shop's page.",
            "$.line_items[\(index)]")
        messages[messages.count - 1].resolution = .buyerReview
    }

    /// ACP's word for it.
    static let ageCode = "age_verification_required"

    /// Whether nothing but the person's word is missing, which the shop takes on a page of its own.
    var needsEscalation: Bool {
        let errors = messages.filter { $0.kind == .error }
        return !errors.isEmpty && errors.allSatisfy { $0.code == Self.ageCode }
    }

    private mutating func addTotals(subtotal: Int64, _ discounts: inout Discounts, _ catalog: Catalog) {
        let currency = catalog.currency
        func add(_ kind: TotalKind, _ text: ForeignText, _ units: Int64) {
            totals.append(SessionTotal(kind, text, Amount(units, currency)))
        }
        add(.itemsBaseAmount, "Items", subtotal)
        add(.subtotal, "Subtotal", subtotal)
        for (label, amount) in discounts.applied { totals.append(SessionTotal(.discount, label, amount)) }
        if let selected { totals.append(SessionTotal(.fulfillment, selected.title, selected.amount)) }
        let tax = Self.roundedHalfUp(subtotal - discounts.offGoods, basisPoints: catalog.taxBasisPoints)
        if catalog.taxBasisPoints > 0 { add(.tax, "Tax", tax) }
        var sum = subtotal - discounts.off + (selected?.amount.minorUnits ?? 0) + tax
        for fee in catalog.fees {
            totals.append(SessionTotal(.fee, fee.title, fee.amount))
            sum += fee.amount.minorUnits
        }
        for (label, amount) in discounts.spendCredits(on: sum) {
            totals.append(SessionTotal(.storeCredit, label, amount))
            sum -= amount.minorUnits
        }
        add(.total, "Total", sum)
        total = Amount(sum, currency)
    }

    /// So many hundredths of a percent of an amount that is not negative; a half is rounded up (V5).
    static func roundedHalfUp(_ units: Int64, basisPoints: Int64) -> Int64 {
        (units * basisPoints + 5_000) / 10_000
    }

    private mutating func error(_ code: String, _ text: String, _ param: String) {
        var message = SessionMessage(.error, code: code, text: ForeignText(text), param: param)
        message.severity = .high
        message.resolution = code == "missing" || code == "invalid" ? .buyerInput : .recoverable
        messages.append(message)
    }

    private static let states = Set(
        """
        AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY \
        NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY AS GU MP PR VI
        """.split(separator: " ").map(String.init))
}
