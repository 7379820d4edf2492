import Checkout
import Foundation
import HTTPMessages
import JSON
import Synchronization
import Testing

@testable import Merchant

/// Every kind of body that Baton sends as client and as shop. `BATON_ACP_BODIES` names a file that they are
/// written to, so that `Tests/interop/acp.py` can hold them against ACP's own schemas.
@Suite struct ACPBodiesTests {
    /// A body and the definition of the schema that it must fit.
    struct Body {
        let definition: String
        let bytes: [UInt8]
    }

    @Test func `bodies of all routes, to be held against ACP's schemas`() async throws {
        let fixture = try ShopFixture()
        let home = PostalAddress(
            lines: ["5 Elm", "Flat 2"], city: "Springfield", region: "IL", postalCode: "62704", country: "US")
        let made = try await fixture.open(
            [("roses", 1)], codes: ["TEN", "OLD", "nope"], address: home.shortened)
        var change = CheckoutUpdate()
        change.items = [OrderedVariant(id: "roses", quantity: 2)]
        change.codes = ["TEN", "SHIP"]
        change.optionID = "post"
        change.notes = "Leave it with the neighbour."
        change.address = home
        change.contact = Contact(givenName: "Jane", familyName: "Doe", email: "jane@example.com", phone: "1")
        let updated = try await fixture.client().update(
            change, options: made.session.options, of: made.access, idempotencyKey: "u")
        let declined = try await fixture.pay(updated, card: "4000000000000002", transaction: "a", key: "a")
        _ = try await fixture.pay(declined, transaction: "b", key: "b")
        let coffee = try await fixture.open([("latte", 1)], codes: ["FIVER"], key: "coffee")
        _ = try await fixture.client().cancel(coffee.access, idempotencyKey: "c")
        _ = try await fixture.open([("ticket", 1)], key: "ticket")
        let asked = try await fixture.open([("latte", 1)], key: "asked")
        _ = try await fixture.pay(
            asked, card: SimulatedCharge.challenged[0].0, transaction: "3ds", key: "3ds")
        let wine = try ShopFixture(
            ShopFixture.catalog.replacing(
                #""id": "latte","#, with: #""id": "latte", "adults_only": true,"#))
        let escalated = try await wine.open([("latte", 1)])
        #expect(escalated.session.continueURL != nil)
        _ = try await fixture.open([("latte", 1), ("ticket", 1)], key: "both")
        var bodies = try await conversation(of: fixture)
        bodies += try await conversation(of: wine)
        bodies += try await orders(of: fixture)
        bodies += try await problems(of: fixture)
        #expect(bodies.count >= 60)
        for body in bodies { _ = try JSONNode(parsing: body.bytes, limits: JSONLimits(bytesMax: 262_144)) }
        try write(bodies)
    }

    /// What the client sent, and what the shop answers to it again.
    private func conversation(of fixture: ShopFixture) async throws -> [Body] {
        var bodies: [Body] = []
        for request in fixture.seen.withLock({ $0 }) {
            if request.method == .post {
                bodies.append(Body(definition: name(of: request), bytes: request.body))
            }
            let response = await fixture.shop.respond(request)
            let answer = ShopFixture.bytes(of: response)
            let isSession = request.path.hasPrefix("/checkout_sessions")
            if isSession { bodies.append(Body(definition: "CheckoutSession", bytes: answer)) }
        }
        for (target, definition) in [
            ("/.well-known/acp.json", "DiscoveryResponse"), ("/checkout_sessions/none", "Error"),
        ] {
            let response = await fixture.shop.respond(Request(method: .get, target: target))
            bodies.append(Body(definition: definition, bytes: ShopFixture.bytes(of: response)))
        }
        return bodies
    }

    /// The order after each step that it can take, and the events that told of them.
    private func orders(of fixture: ShopFixture) async throws -> [Body] {
        let order = try #require(fixture.store.orders.first).order
        var bodies = [Body(definition: "Order", bytes: order.json.encoded())]
        for kind in FulfillmentOption.Kind.allCases {
            for last in OrderStep.allCases {
                var order = order
                order.fulfillment = OrderFulfillment(kind)
                while order.nextSteps.contains(last), let next = order.nextSteps.first {
                    try order.take(next == .canceled || last == .canceled ? last : next, at: 1_796_289_300)
                }
                bodies.append(Body(definition: "Order", bytes: order.json.encoded()))
                let event = try JSONNode(parsing: order.event(.update)).member("data")
                bodies.append(Body(definition: "Order", bytes: event.value.encoded()))
            }
        }
        return bodies
    }

    /// One answer for each way in which a request can be refused, and the sessions that need a person.
    private func problems(of fixture: ShopFixture) async throws -> [Body] {
        func ask(
            _ method: HTTPMessages.Method, _ target: String, _ body: String = "", key: String? = nil,
            version: String? = nil
        ) async -> Body {
            var fields: Fields = [:]
            fields["idempotency-key"] = key
            fields["api-version"] = version
            let request = Request(method: method, target: target, fields: fields, body: Array(body.utf8))
            let answer = await fixture.shop.respond(request)
            return Body(definition: "Error", bytes: ShopFixture.bytes(of: answer))
        }
        let create = "/checkout_sessions"
        return [
            await ask(.post, create, "{}"), await ask(.post, create, "{}", key: "p1"),
            await ask(.post, create, "{", key: "p2"), await ask(.post, create, "[]", key: "p3"),
            await ask(.get, create), await ask(.get, "/nowhere"), await ask(.get, "/orders/none"),
            await ask(.get, "/products", version: "2020-01-01"),
            await ask(.post, "/payments", "{}", key: "p4"),
            await ask(.post, create, #"{"line_items":[{"id":"x"}],"currency":"usd"}"#, key: "p5"),
            await ask(.post, create, #"{"line_items":[{"id":"latte"}],"currency":"eur"}"#, key: "p6"),
            await ask(.post, create, #"{"line_items":[{"id":"latte"}],"currency":"usd"}"#, key: "create"),
        ]
    }

    private func name(of request: Request) -> String {
        if request.path == "/checkout_sessions" { return "CheckoutSessionCreateRequest" }
        if request.path.hasSuffix("/complete") { return "CheckoutSessionCompleteRequest" }
        return request.path.hasSuffix("/cancel") ? "CancelSessionRequest" : "CheckoutSessionUpdateRequest"
    }

    private func write(_ bodies: [Body]) throws {
        guard let path = ProcessInfo.processInfo.environment["BATON_ACP_BODIES"] else { return }
        let lines = bodies.map { body in
            "\(body.definition)\t" + String(decoding: body.bytes, as: UTF8.self) + "\n"
        }
        try lines.joined().write(toFile: path, atomically: true, encoding: .utf8)
    }
}
