import Checkout
package import JSON

extension Catalog {
    /// Reads a catalog. Throws with the member's path, also for what is twice there or out of bounds.
    package init(from root: JSONNode) throws(JSONError) {
        let merchant = try root.member("merchant")
        let code = try merchant.member("currency")
        guard let currency = Currency(try code.string()) else { throw code.invalid("is no currency code") }
        let money = try MoneyReader(currency, nil)
        self.init(
            name: ForeignText(try merchant.member("name").string()),
            country: try merchant.member("country").string(), currency: currency,
            taxBasisPoints: try merchant.present("tax_basis_points")?.integer(in: 0...10_000) ?? 0,
            networks: try Self.networks(merchant.member("networks")), products: [], deliveries: [],
            promotions: [])
        discountsCompound = try merchant.present("compound_discounts")?.bool() ?? false
        for node in try merchant.elements("fees") {
            fees.append(
                CatalogFee(
                    title: ForeignText(try node.member("title").string()),
                    amount: try money.price(node.member("amount"))))
        }
        for node in try root.member("products").array() {
            products.append(try CatalogProduct(from: node, money))
        }
        for node in try root.member("deliveries").array() {
            deliveries.append(try Delivery(from: node, money))
        }
        for node in try root.elements("promotions") { promotions.append(try Promotion(from: node, money)) }
        try requireDistinct(products.flatMap { $0.product.variants.map(\.id) }, root, "variant")
        try requireDistinct(products.map(\.product.id), root, "product")
        try requireDistinct(deliveries.map(\.id), root, "delivery")
        try requireDistinct(promotions.map(\.code).filter { !$0.isEmpty }, root, "promotion")
    }

    private func requireDistinct(_ ids: [String], _ root: JSONNode, _ what: String) throws(JSONError) {
        var seen: Set<String> = []
        for id in ids where !seen.insert(id).inserted { throw root.invalid("has the \(what) \(id) twice") }
    }

    private static func networks(_ node: JSONNode) throws(JSONError) -> [CardNetwork] {
        var networks: [CardNetwork] = []
        for name in try node.array() {
            guard let network = CardNetwork(rawValue: try name.string()) else {
                throw name.invalid("is no network")
            }
            networks.append(network)
        }
        return networks
    }
}

extension MoneyReader {
    /// A price of the catalog.
    fileprivate func price(_ node: JSONNode) throws(JSONError) -> Amount {
        _ = try node.integer(in: 0...Catalog.amountMax)
        return try amount(node)
    }
}

extension CatalogProduct {
    fileprivate init(from node: JSONNode, _ money: MoneyReader) throws(JSONError) {
        var kinds: Set<FulfillmentOption.Kind> = []
        for name in try node.member("fulfillment").array() {
            guard let kind = FulfillmentOption.Kind(rawValue: try name.string()) else {
                throw name.invalid("is no kind of fulfillment")
            }
            kinds.insert(kind)
        }
        let id = try node.member("id").string()
        let title = try node.member("title").string()
        let variants = try VariantReader(id: id, title: title, node, money).variants()
        var stock: [String: Int64] = [:]
        if let left = try node.present("stock")?.integer(in: 0...1_000_000) {
            for variant in variants { stock[variant.id] = left }
        }
        self.init(
            product: Product(
                id: id, title: ForeignText(title), detail: try node.text("description"), variants: variants),
            fulfillment: kinds, stock: stock, isForAdults: try node.present("adults_only")?.bool() ?? false,
            terms: try node.present("terms").map { terms throws(JSONError) in
                try ProductTerms(from: terms, money)
            })
    }
}

/// Makes the variants of a product out of its options: each value may add to the price and to the id.
private struct VariantReader {
    private struct Value {
        let name: String
        let value: String
        let surcharge: Int64
        /// Left out of id and title.
        let isPlain: Bool
    }

    private let id: String
    private let title: String
    private let price: Amount
    private let options: [[Value]]

    init(id: String, title: String, _ node: JSONNode, _ money: MoneyReader) throws(JSONError) {
        self.id = id
        self.title = title
        price = try money.price(node.member("price"))
        var options: [[Value]] = []
        for option in try node.elements("options") {
            let name = try option.member("name").string()
            var values: [Value] = []
            for value in try option.member("values").array() {
                values.append(
                    Value(
                        name: name, value: try value.member("value").string(),
                        surcharge: try value.present("price")?.integer(in: 0...Catalog.amountMax) ?? 0,
                        isPlain: try value.present("plain")?.bool() ?? false))
            }
            options.append(values)
        }
        guard options.reduce(1, { $0 * $1.count }) <= 256 else { throw node.invalid("has too many variants") }
        self.options = options
    }

    func variants() -> [ProductVariant] {
        var choices: [[Value]] = [[]]
        for values in options { choices = choices.flatMap { choice in values.map { choice + [$0] } } }
        return choices.map { choice in
            let named = choice.filter { !$0.isPlain }.map(\.value)
            let amount = choice.reduce(price.minorUnits) { $0 + $1.surcharge }
            return ProductVariant(
                id: ([id] + named).joined(separator: "-"),
                title: ForeignText(([title] + named).joined(separator: ", ")),
                price: Amount(amount, price.currency),
                options: choice.map { ProductVariant.Option(name: $0.name, value: $0.value) },
                isAvailable: true)
        }
    }
}

extension Delivery {
    fileprivate init(from node: JSONNode, _ money: MoneyReader) throws(JSONError) {
        let type = try node.member("type")
        guard let kind = FulfillmentOption.Kind(rawValue: try type.string()) else {
            throw type.invalid("is no kind of fulfillment")
        }
        var countries: Set<String> = []
        for country in try node.elements("countries") { countries.insert(try country.string()) }
        var days: ClosedRange<Int64>?
        if let range = try node.present("days") {
            let ends = try range.array()
            guard ends.count == 2 else { throw range.invalid("is not a first and a last day") }
            let first = try ends[0].integer(in: 0...365)
            days = first...(try ends[1].integer(in: first...365))
        }
        self.init(
            kind: kind, id: try node.member("id").string(),
            title: ForeignText(try node.member("title").string()),
            detail: try node.text("description"), amount: try money.price(node.member("amount")), days: days,
            countries: countries)
        for country in try node.elements("except_countries") {
            exceptCountries.insert(try country.string())
        }
        if let location = try node.present("location") {
            placeName = try location.text("name")
            place = try AddressJSON.address(from: location.member("address"))
        }
        if kind == .pickup, place == nil { throw node.invalid("is a pickup without a location") }
    }
}

extension Promotion {
    fileprivate init(from node: JSONNode, _ money: MoneyReader) throws(JSONError) {
        let kind = try node.member("kind")
        let effect: Effect
        switch try kind.string() {
        case "percentage":
            effect = .percentage(basisPoints: try node.member("basis_points").integer(in: 1...10_000))
        case "fixed": effect = .fixed(try money.price(node.member("amount")))
        case "free_shipping": effect = .freeShipping
        case "store_credit": effect = .storeCredit(try money.price(node.member("amount")))
        case "free_delivery":
            var ids: Set<String> = []
            for id in try node.member("deliveries").array() { ids.insert(try id.string()) }
            effect = .freeDelivery(ids: ids)
        default:
            throw kind.invalid("is none of percentage, fixed, free_shipping, free_delivery, store_credit")
        }
        var expiry: Int64?
        if let member = try node.present("expires_at") {
            guard let seconds = UTCTime.seconds(try member.string()) else {
                throw member.invalid("is no time in UTC")
            }
            expiry = seconds
        }
        var eligibility = Eligibility.everybody
        if try node.present("requires_account")?.bool() ?? false { eligibility = .account }
        if let domain = try node.present("email_domain") { eligibility = .email(domain: try domain.string()) }
        self.init(
            code: PromoReader.canonical(try node.present("code")?.string() ?? ""),
            name: ForeignText(try node.member("name").string()), effect: effect,
            minimum: try node.present("minimum").map { member throws(JSONError) in try money.price(member) },
            expiresAt: expiry, usesMax: try node.present("uses_max")?.integer(in: 0...1_000_000),
            isCombinable: try node.present("combinable")?.bool() ?? true, eligibility: eligibility)
        for product in try node.elements("products") { products.insert(try product.string()) }
        if case .freeDelivery = effect, !code.isEmpty {
            throw node.invalid("is a free delivery by code: free_shipping is that")
        }
    }
}
