internal import JSON

/// What a merchant sells and by which rules. Amounts are integers in the currency's minor unit.
public protocol MerchantAssortment: Sendable {
    /// Who sells.
    var facts: MerchantFacts { get }
    /// What is sold.
    var goods: [MerchantGoods] { get }
    /// How goods are handed over; the first that fits is chosen unless the person says otherwise.
    var deliveries: [MerchantDelivery] { get }
    /// What is taken off, by code or by itself.
    var discounts: [MerchantDiscount] { get }
}

extension MerchantAssortment {
    /// None, unless an assortment has some.
    public var discounts: [MerchantDiscount] { [] }

    /// The assortment as a catalog file has it; reading that finds what contradicts itself.
    var catalogJSON: JSONValue {
        [
            "merchant": facts.json, "products": .array(goods.map(\.json)),
            "deliveries": .array(deliveries.map(\.json)), "promotions": .array(discounts.map(\.json)),
        ]
    }
}

/// Who sells: what stands on the card statement, and where payments are processed.
public struct MerchantFacts: Sendable {
    /// The name that people know.
    public var name: String
    /// Two capital letters.
    public var country: String
    /// Three letters; everything is sold in it.
    public var currency: String
    /// Sales tax on goods after discounts, in hundredths of a percent.
    public var taxBasisPoints: Int64
    /// The card networks that are taken, as Apple Pay spells them: `visa`, `masterCard`.
    public var networks: [String]

    /// A merchant without tax that takes two networks, unless said otherwise.
    public init(
        name: String, country: String, currency: String, taxBasisPoints: Int64 = 0,
        networks: [String] = ["visa", "masterCard"]
    ) {
        self.name = name
        self.country = country
        self.currency = currency
        self.taxBasisPoints = taxBasisPoints
        self.networks = networks
    }

    fileprivate var json: JSONValue {
        [
            "name": .string(name), "country": .string(country), "currency": .string(currency),
            "tax_basis_points": .integer(taxBasisPoints), "networks": .array(networks.map { .string($0) }),
        ]
    }
}

/// A way in which goods reach a person.
public enum MerchantWay: String, Sendable {
    /// By post or a carrier, to an address.
    case shipping
    /// By e-mail.
    case digital
    /// Fetched at a place of the merchant's.
    case pickup
    /// Brought by the merchant itself.
    case localDelivery = "local_delivery"
}

/// One thing that is sold.
public struct MerchantGoods: Sendable {
    /// What sessions name it by.
    public var id: String
    /// What people read.
    public var title: String
    /// In minor units.
    public var price: Int64
    /// How it may be handed over.
    public var ways: [MerchantWay]
    /// How many there are when the file is made; nil for without end.
    public var stock: Int64?
    /// A sentence about it.
    public var detail: String?

    /// A thing with a price.
    public init(
        id: String, title: String, price: Int64, ways: [MerchantWay], stock: Int64? = nil,
        detail: String? = nil
    ) {
        self.id = id
        self.title = title
        self.price = price
        self.ways = ways
        self.stock = stock
        self.detail = detail
    }

    fileprivate var json: JSONValue {
        var object: JSONObject = [
            "id": .string(id), "title": .string(title), "price": .integer(price),
            "fulfillment": .array(ways.map { .string($0.rawValue) }),
        ]
        object["stock"] = stock.map { .integer($0) }
        object["description"] = detail.map { .string($0) }
        return .object(object)
    }
}

/// One way to get goods, with what it costs.
public struct MerchantDelivery: Sendable {
    /// Where goods are fetched.
    public struct Place: Sendable {
        /// What it is called.
        public var name: String
        /// Street and number.
        public var street: String
        /// The city.
        public var city: String
        /// State or province; may be empty.
        public var region: String
        /// The postal code.
        public var postalCode: String
        /// Two capital letters.
        public var country: String

        /// A place with an address.
        public init(
            name: String, street: String, city: String, region: String, postalCode: String, country: String
        ) {
            self.name = name
            self.street = street
            self.city = city
            self.region = region
            self.postalCode = postalCode
            self.country = country
        }
    }

    /// How it reaches the person.
    public var way: MerchantWay
    /// What sessions name it by.
    public var id: String
    /// What people read.
    public var title: String
    /// In minor units.
    public var price: Int64
    /// Days from now to the first and last day of arrival.
    public var days: ClosedRange<Int64>?
    /// Where it goes, two capital letters each; empty for everywhere.
    public var countries: [String]
    /// Where a pickup is; a pickup needs one.
    public var place: Place?

    /// A way with a price.
    public init(
        _ way: MerchantWay, id: String, title: String, price: Int64, days: ClosedRange<Int64>? = nil,
        countries: [String] = [], place: Place? = nil
    ) {
        self.way = way
        self.id = id
        self.title = title
        self.price = price
        self.days = days
        self.countries = countries
        self.place = place
    }

    fileprivate var json: JSONValue {
        var object: JSONObject = [
            "type": .string(way.rawValue), "id": .string(id), "title": .string(title),
            "amount": .integer(price), "countries": .array(countries.map { .string($0) }),
        ]
        if let days { object["days"] = [.integer(days.lowerBound), .integer(days.upperBound)] }
        if let place {
            object["location"] = [
                "name": .string(place.name),
                "address": [
                    "name": .string(place.name), "line_one": .string(place.street),
                    "city": .string(place.city), "state": .string(place.region),
                    "country": .string(place.country), "postal_code": .string(place.postalCode),
                ],
            ]
        }
        return .object(object)
    }
}

/// What is taken off a bag.
public struct MerchantDiscount: Sendable {
    /// What it takes.
    public enum Effect: Sendable {
        /// Of the goods, in hundredths of a percent.
        case percentage(basisPoints: Int64)
        /// So much of the goods, in minor units.
        case fixed(Int64)
        /// The delivery.
        case freeShipping
    }

    /// What people type, in any case; empty for one that applies by itself.
    public var code: String
    /// What the sheet shows.
    public var name: String
    /// What it takes off.
    public var effect: Effect
    /// From which sum of goods on, in minor units.
    public var minimum: Int64?

    /// A discount for everybody.
    public init(code: String = "", name: String, _ effect: Effect, minimum: Int64? = nil) {
        self.code = code
        self.name = name
        self.effect = effect
        self.minimum = minimum
    }

    fileprivate var json: JSONValue {
        var object: JSONObject = ["name": .string(name)]
        if !code.isEmpty { object["code"] = .string(code) }
        object["minimum"] = minimum.map { .integer($0) }
        switch effect {
        case .percentage(let points):
            object["kind"] = "percentage"
            object["basis_points"] = .integer(points)
        case .fixed(let amount):
            object["kind"] = "fixed"
            object["amount"] = .integer(amount)
        case .freeShipping: object["kind"] = "free_shipping"
        }
        return .object(object)
    }
}
