// The page of Protocol/merchant.md: what follows the line below stands there word for word.
// --------
import BatonMerchant

/// What a tea house sells.
struct TeaHouse: MerchantAssortment {
    let facts = MerchantFacts(name: "Tea House", country: "US", currency: "USD")
    let goods = [
        MerchantGoods(id: "sencha", title: "Sencha", price: 1200, ways: [.shipping], stock: 40),
        MerchantGoods(id: "voucher", title: "Voucher", price: 2500, ways: [.digital]),
    ]
    let deliveries = [
        MerchantDelivery(.shipping, id: "post", title: "Post", price: 500, days: 2...4),
        MerchantDelivery(.digital, id: "email", title: "By e-mail", price: 0),
    ]
    let discounts = [
        MerchantDiscount(code: "SPRING", name: "10 % off", .percentage(basisPoints: 1000))
    ]
}

/// The handler to put behind the routes of a server, whichever it is.
struct TeaServer {
    let merchant: MerchantService

    init(origin: String, database: String) throws {
        merchant = try MerchantService(selling: TeaHouse(), origin: origin, database: database)
    }

    func handle(
        method: String, target: String, headers: [(name: String, value: String)], body: [UInt8]
    ) async -> (status: Int, headers: [(name: String, value: String)], body: [UInt8]) {
        let request = MerchantRequest(method: method, target: target, headers: headers, body: body)
        let reply = await merchant.respond(request)
        return (reply.status, reply.headers, reply.body)
    }

    /// Tells each order event to somebody, in order; `send` says whether it was heard.
    func tell(
        secret: [UInt8], at seconds: Int64, send: (_ body: [UInt8], _ signature: String) async -> Bool
    ) async throws {
        while let event = try await merchant.nextEvent() {
            let signature = event.signature(secret: secret, at: seconds)
            guard await send(event.body, signature) else { return }
            try await merchant.confirm(event)
        }
    }
}
