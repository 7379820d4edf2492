package import Checkout
package import JSON

/// Something that can be bought, as `/products` lists it in the shape of ACP's feed.
package struct Product: Hashable, Sendable {
    package var id: String
    package var title: ForeignText
    package var detail: ForeignText?
    package var variants: [ProductVariant]

    package init(id: String, title: ForeignText, detail: ForeignText?, variants: [ProductVariant]) {
        self.id = id
        self.title = title
        self.detail = detail
        self.variants = variants
    }

    /// The variant that has these options; options not named take any value, the first fitting variant wins.
    package func variant(options: [(key: String, value: String)]) -> ProductVariant? {
        variants.first { variant in
            options.allSatisfy { wanted in
                variant.options.contains { has in
                    has.name.lowercased() == wanted.key.lowercased()
                        && has.value.lowercased() == wanted.value.lowercased()
                }
            }
        }
    }
}

/// One form of a product: what a session's line names.
package struct ProductVariant: Hashable, Sendable {
    /// A name and the value that this variant has of it.
    package struct Option: Hashable, Sendable {
        package var name: String
        package var value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    package var id: String
    package var title: ForeignText
    package var price: Amount
    package var options: [Option]
    package var isAvailable: Bool

    package init(id: String, title: ForeignText, price: Amount, options: [Option], isAvailable: Bool) {
        self.id = id
        self.title = title
        self.price = price
        self.options = options
        self.isAvailable = isAvailable
    }
}

extension Product {
    /// Reads the body of `/products`. Variants without a price cannot be bought and are left out.
    package static func list(from node: JSONNode) throws(JSONError) -> [Product] {
        var products: [Product] = []
        for entry in try node.elements("products") {
            let id = try entry.member("id").string()
            let title = try entry.text("title") ?? ForeignText(id)
            var variants: [ProductVariant] = []
            for variant in try entry.elements("variants") {
                if let variant = try ProductVariant(from: variant, title) { variants.append(variant) }
            }
            let detail = try entry.present("description")?.text("plain")
            products.append(Product(id: id, title: title, detail: detail, variants: variants))
        }
        return products
    }

    /// The product as `/products` writes it.
    package var json: JSONValue {
        var object: JSONObject = ["id": .string(id), "title": .string(title.raw)]
        if let detail { object["description"] = ["plain": .string(detail.raw)] }
        object["variants"] = .array(variants.map(\.json))
        return .object(object)
    }
}

extension ProductVariant {
    fileprivate init?(from node: JSONNode, _ product: ForeignText) throws(JSONError) {
        guard let price = try node.present("price") else { return nil }
        let code = try price.member("currency")
        guard let currency = Currency(try code.string()) else { throw code.invalid("is no currency code") }
        var options: [Option] = []
        for option in try node.elements("variant_options") {
            options.append(
                Option(name: try option.member("name").string(), value: try option.member("value").string()))
        }
        self.init(
            id: try node.member("id").string(), title: try node.text("title") ?? product,
            price: Amount(try price.member("amount").integer(), currency), options: options,
            isAvailable: try node.present("availability")?.present("available")?.bool() ?? true)
    }

    fileprivate var json: JSONValue {
        [
            "id": .string(id), "title": .string(title.raw),
            "price": ["amount": .integer(price.minorUnits), "currency": .string(price.currency.code)],
            "availability": [
                "available": .bool(isAvailable), "status": isAvailable ? "in_stock" : "out_of_stock",
            ],
            "variant_options": .array(
                options.map { ["name": .string($0.name), "value": .string($0.value)] }),
        ]
    }
}
