internal import Checkout
internal import HTTPMessages
internal import Merchant
package import Surfaces

/// A shop as the watch looks at it.
struct Shopping: Sendable {
    let origin: BaseURL
    let client: MerchantClient

    init(_ device: Device, shop: String) throws(Complaint) {
        guard let origin = BaseURL(shop) else { throw .invalidShop(shop) }
        self.origin = origin
        client = try device.merchants.client(at: origin)
    }

    /// Whether it is reached without https, as the demo's flag allows.
    var isPlain: Bool { origin.scheme == .http }

    /// Asks the merchant.
    func asking<Result>(
        _ body: (MerchantClient) async throws(MerchantFailure) -> Result
    ) async throws(Complaint) -> Result {
        do throws(MerchantFailure) { return try await body(client) } catch {
            throw Complaint(error, at: origin.origin)
        }
    }

    /// What the merchant sells.
    func products() async throws(Complaint) -> [Product] {
        try await asking { client throws(MerchantFailure) in try await client.products() }
    }

    /// The variant that `item` names: a variant's id, or a product's with options.
    func variant(
        _ item: String, options: [(key: String, value: String)], among products: [Product]
    ) throws(Complaint) -> ProductVariant {
        let found: ProductVariant
        if let product = products.first(where: { $0.id == item }) {
            guard let variant = product.variant(options: options) else {
                throw .unknownOption(options.map { "\($0.key)=\($0.value)" }.joined(separator: " "))
            }
            found = variant
        } else if let variant = products.flatMap(\.variants).first(where: { $0.id == item }) {
            found = variant
        } else {
            throw .unknownItem(item)
        }
        guard found.isAvailable else { throw .soldOut(found.title) }
        return found
    }
}

/// `baton-watch menu`: what can be bought.
package struct MenuFlow: Sendable {
    private let device: Device
    private let shopping: Shopping

    package init(_ device: Device, shop: String) throws(Complaint) {
        self.device = device
        shopping = try Shopping(device, shop: shop)
    }

    /// Lists each form of each product.
    package func run() async throws(Complaint) {
        let products = try await shopping.asking { client throws(MerchantFailure) in
            try await client.products()
        }
        let items = products.flatMap { product in
            product.variants.map { variant in
                MenuItem(
                    id: variant.id, title: variant.title, detail: product.detail, price: variant.price,
                    options: variant.options.map { ($0.name, $0.value) }, isAvailable: variant.isAvailable)
            }
        }
        device.face.show(.menu(MenuShown(origin: shopping.origin.origin, items: items)))
    }
}
