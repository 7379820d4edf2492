import Checkout
import Crypto
import Encodings
import HTTPMessages
import JSON
import Testing

@testable import Merchant

/// What becomes of an order after it was paid, and how it is told (AP-13, SN-7, checkout 79, 80).
@Suite struct OrderTests {
    private func order(_ kind: FulfillmentOption.Kind) throws -> MerchantOrder {
        let usd = try #require(Currency("USD"))
        var order = MerchantOrder(id: "ord_1", sessionID: "cs_1", number: "1043", status: "confirmed")
        order.total = Amount(1040, usd)
        order.totals = [
            SessionTotal(.subtotal, "Subtotal", Amount(1000, usd)),
            SessionTotal(.tax, "Tax", Amount(40, usd)), SessionTotal(.total, "Total", Amount(1040, usd)),
        ]
        order.lines = [
            OrderLine(
                id: "li_1", title: "Latte", productID: "latte", ordered: 2, unitAmount: Amount(500, usd))
        ]
        order.fulfillment = OrderFulfillment(kind)
        order.link = "https://shop.example/orders/ord_1"
        return order
    }

    private func taken(_ steps: [OrderStep], _ kind: FulfillmentOption.Kind) throws -> MerchantOrder {
        var order = try order(kind)
        for (index, step) in steps.enumerated() { try order.take(step, at: 1_796_289_300 + Int64(index)) }
        return order
    }

    @Test func `each kind of order has its own way, forward only, and all words are ACP's (checkout 79)`()
        throws
    {
        let known: Set = [
            "created", "confirmed", "manual_review", "processing", "shipped", "completed", "canceled",
        ]
        for kind in FulfillmentOption.Kind.allCases {
            var order = try order(kind)
            var seen: [OrderStep] = []
            while let next = order.nextSteps.first {
                let before = order
                for step in OrderStep.allCases where !order.nextSteps.contains(step) {
                    #expect(throws: OrderStepRefusal.self) { try order.take(step, at: 1) }
                    #expect(order == before)
                }
                try order.take(next, at: 1)
                seen.append(next)
                #expect(known.contains(order.status))
                if seen.count > 9 { break }
            }
            #expect(seen == OrderStep.ladder(kind) && order.status == "completed", "\(kind)")
            #expect(order.lines.map(\.fulfilled) == [2] && order.progress == "delivered")
        }
    }

    @Test func `an order is cancelled only while the shop has the goods, and then given back in whole`()
        throws
    {
        let cancelled = try taken([.processing, .canceled], .shipping)
        #expect(cancelled.status == "canceled" && cancelled.refund?.amount.minorUnits == 1040)
        #expect(cancelled.lines.map(\.current) == [0] && cancelled.nextSteps.isEmpty)
        #expect(throws: OrderStepRefusal.self) { try taken([.shipped, .canceled], .shipping) }
        #expect(try taken([.shipped], .shipping).nextSteps == [.inTransit, .outForDelivery, .delivered])
    }

    @Test func `what is written is read back, refund and steps included`() throws {
        let usd = try #require(Currency("USD"))
        for order in [
            try order(.pickup), try taken([.processing, .readyForPickup], .pickup),
            try taken([.canceled], .digital),
        ] {
            #expect(try MerchantOrder(stored: JSONNode(order.json), currency: usd) == order)
        }
    }

    @Test func `events with words that ACP does not name are read (checkout 79)`() throws {
        let known = try OrderEvent(from: JSONNode(parsing: try order(.digital).event(.create)))
        #expect(known.isKnownType && known.isKnownStatus && known.orderID == "ord_1")
        let odd: JSONValue = [
            "type": "order.created",
            "data": [
                "checkout_session_id": "cs_1", "status": "fulfilled", "permalink_url": "https://x.example",
            ],
        ]
        let event = try OrderEvent(from: JSONNode(odd))
        #expect(!event.isKnownType && !event.isKnownStatus && event.status == "fulfilled")
        #expect(throws: JSONError.self) { try OrderEvent(from: JSONNode(["type": "order_create"])) }
    }

    @Test func `a gift message goes with the order, the last one said, and a long one is refused`()
        async throws
    {
        let fixture = try ShopFixture()
        let made = try await fixture.open([("latte", 1)])
        func write(_ notes: String, key: String) async throws -> CheckoutAnswer {
            var change = CheckoutUpdate()
            change.notes = notes
            return try await fixture.client().update(
                change, options: made.session.options, of: made.access, idempotencyKey: key)
        }
        _ = try await write("Happy birthday", key: "1")
        _ = try await write("Happy birthday, Ada", key: "2")
        await #expect(throws: MerchantFailure.self) {
            try await write(String(repeating: "x", count: ShopLimits.notesMax + 1), key: "3")
        }
        let paid = try await fixture.pay(made)
        #expect(paid.session.order?.notes == "Happy birthday, Ada")
        let usd = try #require(Currency("USD"))
        let order = try #require(fixture.store.orders.first).order
        #expect(try MerchantOrder(stored: JSONNode(order.json), currency: usd) == order)
    }

    // MARK: Signatures

    private static let key = Secret(Array("whsec_0123456789abcdef".utf8))

    private func refusal(_ value: String?, body: String = "{}", at time: Int64 = 1000) -> WebhookRefusal? {
        do throws(WebhookRefusal) {
            _ = try WebhookSignature.verify(value, body: Array(body.utf8), at: time, keys: [Self.key])
            return nil
        } catch {
            return error
        }
    }

    private func signed(_ body: String, at time: Int64) -> String? {
        WebhookSignature.request(path: "/", body: Array(body.utf8), at: time, key: Self.key)
            .fields["merchant-signature"]
    }

    @Test func `an event is believed only with a right and fresh signature (checkout 80)`() throws {
        let good = try #require(signed("{}", at: 1000))
        #expect(refusal(good) == nil && refusal(good, at: 1300) == nil && refusal(good, at: 700) == nil)
        #expect(refusal(nil) == .unsigned && refusal("") == .unsigned)
        #expect(refusal(good, body: "{ }") == .mismatch)
        #expect(refusal(good, at: 1301) == .stale(secondsOff: 301))
        #expect(refusal(good, at: 699) == .stale(secondsOff: -301))
        // Another time under the same signature is another text.
        #expect(refusal(good.replacing("t=1000", with: "t=1200"), at: 1200) == .mismatch)
        #expect(refusal(good.uppercased().replacing("T=", with: "t=").replacing("V1=", with: "v1=")) == nil)
        for bad in [
            "v1=00", "t=1000", "t=1000,v0=00", "t=1000,v1=00", "t=+1000,\(good.split(separator: ",")[1])",
            "t=1e3,v1=00", good + ",v1=00", "t=99999999999999999999,v1=" + String(repeating: "0", count: 64),
        ] {
            #expect(refusal(bad) == .malformed, "\(bad)")
        }
        let other = WebhookSignature.request(path: "/", body: [], at: 1000, key: Secret([1, 2, 3]))
        #expect(refusal(other.fields["merchant-signature"], body: "") == .mismatch)
    }

    /// The example of a published signature, worked out by another program: HMAC-SHA-256 over `1000.{}`.
    @Test func `the signature is the one that ACP describes`() throws {
        let mac = HMAC.authenticate(Array("1000.{}".utf8), key: Self.key)
        #expect(signed("{}", at: 1000) == "t=1000,v1=\(Hexadecimal.encode(mac))")
    }

    // MARK: In the shop

    @Test func `an order's step is told, and the paid session and the order answer with it from then on`()
        async throws
    {
        let fixture = try ShopFixture()
        let answer = try await fixture.pay(try await fixture.open([("latte", 1)]))
        let order = try #require(answer.session.order)
        #expect(order.status == "confirmed" && order.lines.count == 1)
        let result = try await fixture.shop.advance(order.id, to: .processing)
        #expect(try result?.get().status == "processing")
        guard case .failure? = try await fixture.shop.advance(order.id, to: .shipped) else {
            Issue.record("a pickup was shipped")
            return
        }
        let later = try await fixture.client().retrieve(answer.access)
        #expect(later.session.order?.progress == "processing")
        #expect(later.session.totals == answer.session.totals)
        let usd = try #require(Currency("USD"))
        let asked = try await fixture.client().order(order.id, answer.access, currency: usd)
        #expect(asked.status == "processing")
        let types = try fixture.store.events.map { try OrderEvent(from: JSONNode(parsing: $0)).type }
        #expect(types == ["order_create", "order_update"])
        #expect(try await fixture.shop.advance("none", to: .processing) == nil)
    }
}
