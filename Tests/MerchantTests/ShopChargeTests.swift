import Checkout
import Crypto
import HTTPMessages
import JSON
import Merchant
import Synchronization
import Testing

/// Nobody pays twice, nobody pays another sum: what the shop refuses at complete, and what it repeats.
@Suite struct ShopChargeTests {
    /// The code of the refusal that `body` meets.
    func refusal(_ body: () async throws -> CheckoutAnswer) async -> String? {
        do {
            _ = try await body()
            return nil
        } catch let failure as MerchantFailure {
            guard case .refused(let problem) = failure else { return "\(failure)" }
            return problem.code
        } catch {
            return "\(error)"
        }
    }

    @Test func `checkout 67, 68: the same request again gets the same answer and makes no second order`()
        async throws
    {
        let fixture = try ShopFixture()
        let made = try await fixture.open([("latte", 1)])
        let first = try await fixture.pay(made)
        fixture.pass(3600)
        let second = try await fixture.pay(made)
        #expect(first.session == second.session)
        #expect(fixture.store.orders.count == 1)
    }

    @Test func `checkout 70: creating twice with one key gives one session`() async throws {
        let fixture = try ShopFixture()
        let first = try await fixture.open([("latte", 1)])
        let second = try await fixture.open([("latte", 1)])
        #expect(first.session == second.session)
    }

    @Test func `another request under a used key is refused`() async throws {
        let fixture = try ShopFixture()
        _ = try await fixture.open([("latte", 1)])
        #expect(await refusal { try await fixture.open([("latte", 2)]) } == "idempotency_conflict")
    }

    @Test func `a change without a key is refused`() async throws {
        let fixture = try ShopFixture()
        let body = CheckoutCreate(
            items: [OrderedVariant(id: "latte", quantity: 1)], currency: try #require(Currency("usd")))
        let response = await fixture.send(
            Request(method: .post, target: "/checkout_sessions", body: body.encoded()))
        #expect(response.status == .badRequest)
        let problem = MerchantProblem(response.status, body: ShopFixture.bytes(of: response))
        #expect(problem.code == "idempotency_key_required")
    }

    @Test func `a request that comes while the same one is worked on is told so, and nothing more`()
        async throws
    {
        let fixture = try ShopFixture()
        fixture.store.hold()
        async let first = fixture.open([("latte", 1)])
        while fixture.store.waiting == 0 { await Task.yield() }
        let usd = try #require(Currency("usd"))
        do throws(MerchantFailure) {
            let order = CheckoutCreate(items: [OrderedVariant(id: "latte", quantity: 1)], currency: usd)
            _ = try await fixture.client().create(order, idempotencyKey: "create")
            Issue.record("a second session was made")
        } catch {
            #expect(!error.isDefinite)
            #expect(error == .unclear(.conflict))
        }
        fixture.store.release()
        #expect(try await first.session.status == .ready)
    }

    @Test func `checkout 26: a token for another quote or sum is not charged`() async throws {
        let fixture = try ShopFixture()
        let made = try await fixture.open([("latte", 1)])
        #expect(await refusal { try await fixture.pay(made, digest: [1], key: "a") } == "application_data")
        #expect(await refusal { try await fixture.pay(made, amount: 1, key: "b") } == "amount")
        var change = CheckoutUpdate()
        change.codes = ["TEN"]
        _ = try await fixture.client().update(change, options: [], of: made.access, idempotencyKey: "u")
        #expect(await refusal { try await fixture.pay(made, key: "c") } == "amount")
        #expect(fixture.store.orders.isEmpty)
    }

    @Test func `an expired quote is not charged, and a fresh one is`() async throws {
        let fixture = try ShopFixture()
        let made = try await fixture.open([("latte", 1)])
        fixture.pass(901)
        #expect(await refusal { try await fixture.pay(made) } == "quote_expired")
        let fresh = try await fixture.client().retrieve(made.access)
        #expect(try await fixture.pay(fresh, key: "again").session.status == .completed)
    }

    @Test func `a token pays once, in whatever session`() async throws {
        let fixture = try ShopFixture()
        _ = try await fixture.pay(fixture.open([("latte", 1)], key: "one"))
        let other = try await fixture.open([("latte", 1)], key: "two")
        #expect(await refusal { try await fixture.pay(other) } == "transaction_repeated")
    }

    @Test func `a paid session is not paid again with another token`() async throws {
        let fixture = try ShopFixture()
        let made = try await fixture.open([("latte", 1)])
        _ = try await fixture.pay(made)
        let again = await refusal { try await fixture.pay(made, transaction: "t2", key: "again") }
        #expect(again == "session_completed")
        #expect(fixture.store.orders.count == 1)
    }

    @Test(arguments: SimulatedCharge.declined.map(\.0))
    func `a declined card leaves the session open for another`(number: String) async throws {
        let fixture = try ShopFixture()
        let made = try await fixture.open([("latte", 1)])
        let declined = try await fixture.pay(made, card: number)
        #expect(declined.session.isDeclined)
        #expect(declined.session.status == .ready)
        #expect(declined.quote == made.quote)
        #expect(fixture.store.orders.isEmpty)
        let again = await refusal { try await fixture.pay(made, key: "k") }
        #expect(again == "transaction_repeated")
        let paid = try await fixture.pay(made, transaction: "t2", key: "second")
        #expect(paid.session.status == .completed)
        #expect(!paid.session.isDeclined)
    }

    @Test func `the last one in stock is sold once`() async throws {
        let fixture = try ShopFixture()
        let first = try await fixture.open([("orchid", 1)], key: "one")
        let second = try await fixture.open([("orchid", 1)], key: "two")
        _ = try await fixture.pay(first, transaction: "a")
        #expect(await refusal { try await fixture.pay(second, transaction: "b") } == "out_of_stock")
        let later = try await fixture.client().retrieve(second.access)
        #expect(later.session.status == .notReady)
        #expect(later.session.messages.first?.code == "out_of_stock")
        // The one who got it reads it as it was sold.
        #expect(try await fixture.client().retrieve(first.access).session.messages.isEmpty)
        #expect(fixture.store.stock["orchid"] == 0)
    }

    @Test func `a code with one use is used once`() async throws {
        let fixture = try ShopFixture()
        let first = try await fixture.open([("latte", 1)], codes: ["ONCE"], key: "one")
        let second = try await fixture.open([("latte", 1)], codes: ["ONCE"], key: "two")
        _ = try await fixture.pay(first, transaction: "a")
        #expect(await refusal { try await fixture.pay(second, transaction: "b") } == "total_changed")
        let later = try await fixture.client().retrieve(second.access)
        #expect(later.session.promo.first?.isApplied == false)
        #expect(later.session.total != second.session.total)
        #expect(try await fixture.client().retrieve(first.access).session.promo.first?.isApplied == true)
    }

    @Test func `checkout 52: what the purchase needs is asked for before it is charged`() async throws {
        let fixture = try ShopFixture()
        let made = try await fixture.open([("ticket", 1)])
        let quote = try #require(made.quote)
        let token = TestPayments.token(
            card: "4242424242424242", transaction: "t", amount: quote.request.total.amount.minorUnits,
            digest: quote.digest)
        let body = CompleteRequest(contact: Contact(), token: token).encoded()
        let code = await refusal {
            try await fixture.client().complete(body, of: made.access, idempotencyKey: "k")
        }
        #expect(code == "missing")
    }

    @Test func `a session is closed to whoever lacks its bearer, and looks like none`() async throws {
        let fixture = try ShopFixture()
        let made = try await fixture.open([("latte", 1)])
        let target = "/checkout_sessions/\(made.session.id)"
        let closed = await fixture.send(Request(method: .get, target: target))
        let wrong = await fixture.send(
            Request(method: .get, target: target, fields: ["authorization": "Bearer x"]))
        let unknown = await fixture.send(Request(method: .get, target: "/checkout_sessions/cs_none"))
        #expect(closed.status == .notFound)
        #expect(ShopFixture.bytes(of: closed) == ShopFixture.bytes(of: unknown))
        #expect(ShopFixture.bytes(of: wrong) == ShopFixture.bytes(of: unknown))
    }

    @Test func `a request that was changed on its way, or kept for long, changes nothing`() async throws {
        let fixture = try ShopFixture()
        let made = try await fixture.open([("latte", 1)])
        var change = CheckoutUpdate()
        change.codes = ["TEN"]
        _ = try await fixture.client().update(change, options: [], of: made.access, idempotencyKey: "u")
        var request = try #require(fixture.seen.withLock { $0.last { $0.method == .post } })
        request.fields["idempotency-key"] = "other"
        request.body = Array(#"{"discounts":{"codes":[]}}"#.utf8)
        #expect(await fixture.send(request).status == .unauthorized)
        request = try #require(fixture.seen.withLock { $0.first { $0.fields["idempotency-key"] == "u" } })
        fixture.pass(301)
        #expect(await fixture.send(request).status == .unauthorized)
        request.fields["signature"] = nil
        #expect(await fixture.send(request).status == .unauthorized)
    }

    @Test(arguments: [
        #"{"line_items":[{"id":"latte","quantity":"2"}],"currency":"usd","capabilities":{}}"#,
        #"{"line_items":[{"id":"latte","quantity":1.0}],"currency":"usd","capabilities":{}}"#,
        #"{"line_items":[{"id":"latte","quantity":0}],"currency":"usd","capabilities":{}}"#,
        #"{"line_items":[{"id":"latte","quantity":1e2}],"currency":"usd","capabilities":{}}"#,
        #"{"line_items":[],"currency":"usd","capabilities":{}}"#,
        #"{"line_items":[{"id":"moon"}],"currency":"usd","capabilities":{}}"#,
        #"{"line_items":[{"id":"latte"}],"currency":"eur","capabilities":{}}"#,
        #"{"currency":"usd","capabilities":{}}"#, "[]", "", "{",
    ])
    func `checkout 77, 82: an order that means nothing is refused with its place`(body: String) async throws {
        let fixture = try ShopFixture()
        let response = await fixture.send(
            Request(
                method: .post, target: "/checkout_sessions", fields: ["idempotency-key": "k"],
                body: Array(body.utf8)))
        #expect(response.status == .badRequest)
        let problem = MerchantProblem(response.status, body: ShopFixture.bytes(of: response))
        #expect(problem.type == "invalid_request")
        #expect(!problem.code.isEmpty)
    }

    @Test func `checkout 77: the release's own examples, with items and without a quantity, are read`()
        async throws
    {
        let fixture = try ShopFixture()
        let body = #"{"items":[{"id":"latte"}],"currency":"USD"}"#
        let response = await fixture.send(
            Request(
                method: .post, target: "/checkout_sessions", fields: ["idempotency-key": "k"],
                body: Array(body.utf8)))
        #expect(response.status == .created)
    }

    @Test func `checkout 80: an order event that is unsigned, changed or old is refused`() throws {
        let key = Secret(Array(repeating: 7, count: 32))
        var request = WebhookSignature.request(path: "", body: [1, 2], at: 1000, key: key)
        #expect(WebhookSignature.isValid(request, at: 1299, key: key))
        #expect(!WebhookSignature.isValid(request, at: 1301, key: key))
        #expect(!WebhookSignature.isValid(request, at: 1000, key: Secret(Array(repeating: 8, count: 32))))
        request.body = [1, 3]
        #expect(!WebhookSignature.isValid(request, at: 1000, key: key))
        request.fields["merchant-signature"] = nil
        #expect(!WebhookSignature.isValid(request, at: 1000, key: key))
    }
}
