import Foundation
import HTTPMessages
import JSON
import Testing

/// Requests that their merchant signed: verified on the phone, paid where they say.
@Suite("Live: sending a signed request", .serialized, .timeLimit(.minutes(5)))
struct SendQuoteLiveTests {
    private func scene() async throws -> (SendScene, Till) {
        let scene = try await SendScene()
        let till = try Till()
        till.publish(scene.publishedKeys)
        return (scene, till)
    }

    @Test func `it is shown as verified and its payment is posted once to the address it names`()
        async throws
    {
        let (scene, till) = try await scene()
        try scene.writeQuote(by: till, completes: true)
        till.answer([
            Till.order(
                """
                {"order":{"id":"ord_9","checkout_session_id":"","permalink_url":"https://shop.example/o/9",
                "order_number":"9009"}}
                """)
        ])
        let (sending, id) = try await scene.send(["--quote", scene.file("quote.jwt")])
        let paid = try await scene.pay(
            id, ["--method", "exp", "--accept-changes"])
        #expect(paid.status == 0, "\(paid.errors)")
        #expect(try paid.outcome == "ordered")
        let sheets = try paid.events.filter { try $0.member("event").string() == "sheet" }
        #expect(try !sheets[0].member("verified").bool())
        #expect(try #require(sheets.last).member("verified").bool())
        #expect(try await sending.ended() == (0, "ordered"))
        let order = try await Ran(status: 0, events: sending.events(), errors: "").only("result")
            .member("order")
        #expect(try order.member("total").member("minor_units").integer() == 850)
        #expect(try order.member("origin").string() == till.origin)
        let payments = try await till.payments(1)
        #expect(payments.count == 1 && payments[0].type == "application/json")
        let body = try JSONNode(parsing: payments[0].body)
        #expect(try body.member("baton").member("method").string() == "exp")
        #expect(try body.member("baton").member("total").string() == "8.50")
        try scene.write("posted.json", String(decoding: payments[0].body, as: UTF8.self))
        let (status, opened) = try await scene.opened(
            scene.file("posted.json"), ["--amount", "850", "--currency", "USD"])
        #expect(status == 0, "\(opened.value)")
        await till.close()
    }

    @Test func `without an address the payment comes back to the watch`() async throws {
        let (scene, till) = try await scene()
        try scene.writeQuote(by: till, completes: false)
        let (sending, id) = try await scene.send(["--quote", scene.file("quote.jwt")])
        #expect(try await scene.pay(id).outcome == "authorized")
        #expect(try await sending.ended() == (0, "authorized"))
        #expect(till.payments.isEmpty)
        await till.close()
    }

    @Test func `a stranger's signature, an expired quote and a dead merchant pay nothing`() async throws {
        let (scene, till) = try await scene()
        try scene.writeQuote(by: till, completes: true, stranger: true)
        let (sending, id) = try await scene.send(["--quote", scene.file("quote.jwt"), "--no-wait"])
        #expect(try await sending.status() == 0)
        let refused = try await scene.pay(id)
        #expect(refused.status == 1)
        #expect(try refused.only("error").member("code").string() == "signature-invalid")
        try scene.writeQuote(by: till, completes: true, life: -1)
        let expired = try await scene.world.run(
            "baton-watch", "w", ["send", "--check", "--quote", scene.file("quote.jwt")])
        #expect(expired.status == 1)
        #expect(try expired.only("fault").member("path").string() == "$.exp")
        #expect(till.payments.isEmpty)
        await till.close()
    }

    @Test func `a refusal is a failure with nothing charged; another card may pay`() async throws {
        let (scene, till) = try await scene()
        try scene.writeQuote(by: till, completes: true)
        till.answer([Till.problem(.paymentRequired, "payment_declined")])
        let (sending, id) = try await scene.send(["--quote", scene.file("quote.jwt")])
        let refused = try await scene.pay(id)
        #expect(refused.status == 15)
        #expect(try await sending.ended() == (15, "payment-failed"))
        #expect(till.payments.count == 1)
        await till.close()
    }

    @Test func `no answer is asked again with the same bytes under the same key, and is one payment`()
        async throws
    {
        let (scene, till) = try await scene()
        try scene.writeQuote(by: till, completes: true)
        till.answer([Response(status: .badGateway), Response(status: .unavailable)])
        let (sending, id) = try await scene.send(["--quote", scene.file("quote.jwt")])
        let paid = try await scene.pay(id)
        #expect(paid.status == 0, "\(paid.errors)")
        #expect(try await sending.ended() == (0, "ordered"))
        let payments = till.payments
        #expect(payments.count == 3)
        #expect(Set(payments.map(\.key)).count == 1 && Set(payments.map(\.body)).count == 1)
        await till.close()
    }

    @Test func `a phone killed after its payment left goes on with the same bytes: one payment`()
        async throws
    {
        let (scene, till) = try await scene()
        try scene.writeQuote(by: till, completes: true)
        let (sending, id) = try await scene.send(["--quote", scene.file("quote.jwt")])
        till.holdNext()
        let phone = try scene.world.start(
            "baton-phone", "p", ["resume", id, "--pay", "--passcode-file", scene.world.passcodeFile("p")])
        _ = try await till.payments(1)
        phone.signal(SIGKILL)
        _ = try await phone.status()
        let again = try await scene.pay(id)
        #expect(again.status == 0, "\(again.errors)")
        #expect(try again.outcome == "ordered")
        #expect(try await sending.ended() == (0, "ordered"))
        let payments = till.payments
        #expect(payments.count == 2)
        #expect(Set(payments.map(\.key)).count == 1 && Set(payments.map(\.body)).count == 1)
        await till.close()
    }

    @Test func `a quote with an address on this machine is paid only where that is allowed`() async throws {
        let (scene, till) = try await scene()
        try scene.writeQuote(by: till, completes: true)
        let (_, id) = try await scene.send(["--quote", scene.file("quote.jwt"), "--no-wait"])
        let phone = try RunningProgram(
            "baton-phone",
            [
                "resume", id, "--pay", "--passcode-file", scene.world.passcodeFile("p"), "--json", "--home",
                scene.file("p"),
            ])
        #expect(try await phone.status() == 1)
        #expect(till.payments.isEmpty && till.keysAsked == 0)
        await till.close()
    }

    @Test func `what is no word of the merchant's own is asked again, and an error in a 200 is a no`()
        async throws
    {
        let (scene, till) = try await scene()
        try scene.writeQuote(by: till, completes: true)
        // A page, nothing, a redirect and a bare 404: each may follow a payment that was taken.
        till.answer([
            Till.order("<html>Welcome</html>"), Response(status: .ok), Response(status: .notFound),
            Till.order("{\"status\":\"in_progress\"}"),
        ])
        let (sending, id) = try await scene.send(["--quote", scene.file("quote.jwt")])
        #expect(try await scene.pay(id).outcome == "ordered")
        #expect(till.payments.count == 5 && Set(till.payments.map(\.body)).count == 1)
        #expect(try await sending.ended() == (0, "ordered"))

        try scene.writeQuote(by: till, completes: true, life: 700)
        till.answer([
            Till.order(
                """
                {"status":"not_ready_for_payment","messages":[{"type":"error","code":"payment_declined",
                "content_type":"plain","content":"No."}]}
                """)
        ])
        let (second, other) = try await scene.send(["--quote", scene.file("quote.jwt")])
        #expect(try await scene.pay(other).status == 15)
        #expect(try await second.ended() == (15, "payment-failed"))
        await till.close()
    }

    @Test func `the total that was agreed to is shown, whatever the merchant says, and its link is a page`()
        async throws
    {
        let (scene, till) = try await scene()
        try scene.writeQuote(by: till, completes: true)
        till.answer([
            Till.order(
                """
                {"order":{"id":"ord_9","checkout_session_id":"","permalink_url":"javascript:alert(1)",
                "order_number":"9009","totals":[{"type":"total","display_text":"Total","amount":1}]}}
                """)
        ])
        let (sending, id) = try await scene.send(["--quote", scene.file("quote.jwt")])
        let paid = try await scene.pay(id)
        #expect(try paid.only("error").member("code").string() == "other-total")
        #expect(try await sending.ended() == (0, "ordered"))
        let order = try await Ran(status: 0, events: sending.events(), errors: "").only("result")
            .member("order")
        #expect(try order.member("total").member("minor_units").integer() == 550)
        #expect(try order.member("link").value == .null)
        await till.close()
    }

    @Test func `one signed request is paid twice only where that is agreed to`() async throws {
        let (scene, till) = try await scene()
        try scene.writeQuote(by: till, completes: true)
        let (first, id) = try await scene.send(["--quote", scene.file("quote.jwt")])
        #expect(try await scene.pay(id).outcome == "ordered")
        #expect(try await first.ended() == (0, "ordered"))
        let (second, other) = try await scene.send(["--quote", scene.file("quote.jwt")])
        let refused = try await scene.pay(other)
        #expect(refused.status == 1)
        #expect(try refused.only("error").member("code").string() == "already-paid")
        #expect(till.payments.count == 1)
        let agreed = try await scene.pay(other, ["--accept-changes"])
        #expect(try agreed.outcome == "ordered")
        #expect(try await second.ended() == (0, "ordered"))
        #expect(till.payments.count == 2)
        // While one may have been paid, no other is begun.
        try scene.writeQuote(by: till, completes: true, life: 700)
        let (_, open) = try await scene.send(["--quote", scene.file("quote.jwt"), "--no-wait"])
        till.holdNext()
        let phone = try scene.world.start(
            "baton-phone", "p", ["resume", open, "--pay", "--passcode-file", scene.world.passcodeFile("p")])
        _ = try await till.payments(3)
        phone.signal(SIGKILL)
        _ = try await phone.status()
        let (_, late) = try await scene.send(["--quote", scene.file("quote.jwt"), "--no-wait"])
        let doubted = try await scene.pay(late, ["--accept-changes"])
        #expect(try doubted.only("error").member("code").string() == "earlier-in-doubt")
        #expect(till.payments.count == 3)
        await till.close()
    }
}
