import Blocking
import JSON
import Testing

/// Requests without a shop, from the file to the payment that comes back.
@Suite("Live: sending a request out of a file", .serialized, .timeLimit(.minutes(5)))
struct SendLiveTests {
    @Test func `an output file that cannot be written, or is there, is said before anything is handed off`()
        async throws
    {
        let scene = try await SendScene()
        for file in [scene.file("request.json"), scene.file("none/payment.json"), "/dev/null"] {
            let ran = try await scene.world.run(
                "baton-watch", "w",
                ["send", "--request", scene.file("request.json"), "--yes", "--output", file])
            #expect(ran.status == 1)
            #expect(try ran.only("error").member("code").string() == "unwritable-file", "\(file)")
        }
        let inbox = try await scene.world.run("baton-phone", "p", ["inbox"])
        #expect(try inbox.only("inbox").member("purchases").array().isEmpty)
    }

    @Test func `a request is paid with the phone's consent, and its token opens for the certificate's key`()
        async throws
    {
        let scene = try await SendScene()
        let payment = scene.file("payment.json")
        let (sending, id) = try await scene.send([
            "--request", scene.file("request.json"), "--merchant-certificate", scene.file("certificate.pem"),
            "--output", payment,
        ])
        let refused = try await scene.pay(id)
        #expect(refused.status == 1)
        #expect(try refused.only("error").member("code").string() == "unsigned-request")
        // It was given back: the same phone opens it again.
        let paid = try await scene.pay(
            id, ["--allow-unsigned", "--method", "exp", "--expect-total", "8.50"])
        #expect(paid.status == 0, "\(paid.errors)")
        #expect(try paid.outcome == "authorized")
        let sheet = try #require(
            try paid.events.last { try $0.member("event").string() == "sheet" })
        #expect(try sheet.member("total").member("minor_units").integer() == 850)
        #expect(try !sheet.member("verified").bool())
        #expect(try await sending.ended() == (0, "authorized"))
        let result = try await Ran(status: 0, events: sending.events(), errors: "").only("result")
        let shown = try result.member("payment")
        #expect(try shown.member("has_token").bool() && shown.member("saved_to").string() == payment)
        let applePay = try shown.member("apple_pay")
        #expect(try JSONValue(parsing: DurableFile.read(payment)) == applePay.value)
        #expect(try applePay.member("shippingContact").member("emailAddress").string().contains("@"))
        let method = try applePay.member("token").member("paymentMethod")
        #expect(try method.member("displayName").string() == "Visa 4242")
        // The request's own application data: "hello".
        let (status, opened) = try await scene.opened(
            payment, ["--amount", "850", "--currency", "USD", "--application-data", "aGVsbG8="])
        #expect(status == 0, "\(opened.value)")
        // Asked for later, it is still there.
        let later = try await scene.world.run(
            "baton-watch", "w", ["status", id, "--output", scene.file("again.json")])
        #expect(try later.outcome == "authorized")
        #expect(try DurableFile.read(scene.file("again.json")) == DurableFile.read(payment))
    }

    @Test func `without a certificate there is no token, and both sides say so`() async throws {
        let scene = try await SendScene()
        let (sending, id) = try await scene.send(["--request", scene.file("request.json")])
        let paid = try await scene.pay(id, ["--allow-unsigned"])
        #expect(try paid.outcome == "authorized")
        #expect(try !paid.only("result").member("payment").member("has_token").bool())
        #expect(try await sending.ended() == (0, "authorized"))
        let shown = try await Ran(status: 0, events: sending.events(), errors: "").only("result")
            .member("payment")
        #expect(try !shown.member("has_token").bool())
        #expect(try shown.member("apple_pay").optional("token") == nil)
    }

    @Test func `declined and cancelled, it ends as a purchase does`() async throws {
        let scene = try await SendScene()
        let (first, id) = try await scene.send(["--request", scene.file("request.json")])
        let declined = try await scene.world.run("baton-phone", "p", ["resume", id, "--decline"])
        #expect(declined.status == 10)
        #expect(try await first.ended() == (10, "declined"))
        let (second, other) = try await scene.send(["--request", scene.file("request.json")])
        let cancelled = try await scene.world.run("baton-watch", "w", ["cancel", other])
        #expect(cancelled.status == 11)
        #expect(try await second.ended() == (11, "cancelled"))
        let late = try await scene.pay(other, ["--allow-unsigned"])
        #expect(late.status != 0)
        let (third, old) = try await scene.send(["--request", scene.file("request.json")])
        let (fourth, new) = try await scene.send([
            "--request", scene.file("request.json"), "--instead-of", old,
        ])
        #expect(try await third.ended() == (13, "superseded"))
        #expect(try await scene.pay(new, ["--allow-unsigned"]).status == 0)
        #expect(try await fourth.ended() == (0, "authorized"))
    }

    @Test func `a person reads the warning, agrees, and pays; listen pays by itself when told so`()
        async throws
    {
        let scene = try await SendScene()
        let (sending, id) = try await scene.send(["--request", scene.file("request.json")])
        let passcode = String(
            decoding: try DurableFile.read(scene.world.passcodeFile("p")), as: UTF8.self)
        let phone = try scene.world.start("baton-phone", "p", ["resume", id])
        try await phone.sheet { try $0.member("state").value != .null }
        phone.type("pay")
        _ = try await phone.event("error")
        phone.type("accept-unsigned")
        try await phone.sheet { try $0.member("can_pay").bool() }
        phone.type("pay")
        phone.type(String(passcode.prefix { $0 != "\n" }))
        #expect(try await phone.status() == 0, "\(phone.errors)")
        #expect(try await sending.ended() == (0, "authorized"))
        let listening = try scene.world.start(
            "baton-phone", "p",
            [
                "listen", "--then", "pay", "--once", "--allow-unsigned", "--passcode-file",
                scene.world.passcodeFile("p"),
            ])
        _ = try await listening.event("listening")
        let (again, _) = try await scene.send(["--request", scene.file("request.json")])
        #expect(try await again.ended() == (0, "authorized"))
        #expect(try await listening.ended() == (0, "authorized"))
    }

    @Test func `what is invalid or too large is refused on the watch, and nothing is handed over`()
        async throws
    {
        let scene = try await SendScene()
        try scene.write(
            "invalid.json",
            SendScene.request.replacing("\"4.50\"", with: "\"4.5e0\""))
        let filler = String(repeating: "x", count: 9000)
        try scene.write(
            "large.json",
            SendScene.request.replacing("{\"kept\":true", with: "{\"kept\":\"\(filler)\""))
        for (name, code) in [("invalid.json", "request-refused"), ("large.json", "too-large")] {
            let ran = try await scene.world.run(
                "baton-watch", "w", ["send", "--yes", "--request", scene.file(name)])
            #expect(ran.status == 1)
            let error = try ran.only("error")
            #expect(try error.member("code").string() == code)
            if code == "too-large" {
                #expect(try error.member("message").string().contains("8192"))
            } else {
                #expect(try ran.only("fault").member("path").string() == "$.lineItems[0].amount")
            }
        }
        let inbox = try await scene.world.run("baton-phone", "p", ["inbox"])
        #expect(try inbox.only("inbox").member("purchases").array().isEmpty)
    }
}
