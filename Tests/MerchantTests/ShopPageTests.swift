import Checkout
import HTTPMessages
import JSON
import Testing

@testable import Merchant

/// What no request can say for a person goes on at the shop's own page: 3-D Secure and escalation.
@Suite struct ShopPageTests {
    private static let card = SimulatedCharge.challenged[0].0

    private func shop() throws -> ShopFixture {
        try ShopFixture(
            ShopFixture.catalog.replacing(
                #""products": ["#,
                with: #""products": [{"id":"wine","title":"Wine","fulfillment":["pickup"],"price":1900,"#
                    + #""adults_only":true},"#))
    }

    private func answer(
        _ fixture: ShopFixture, _ session: CheckoutSession, _ word: String
    ) async throws -> Int {
        let path = try #require(session.continueURL?.raw.split(separator: "shop.example").last)
        let asked = await fixture.send(Request(method: .get, target: String(path)))
        #expect(String(decoding: ShopFixture.bytes(of: asked), as: UTF8.self).contains("<form"))
        let response = await fixture.send(
            Request(method: .post, target: String(path), body: Array("answer=\(word)".utf8)))
        return response.status.code
    }

    @Test func `a card whose issuer asks is charged once the person has said yes there, and only then`()
        async throws
    {
        let fixture = try shop()
        let made = try await fixture.open([("latte", 1)])
        let asked = try await fixture.pay(made, card: Self.card)
        #expect(asked.session.status == .authenticationRequired && fixture.store.orders.isEmpty)
        #expect(asked.session.acquirer?.merchantName == "Bar" || asked.session.order == nil)
        await #expect(throws: MerchantFailure.self) {
            try await fixture.pay(made, transaction: "t2", key: "second")
        }
        #expect(try await answer(fixture, asked.session, "yes") == 200)
        let paid = try await fixture.client().retrieve(made.access)
        #expect(paid.session.status == .completed && fixture.store.orders.count == 1)
        #expect(paid.session.order?.total == made.session.total)
        // The same request again still says what was answered then; the session says what is.
        #expect(try await fixture.pay(made, card: Self.card).session.status == .authenticationRequired)
    }

    @Test func `the issuer's no leaves the session open for another card, a cancel ends it`() async throws {
        let fixture = try shop()
        let made = try await fixture.open([("latte", 1)])
        let asked = try await fixture.pay(made, card: Self.card)
        _ = try await answer(fixture, asked.session, "no")
        let open = try await fixture.client().retrieve(made.access)
        #expect(open.session.status == .ready && open.session.isDeclined && fixture.store.orders.isEmpty)
        #expect(try await fixture.pay(open, transaction: "t2", key: "k2").session.status == .completed)

        let other = try await fixture.open([("latte", 1)], key: "other")
        let waiting = try await fixture.pay(other, card: Self.card, transaction: "t3", key: "k3")
        let ended = try await fixture.client().cancel(other.access, idempotencyKey: "end")
        #expect(ended.session.status == .canceled)
        let path = String(
            try #require(waiting.session.continueURL?.raw.split(separator: "shop.example").last))
        _ = await fixture.send(Request(method: .post, target: path, body: Array("answer=yes".utf8)))
        #expect(fixture.store.orders.count == 1)
    }

    @Test func `goods for adults escalate to the shop's page, and can be paid after it`() async throws {
        let fixture = try shop()
        let made = try await fixture.open([("wine", 1)])
        #expect(made.session.status == .requiresEscalation)
        let message = try #require(made.session.messages.first { $0.kind == .error })
        #expect(message.code == "age_verification_required" && message.resolution == .buyerReview)
        await #expect(throws: MerchantFailure.self) { try await fixture.pay(made) }
        #expect(try await answer(fixture, made.session, "yes") == 200)
        let ready = try await fixture.client().retrieve(made.access)
        #expect(ready.session.status == .ready && ready.session.continueURL == nil)
        #expect(try await fixture.pay(ready, transaction: "t2", key: "k2").session.status == .completed)
    }

    @Test func `a page is there for its address alone`() async throws {
        let fixture = try shop()
        let made = try await fixture.open([("wine", 1)])
        for path in [
            "/continue/\(made.session.id)", "/continue/\(made.session.id).x", "/continue/none.x",
            "/continue/",
        ] {
            let response = await fixture.send(Request(method: .get, target: path))
            #expect(response.status == .notFound, "\(path)")
        }
        let path = String(try #require(made.session.continueURL?.raw.split(separator: "shop.example").last))
        for body in ["", "answer=maybe", "answer=yes&more"] {
            let response = await fixture.send(Request(method: .post, target: path, body: Array(body.utf8)))
            #expect(response.status == .badRequest, "\(body)")
        }
    }
}
