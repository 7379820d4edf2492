import Checkout
import HTTPMessages
import JSON
import Testing

@testable import Merchant

/// Whatever is sent wrong gets a clear error with its path, and loses nothing (checkout 77, 82).
@Suite struct ShopBadInputTests {
    private func post(_ fixture: ShopFixture, _ path: String, _ body: [UInt8], key: String) async -> Response
    {
        await fixture.send(
            Request(method: .post, target: path, fields: ["idempotency-key": key], body: body))
    }

    private func problem(_ response: Response) throws -> MerchantProblem {
        MerchantProblem(response.status, body: ShopFixture.bytes(of: response))
    }

    private static func items(_ quantity: String) -> String {
        #"{"line_items":[{"id":"latte","quantity":\#(quantity)}],"currency":"usd"}"#
    }

    /// Body and the path that the answer must name; nil where the text as a whole is wrong.
    private static let wrong: [(String, String?)] = [
        (items(#""2""#), "$.line_items[0].quantity"), (items("1e2"), "$.line_items[0].quantity"),
        (items("100.0"), "$.line_items[0].quantity"), (items("0"), "$.line_items[0].quantity"),
        (items("-1"), "$.line_items[0].quantity"), (items("101"), "$.line_items[0].quantity"),
        (items("true"), "$.line_items[0].quantity"), (items("[]"), "$.line_items[0].quantity"),
        (items("9223372036854775807"), "$.line_items[0].quantity"), (items("9223372036854775808"), nil),
        (items("1e999"), nil), (items("NaN"), nil),
        (#"{"line_items":[],"currency":"usd"}"#, "$.line_items"),
        (#"{"line_items":null,"currency":"usd"}"#, "$.line_items"), (#"{"currency":"usd"}"#, "$.line_items"),
        (#"{"line_items":{},"currency":"usd"}"#, "$.line_items"),
        (#"{"line_items":[null],"currency":"usd"}"#, "$.line_items[0]"),
        (#"{"line_items":[{"id":7}],"currency":"usd"}"#, "$.line_items[0].id"),
        (#"{"line_items":[{"id":"pink_wumpus"}],"currency":"usd"}"#, "$.line_items[0].id"),
        (#"{"line_items":[{"id":"latte"}],"currency":"eur"}"#, "$.currency"),
        (#"{"line_items":[{"id":"latte"}],"currency":"dollars"}"#, "$.currency"),
        (#"{"line_items":[{"id":"latte"}],"currency":840}"#, "$.currency"),
        (#"{"line_items":[{"id":"latte"}]}"#, "$.currency"),
        (#"{"line_items":[{"id":"latte"}],"currency":"usd","currency":"eur"}"#, nil),
        (
            #"{"line_items":[{"id":"latte"}],"currency":"usd","discounts":{"codes":"TEN"}}"#,
            "$.discounts.codes"
        ),
        (
            #"{"line_items":[{"id":"latte"}],"currency":"usd","discounts":{"codes":[1]}}"#,
            "$.discounts.codes[0]"
        ),
        (#"{"line_items":[{"id":"latte"}],"currency":"usd","discounts":[]}"#, "$.discounts"),
        (
            #"{"line_items":[{"id":"latte"}],"currency":"usd","fulfillment_details":{"address":{}}}"#,
            "$.fulfillment_details.address.country"
        ),
        (
            #"{"line_items":[{"id":"latte"}],"currency":"usd","selected_fulfillment_options":[{}]}"#,
            "$.selected_fulfillment_options[0].option_id"
        ),
        ("", nil), ("null", nil), ("[]", "$"), (#""text""#, nil), ("{", nil), ("{}x", nil), ("{'a':1}", nil),
    ]

    @Test func `a wrong create names its member, and nothing is made`() async throws {
        let fixture = try ShopFixture()
        for (index, (body, path)) in Self.wrong.enumerated() {
            let response = await post(fixture, "/checkout_sessions", Array(body.utf8), key: "\(index)")
            #expect(response.status == .badRequest, "\(body)")
            let problem = try problem(response)
            #expect(!problem.code.isEmpty && !problem.message.isEmpty, "\(body)")
            #expect(problem.param == path, "\(body)")
        }
        #expect(fixture.store.orders.isEmpty)
    }

    @Test func `ten thousand lines, a megabyte, broken UTF-8 and deep nesting are refused at once`()
        async throws
    {
        let fixture = try ShopFixture()
        let lines = Array(repeating: #"{"id":"latte"}"#, count: 10_000).joined(separator: ",")
        let label = String(repeating: "a", count: 1 << 20)
        let deep = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
        let bodies: [[UInt8]] = [
            Array(#"{"line_items":[\#(lines)],"currency":"usd"}"#.utf8),
            Array(#"{"line_items":[{"id":"\#(label)"}],"currency":"usd"}"#.utf8),
            Array(#"{"line_items":[{"id":""#.utf8) + [0xFF, 0xFE] + Array(#""}],"currency":"usd"}"#.utf8),
            Array(#"{"line_items":[{"id":"a\u0000b"}],"currency":"usd"}"#.utf8),
            Array(#"{"line_items":\#(deep),"currency":"usd"}"#.utf8), Array(deep.utf8),
        ]
        for (index, body) in bodies.enumerated() {
            let response = await post(fixture, "/checkout_sessions", body, key: "\(index)")
            #expect(response.status == .badRequest, "\(index)")
            #expect(try !problem(response).message.isEmpty)
            #expect(ShopFixture.bytes(of: response).count < 1024)
        }
    }

    @Test func `a wrong update leaves the session as it was`() async throws {
        let fixture = try ShopFixture()
        let made = try await fixture.open([("latte", 1)])
        for (index, (body, _)) in Self.wrong.enumerated() where body.contains("line_items") {
            var request = Request(
                method: .post, target: "/checkout_sessions/\(made.session.id)",
                fields: ["idempotency-key": "u\(index)"], body: Array(body.utf8))
            made.access.authorize(&request, at: fixture.now)
            let response = await fixture.send(request)
            // A currency is no member of an update, and an absent list changes nothing.
            guard response.status != .ok else { continue }
            #expect(response.status == .badRequest, "\(body)")
        }
        let after = try await fixture.client().retrieve(made.access)
        #expect(after.session.lines == made.session.lines && after.session.total == made.session.total)
    }

    private static func payment(_ credential: String) -> String {
        #"{"payment_data":{"handler_id":"baton.pay","instrument":{"credential":"# + credential + "}}}"
    }

    private static func token(_ token: String) -> String {
        payment(#"{"type":"apple_pay_ec_v1","token":"# + token + "}")
    }

    @Test(arguments: [
        "{}", #"{"payment_data":null}"#, #"{"payment_data":{"handler_id":"other"}}"#,
        payment(#"{"type":"spt","token":"x"}"#), payment("[]"), payment("null"), token("7"), token(#""{""#),
        token(#""""#), token(#""{}""#), token(#""null""#),
    ])
    func `a wrong complete charges nothing, and the session can still be paid`(body: String) async throws {
        let fixture = try ShopFixture()
        let made = try await fixture.open([("latte", 1)])
        await #expect(throws: MerchantFailure.self) {
            try await fixture.client().complete(Array(body.utf8), of: made.access, idempotencyKey: "bad")
        }
        #expect(fixture.store.orders.isEmpty)
        #expect(try await fixture.pay(made).session.status == .completed)
    }

    @Test(arguments: [
        ("\"price\": 380", "\"price\": \"380\""), ("\"price\": 380", "\"price\": 3.8e2"),
        ("\"price\": 380", "\"price\": -1"), ("\"price\": 380", "\"price\": 100000001"),
    ])
    func `a catalog with a wrong price is refused by its path`(right: String, wrong: String) throws {
        let text = ShopFixture.catalog.replacing(right, with: wrong)
        guard text != ShopFixture.catalog else { return }
        #expect {
            try Catalog(from: JSONNode(parsing: Array(text.utf8)))
        } throws: { error in
            (error as? JSONError)?.description.contains("$.products") ?? false
        }
    }

    @Test(arguments: [
        "2025-02-29T00:00:00Z", "2025-13-01T00:00:00Z", "2025-04-31T00:00:00Z", "2025-01-01T24:00:00Z",
        "2025-01-01", "0000-01-01T00:00:00Z", "2025-01-01T00:00:00+01:00",
    ])
    func `a code that ends on a day that does not exist is refused by its path`(time: String) throws {
        let text = """
            {"merchant":{"name":"x","country":"US","currency":"USD","networks":["visa"]},"products":[],
             "deliveries":[],"promotions":[
               {"code":"A","name":"A","kind":"fixed","amount":1,"expires_at":"\(time)"}]}
            """
        #expect {
            try Catalog(from: JSONNode(parsing: Array(text.utf8)))
        } throws: { error in
            (error as? JSONError)?.description.contains("$.promotions[0].expires_at") ?? false
        }
    }
}
