import Checkout
import Foundation
import HTTPMessages
import JSON
import Merchant
import Synchronization
import Testing

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
        change.address = home
        change.contact = Contact(givenName: "Jane", familyName: "Doe", email: "jane@example.com", phone: "1")
        let updated = try await fixture.client().update(
            change, options: made.session.options, of: made.access, idempotencyKey: "u")
        let declined = try await fixture.pay(updated, card: "4000000000000002", transaction: "a", key: "a")
        _ = try await fixture.pay(declined, transaction: "b", key: "b")
        let coffee = try await fixture.open([("latte", 1)], codes: ["FIVER"], key: "coffee")
        _ = try await fixture.client().cancel(coffee.access, idempotencyKey: "c")
        _ = try await fixture.open([("ticket", 1)], key: "ticket")
        _ = try await fixture.open([("latte", 1), ("ticket", 1)], key: "both")
        var bodies = try await conversation(of: fixture)
        let order = try #require(fixture.store.orders.first)
        bodies.append(Body(definition: "Order", bytes: order.order.json.encoded()))
        #expect(bodies.count >= 18)
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
