import Checkout
import Crypto
import Encodings
import HTTPMessages
import JSON
import Testing

@testable import Merchant

/// Standing quotes are paid at the shop: once a token, for the sum that was signed, and for nobody else.
@Suite struct ShopPaymentTests {
    private let fixture: ShopFixture
    private let request: JSONValue

    init() throws {
        fixture = try ShopFixture()
        request = try JSONValue(
            parsing: Array(
                #"""
                {"countryCode":"US","currencyCode":"USD","supportedNetworks":["visa"],
                 "merchantCapabilities":["supports3DS"],"requiredShippingContactFields":["postalAddress"],
                 "lineItems":[{"label":"Tea","amount":"9.00"},{"label":"Post","amount":"1.00"}],
                 "shippingMethods":[{"label":"Post","detail":"","amount":"1.00","identifier":"post"},
                                    {"label":"Bike","detail":"","amount":"4.00","identifier":"bike"}],
                 "total":{"label":"Tea House","amount":"10.00"}}
                """#.utf8))
    }

    private func quote(
        origin: String? = nil, key: MerchantKey? = nil, seconds: Int64 = 3600
    ) throws -> StandingQuote {
        try StandingQuote.sign(
            request: request, origin: origin ?? fixture.origin.origin, issuedAt: fixture.now,
            expiresAt: fixture.now + seconds, completeURL: BaseURL("https://shop.example/payments"),
            certificateDER: nil, key: key ?? fixture.key)
    }

    private func body(
        _ quote: StandingQuote, amount: Int64 = 1000, total: String = "10.00", currency: String = "USD",
        method: String? = nil, handoff: String? = nil, card: String = "4242424242424242",
        transaction: String = "t1"
    ) -> [UInt8] {
        let token = TestPayments.token(
            card: card, transaction: transaction, amount: amount, digest: quote.digest)
        var agreed: JSONObject = [
            "quote": .string(quote.text), "total": .string(total), "currency": .string(currency),
        ]
        agreed["method"] = method.map { .string($0) }
        agreed["handoff"] = handoff.map { .string($0) }
        let value: JSONValue = ["token": ["paymentData": token], "baton": .object(agreed)]
        return value.encoded()
    }

    private func post(_ body: [UInt8], key: String = "k") async throws -> (status: Int, node: JSONNode) {
        let answer = await fixture.send(
            Request(method: .post, target: "/payments", fields: ["idempotency-key": key], body: body))
        return (answer.status.code, try JSONNode(parsing: ShopFixture.bytes(of: answer)))
    }

    private func code(_ body: [UInt8], key: String = "k") async throws -> String {
        let answer = try await post(body, key: key)
        return answer.status == 200 ? "paid" : try answer.node.member("code").string()
    }

    @Test func `a signed request is paid without a session, and the same bytes again are the same order`()
        async throws
    {
        let body = body(try quote())
        let answer = try await post(body)
        #expect(answer.status == 200)
        #expect(try answer.node.member("order").member("order_number").string() == "1043")
        #expect(try await post(body).node.value == answer.node.value)
        #expect(fixture.store.orders.count == 1 && fixture.store.events.count == 1)
        // Another token for the same quote is another purchase.
        #expect(try await code(self.body(quote(), transaction: "t2"), key: "k2") == "paid")
    }

    @Test func `checkout 67, 68: one handoff is charged once for a quote, whatever card and key come late`()
        async throws
    {
        let quote = try quote()
        let no = body(quote, handoff: "h", card: "4000000000000002", transaction: "t0")
        #expect(try await code(no, key: "k0") == "payment_declined")
        let first = try await post(body(quote, handoff: "h", transaction: "t1"), key: "k1")
        #expect(first.status == 200)
        let late = try await post(body(quote, handoff: "h", transaction: "t2"), key: "k2")
        #expect(late.status == 200 && late.node.value == first.node.value)
        // Another handoff of the same quote is another purchase.
        let other = try await post(body(quote, handoff: "i", transaction: "t3"), key: "k3")
        #expect(try other.node.member("order").member("order_number").string() == "1044")
    }

    @Test func `another of its methods costs what the request says`() async throws {
        let quote = try quote()
        #expect(try await code(body(quote, amount: 1300, total: "13.00", method: "bike")) == "paid")
        #expect(fixture.store.orders.first?.order.total?.minorUnits == 1300)
        #expect(try await code(body(quote, method: "bike", transaction: "t2"), key: "2") == "total_changed")
        #expect(try await code(body(quote, method: "plane", transaction: "t3"), key: "3") == "invalid")
    }

    @Test func `what was not agreed to in this way is not charged, and nothing is used up`() async throws {
        let quote = try quote()
        let wrong: [(String, [UInt8])] = [
            ("total_changed", body(quote, total: "9.00")), ("total_changed", body(quote, total: "10")),
            ("total_changed", body(quote, currency: "EUR")), ("amount", body(quote, amount: 1)),
            ("quote_invalid", body(try self.quote(origin: "https://other.example"))),
            ("quote_invalid", body(try self.quote(key: MerchantKey(P256PrivateKey())))),
            ("payment_declined", body(quote, card: "4000000000000002", transaction: "t9")),
            ("invalid", Array("{}".utf8)), ("invalid", Array("[]".utf8)), ("invalid", []),
        ]
        for (index, (expected, body)) in wrong.enumerated() {
            #expect(try await code(body, key: "wrong \(index)") == expected, "\(index)")
        }
        #expect(fixture.store.orders.isEmpty)
        #expect(try await code(body(quote)) == "paid")
        #expect(try await code(body(quote), key: "again") == "transaction_repeated")
        #expect(try await code(body(quote, transaction: "t9"), key: "spent") == "transaction_repeated")
        fixture.pass(3600)
        #expect(try await code(body(quote, transaction: "t4"), key: "late") == "quote_expired")
    }

    @Test func `a session's quote is no standing quote, nor the other way round`() async throws {
        let session = try await fixture.open([("latte", 1)])
        let text = try #require(session.quote?.text)
        #expect(throws: QuoteRefusal.self) { try StandingQuote(unverified: text) }
        let standing = try quote()
        #expect(throws: QuoteRefusal.self) { try Quote(unverified: standing.text) }
    }
}
