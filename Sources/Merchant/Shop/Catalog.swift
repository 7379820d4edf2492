package import Checkout

/// What a shop sells and how: read once from a JSON file.
package struct Catalog: Sendable {
    package var name: ForeignText
    /// Two capital letters: where payments are processed.
    package var country: String
    package var currency: Currency
    /// Sales tax on goods after discounts, in hundredths of a percent.
    package var taxBasisPoints: Int64
    package var networks: [CardNetwork]
    /// Whether each percentage is taken of what the earlier discounts left, and not of all goods.
    package var discountsCompound = false
    /// What every session costs besides, whatever is in it.
    package var fees: [CatalogFee] = []
    package var products: [CatalogProduct]
    package var deliveries: [Delivery]
    package var promotions: [Promotion]

    /// Bounds that keep every sum far from the edge of 64 bits.
    package static let linesMax = 32
    package static let quantityMax: Int64 = 100
    package static let amountMax: Int64 = 100_000_000
    package static let codesMax = 10
    package static let codeBytesMax = 64

    /// Who is paid by what is sold here.
    var payee: RequestPayee { RequestPayee(name: name, country: country, networks: networks) }

    /// The product and variant of that id.
    package func find(_ variantID: String) -> (product: CatalogProduct, variant: ProductVariant)? {
        for product in products {
            if let variant = product.product.variants.first(where: { $0.id == variantID }) {
                return (product, variant)
            }
        }
        return nil
    }

    /// The products that these are variants of.
    func products(of items: [OrderedVariant]) -> Set<String> {
        Set(items.compactMap { find($0.id)?.product.product.id })
    }

    /// The products with what is left of them now.
    package func listing(stock: [String: Int64]) -> [Product] {
        products.map { entry in
            var product = entry.product
            for index in product.variants.indices {
                if let left = stock[product.variants[index].id] {
                    product.variants[index].isAvailable = left > 0
                }
            }
            return product
        }
    }

    /// How many of each limited variant there are to begin with.
    package var initialStock: [String: Int64] {
        var stock: [String: Int64] = [:]
        for product in products { stock.merge(product.stock) { first, _ in first } }
        return stock
    }
}

/// A fee of the shop's.
package struct CatalogFee: Sendable {
    package var title: ForeignText
    package var amount: Amount
}

/// A product with how it is handed over and how many there are.
package struct CatalogProduct: Sendable {
    package var product: Product
    package var fulfillment: Set<FulfillmentOption.Kind>
    /// Variants not named here never run out.
    package var stock: [String: Int64]
    /// Whether the person must say on the shop's page to be of age.
    package var isForAdults = false
    /// What buying it agrees to beyond the price.
    package var terms: ProductTerms?
}

/// A way to get goods, before a session knows the day.
package struct Delivery: Sendable {
    package var kind: FulfillmentOption.Kind
    package var id: String
    package var title: ForeignText
    package var detail: ForeignText?
    package var amount: Amount
    /// Days from now to the first and last day of arrival.
    package var days: ClosedRange<Int64>?
    /// Where it goes; empty for anywhere.
    package var countries: Set<String>
    /// Where it does not go, for another way goes there.
    package var exceptCountries: Set<String> = []
    package var place: PostalAddress?
    package var placeName: ForeignText?

    /// The option on that day.
    func option(at seconds: Int64) -> FulfillmentOption {
        var option = FulfillmentOption(kind, id: id, title: title, detail: detail, amount: amount)
        if let days {
            option.arrival = CalendarDateRange(
                UTCTime.date(seconds + days.lowerBound * 86_400),
                UTCTime.date(seconds + days.upperBound * 86_400))
        }
        option.place = place
        option.placeName = placeName
        return option
    }

    /// Whether it reaches a country; one that is not known yet is reached.
    func reaches(_ country: String?) -> Bool {
        guard needsAddress, let country else { return true }
        return (countries.isEmpty || countries.contains(country)) && !exceptCountries.contains(country)
    }

    /// Whether it needs to know where the person lives.
    var needsAddress: Bool { kind.needsAddress }
}

extension FulfillmentOption.Kind {
    /// Whether the goods go to the person's address.
    package var needsAddress: Bool {
        switch self {
        case .shipping, .localDelivery: true
        case .pickup, .digital: false
        }
    }
}

/// A discount, by code or automatic.
package struct Promotion: Sendable {
    /// What it takes off.
    package enum Effect: Hashable, Sendable {
        /// Of the goods, in hundredths of a percent.
        case percentage(basisPoints: Int64)
        case fixed(Amount)
        case freeShipping
        /// So much of what is paid, as money of the person's own: a total of its own (checkout 5).
        case storeCredit(Amount)
        /// These deliveries cost nothing, whichever is chosen.
        case freeDelivery(ids: Set<String>)
    }

    /// Who may use it.
    package enum Eligibility: Hashable, Sendable {
        case everybody
        /// People with an account here: nobody in this shop can sign in.
        case account
        /// People whose e-mail address ends so.
        case email(domain: String)
    }

    /// In capitals; empty for one that applies by itself.
    package var code: String
    package var name: ForeignText
    package var effect: Effect
    package var minimum: Amount?
    /// Seconds since 1970.
    package var expiresAt: Int64?
    package var usesMax: Int64?
    package var isCombinable: Bool
    package var eligibility: Eligibility
    /// The products of which one must be in the bag; empty for any.
    package var products: Set<String> = []
}
