import Checkout
import Crypto
import Encodings
import HTTPMessages
import JSON
import Merchant
import Synchronization
import Testing

/// A shop and a client of it in one process, without a socket, under a clock that the test moves.
final class ShopFixture: Sendable {
    let shop: Shop<MemoryShopStore>
    let store: MemoryShopStore
    let origin: BaseURL
    let key: MerchantKey
    let time = Mutex<Int64>(1_796_289_300)
    /// Every request that reached the shop.
    let seen = Mutex<[Request]>([])

    init(_ catalog: String = ShopFixture.catalog) throws {
        let origin = try #require(BaseURL("https://shop.example"))
        let catalog = try Catalog(from: JSONNode(parsing: Array(catalog.utf8)))
        let store = MemoryShopStore(stock: catalog.initialStock)
        self.origin = origin
        self.store = store
        let clock = Clock(time: { 0 })
        key = MerchantKey(try P256PrivateKey())
        shop = Shop(
            catalog: catalog, origin: origin, key: key, store: store,
            payments: TestPayments.acceptance, clock: { clock.now })
        clock.source.withLock { source in source = { [weak self] in self?.time.withLock { $0 } ?? 0 } }
    }

    var now: Int64 { time.withLock { $0 } }

    func pass(_ seconds: Int64) { time.withLock { $0 += seconds } }

    /// The way to the shop, as clients have it.
    var http: MerchantHTTP {
        MerchantHTTP { [self] request, _, _ throws(MerchantFailure) in
            let response = await send(request)
            return MerchantResponse(
                status: response.status, fields: response.fields, body: Self.bytes(of: response))
        }
    }

    func client(keys: QuoteKeys? = nil) -> MerchantClient {
        MerchantClient(origin: origin, http: http, keys: keys ?? QuoteKeys(http), clock: { self.now })
    }

    func send(_ request: Request) async -> Response {
        seen.withLock { $0.append(request) }
        return await shop.respond(request)
    }

    static func bytes(of response: Response) -> [UInt8] {
        switch response.body {
        case .bytes(let bytes): bytes
        case .stream: []
        }
    }

    /// Opens a session of these variants.
    func open(
        _ items: [(String, Int64)], codes: [String] = [], address: PostalAddress? = nil,
        key: String = "create", currency: String = "usd"
    ) async throws -> CheckoutAnswer {
        let currency = try #require(Currency(currency))
        let order = CheckoutCreate(
            items: items.map { OrderedVariant(id: $0.0, quantity: $0.1) }, currency: currency, codes: codes,
            address: address)
        return try await client().create(order, idempotencyKey: key)
    }

    /// Pays what `answer` quotes, with a card.
    func pay(
        _ answer: CheckoutAnswer, card: String = "4242424242424242", transaction: String = "t1",
        amount: Int64? = nil, digest: [UInt8]? = nil, key: String = "complete"
    ) async throws -> CheckoutAnswer {
        let quote = try #require(answer.quote)
        let token = TestPayments.token(
            card: card, transaction: transaction,
            amount: amount ?? quote.request.total.amount.minorUnits, digest: digest ?? quote.digest)
        let contact = Contact(givenName: "Jane", familyName: "Doe", email: "jane@example.com", phone: "1")
        return try await client().complete(
            CompleteRequest(contact: contact, token: token).encoded(), of: answer.access, idempotencyKey: key)
    }
}

/// A clock whose source is set after the shop was made with it.
private final class Clock: Sendable {
    let source: Mutex<@Sendable () -> Int64>

    init(time: @escaping @Sendable () -> Int64) { source = Mutex(time) }

    var now: Int64 { source.withLock { $0 }() }
}

/// Tokens that say in the open what a real one seals.
enum TestPayments {
    static func token(card: String, transaction: String, amount: Int64, digest: [UInt8]) -> JSONValue {
        [
            "card": .string(card), "transaction": .string(transaction), "amount": .integer(amount),
            "quote": .string(Base64.encode(digest)),
        ]
    }

    static let acceptance = PaymentAcceptance(
        handler: PayHandler(merchantID: "merchant.test", certificateDER: [1, 2, 3], networks: [.visa]),
        transactionID: { node in
            do throws(JSONError) { return Array(try node.member("transaction").string().utf8) } catch {
                return nil
            }
        },
        open: { node, terms in
            do throws(JSONError) {
                guard try node.member("amount").integer() == terms.amount.minorUnits else {
                    return .failure(PaymentProblem(code: "amount", message: "another amount"))
                }
                guard try node.member("quote").string() == Base64.encode(terms.quoteDigest) else {
                    return .failure(PaymentProblem(code: "application_data", message: "another quote"))
                }
                let card = Array(try node.member("card").string().utf8)
                return .success(AcceptedCard(accountNumber: Secret(card)))
            } catch {
                return .failure(PaymentProblem(code: "malformed", message: "\(error)"))
            }
        })
}

/// What the shop keeps, in memory.
final class MemoryShopStore: ShopStore {
    private struct Contents {
        var sessions: [String: ShopSession] = [:]
        var answers: [String: RecordedAnswer] = [:]
        var orders: [ShopOrder] = []
        var events: [[UInt8]] = []
        var transactions: Set<[UInt8]> = []
        var stock: [String: Int64] = [:]
        var uses: [String: Int64] = [:]
    }

    private let contents: Mutex<Contents>

    private struct Gate {
        var isHeld = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let gate = Mutex(Gate())

    /// Keeps every update waiting until `release`.
    func hold() { gate.withLock { $0.isHeld = true } }

    func release() {
        let waiting = gate.withLock { gate in
            gate.isHeld = false
            defer { gate.waiting = [] }
            return gate.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    var waiting: Int { gate.withLock { $0.waiting.count } }

    private func pass() async {
        await withCheckedContinuation { continuation in
            let isHeld = gate.withLock { gate in
                if gate.isHeld { gate.waiting.append(continuation) }
                return gate.isHeld
            }
            if !isHeld { continuation.resume() }
        }
    }

    init(stock: [String: Int64]) { contents = Mutex(Contents(stock: stock)) }

    var orders: [ShopOrder] { contents.withLock { $0.orders } }
    var events: [[UInt8]] { contents.withLock { $0.events } }
    var stock: [String: Int64] { contents.withLock { $0.stock } }

    func update<R: Sendable>(
        _ scope: ShopScope, _ body: @escaping @Sendable (inout ShopSlice) -> R
    ) async throws(ShopStoreFailure) -> R {
        await pass()
        return contents.withLock { contents in
            let order = contents.orders.first {
                $0.order.id == scope.orderID || $0.order.sessionID == scope.sessionID
            }
            var slice = ShopSlice(
                session: scope.sessionID.flatMap { contents.sessions[$0] },
                answer: scope.idempotencyKey.flatMap { contents.answers[$0] }, order: order,
                isTransactionUsed: scope.transactionID.map(contents.transactions.contains) ?? false,
                stock: contents.stock, uses: contents.uses,
                nextOrderNumber: Int64(1043 + contents.orders.count))
            let result = body(&slice)
            if let session = slice.session { contents.sessions[session.id] = session }
            if let key = scope.idempotencyKey, let answer = slice.answer { contents.answers[key] = answer }
            if order == nil, let made = slice.order { contents.orders.append(made) }
            if let order, let changed = slice.order,
                let place = contents.orders.firstIndex(where: { $0.order.id == order.order.id })
            {
                contents.orders[place] = changed
            }
            if let event = slice.event { contents.events.append(event) }
            if slice.usesTransaction, let id = scope.transactionID { contents.transactions.insert(id) }
            contents.stock = slice.stock
            contents.uses = slice.uses
            return result
        }
    }
}

extension ShopFixture {
    /// A catalog with a bit of everything.
    static let catalog = """
        {
          "merchant": {"name": "Bar", "country": "US", "currency": "USD", "tax_basis_points": 800,
            "networks": ["visa", "masterCard"]},
          "products": [
            {"id": "latte", "title": "Latte", "fulfillment": ["pickup", "local_delivery"], "price": 450,
              "options": [{"name": "size", "values": [
                {"value": "small", "plain": true}, {"value": "large", "price": 101}]}]},
            {"id": "roses", "title": "Roses", "fulfillment": ["pickup", "shipping"], "price": 3599},
            {"id": "orchid", "title": "Orchid", "fulfillment": ["pickup", "shipping"], "price": 2000,
              "stock": 1},
            {"id": "ticket", "title": "Ticket", "fulfillment": ["digital"], "price": 2500}
          ],
          "deliveries": [
            {"type": "pickup", "id": "counter", "title": "Counter", "amount": 0, "days": [0, 0],
              "location": {"name": "Bar", "address": {
                "name": "Bar", "line_one": "1 Main", "city": "Springfield",
                "state": "IL", "country": "US", "postal_code": "62701"}}},
            {"type": "local_delivery", "id": "bike", "title": "Bike", "amount": 500, "countries": ["US"]},
            {"type": "shipping", "id": "post", "title": "Post", "amount": 799, "days": [2, 4],
              "countries": ["US", "FR"]},
            {"type": "shipping", "id": "express", "title": "Express", "amount": 1999, "countries": ["US"]},
            {"type": "digital", "id": "mail", "title": "By e-mail", "amount": 0}
          ],
          "promotions": [
            {"code": "TEN", "name": "10 %", "kind": "percentage", "basis_points": 1000},
            {"code": "FIVER", "name": "5 off", "kind": "fixed", "amount": 500},
            {"code": "ALL", "name": "All", "kind": "percentage", "basis_points": 10000},
            {"code": "SHIP", "name": "Free post", "kind": "free_shipping"},
            {"code": "BIG", "name": "Big", "kind": "fixed", "amount": 100, "minimum": 100000},
            {"code": "OLD", "name": "Old", "kind": "fixed", "amount": 100,
              "expires_at": "2025-01-01T00:00:00Z"},
            {"code": "GONE", "name": "Gone", "kind": "fixed", "amount": 100, "uses_max": 0},
            {"code": "ONCE", "name": "Once", "kind": "fixed", "amount": 100, "uses_max": 1},
            {"code": "SOLO", "name": "Solo", "kind": "fixed", "amount": 100, "combinable": false},
            {"code": "MEMBER", "name": "Member", "kind": "fixed", "amount": 100, "requires_account": true},
            {"code": "STAFF", "name": "Staff", "kind": "fixed", "amount": 100, "email_domain": "bar.example"}
          ]
        }
        """
}
