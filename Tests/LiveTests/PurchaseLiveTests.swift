import Foundation
import JSON
import TestSupport
import Testing

/// Whole purchases over the four programs.
@Suite("Live: purchases from the watch to the phone", .serialized, .timeLimit(.minutes(5)))
struct PurchaseLiveTests {
    @Test func `AP-1, AP-13: a purchase is handed off, paid, and confirmed on both devices`() async throws {
        let world = try await DeviceWorld.paired()
        let (buying, id) = try await world.buy("roses", ["--promo", "WELCOME10"])
        let paid = try await world.run(
            "baton-phone", "p", ["resume", id, "--pay", "--passcode-file", world.passcodeFile("p")])
        #expect(paid.status == 0, "\(paid.errors)")
        #expect(try paid.outcome == "ordered")
        let ended = try await buying.ended()
        #expect(ended.status == 0)
        #expect(ended.outcome == "ordered")
        let watch = try await Ran(status: 0, events: buying.events(), errors: "").only("result")
        let phone = try paid.only("result")
        let number = try phone.member("order").member("number").string()
        #expect(try watch.member("order").member("number").string() == number)
        #expect(try watch.member("order").member("total").member("minor_units").integer() == 3443)
        #expect(try phone.member("order").member("payment").string() == "Visa 4242 (Baton Pay)")
        #expect(try world.shopRecord() == (1, 1))
        let orders = try await world.run("baton-phone", "p", ["orders"])
        #expect(try orders.only("orders").member("orders").array().count == 1)
        let status = try await world.run("baton-watch", "w", ["status", id])
        #expect(try status.outcome == "ordered")
    }

    @Test func `an address where no shop is, or nobody, is said to be so`() async throws {
        let world = try await DeviceWorld.paired()
        for (address, code) in [
            (world.relayBase, "shop-unusable"), ("http://127.0.0.1:1", "shop-unreachable"),
        ] {
            for command in [["menu"], ["buy", "latte"]] {
                let refused = try await world.run("baton-watch", "w", command + ["--shop", address])
                #expect(refused.status == 1)
                #expect(try refused.only("error").member("code").string() == code)
                #expect(try refused.only("error").member("hint").string().contains("address"))
            }
        }
    }

    @Test func `AP-3: a refused code is reported with its reason and nothing is handed off`() async throws {
        let world = try await DeviceWorld.paired()
        let refused = try await world.run(
            "baton-watch", "w",
            ["buy", "latte", "--promo", "SUMMER25", "--shop", world.shopOrigin, "--yes"])
        #expect(refused.status == 1)
        #expect(try refused.only("code-rejected").member("reason").string() == "discount_code_expired")
        #expect(try refused.only("error").member("code").string() == "codes-refused")
        let inbox = try await world.run("baton-phone", "p", ["inbox"])
        #expect(try inbox.only("inbox").member("purchases").array().isEmpty)
    }

    @Test func `checkout 68: a declined card is said, and another one pays under the same claim`()
        async throws
    {
        let world = try await DeviceWorld.paired()
        let number = world.folder.file("number")
        try Data("4000000000000002\n".utf8).write(to: URL(fileURLWithPath: number))
        let added = try await world.run(
            "baton-phone", "p",
            [
                "wallet", "add-card", "--number-file", number, "--expires", "12/30", "--default",
                "--passcode-file", world.passcodeFile("p"),
            ])
        #expect(added.status == 0, "\(added.errors)")
        let passcode = try String(
            decoding: Data(contentsOf: URL(fileURLWithPath: world.passcodeFile("p"))), as: UTF8.self
        ).trimmingCharacters(in: .newlines)
        let (buying, id) = try await world.buy("latte")
        let phone = try world.start("baton-phone", "p", ["resume", id])
        try await phone.sheet { try $0.member("can_pay").bool() }
        phone.type("pay")
        phone.type(passcode)
        try await phone.sheet { sheet in
            try sheet.member("notices").array().contains { try $0.string().contains("declined") }
        }
        phone.type("card card-1")
        phone.type("pay")
        phone.type(passcode)
        #expect(try await phone.status() == 0, "\(phone.errors)")
        #expect(try await buying.ended() == (0, "ordered"))
        #expect(try world.shopRecord().orders == 1)
    }

    @Test func `a card that is declined in a script ends with 15 on both devices`() async throws {
        let world = try await DeviceWorld.paired()
        let number = world.folder.file("number")
        try Data("4000000000000002\n".utf8).write(to: URL(fileURLWithPath: number))
        _ = try await world.run(
            "baton-phone", "p",
            [
                "wallet", "add-card", "--number-file", number, "--expires", "12/30", "--passcode-file",
                world.passcodeFile("p"),
            ])
        let (buying, id) = try await world.buy("latte")
        let paid = try await world.run(
            "baton-phone", "p",
            ["resume", id, "--pay", "--card", "0002", "--passcode-file", world.passcodeFile("p")])
        #expect(paid.status == 15)
        #expect(try await buying.ended() == (15, "payment-failed"))
        #expect(try world.shopRecord().orders == 0)
    }

    @Test func `design 7: --pay pays the sealed total only; --expect-total says otherwise`() async throws {
        let world = try await DeviceWorld.paired()
        let (buying, id) = try await world.buy("roses")
        let pay = ["resume", id, "--method", "bike", "--pay", "--passcode-file", world.passcodeFile("p")]
        let refused = try await world.run("baton-phone", "p", pay)
        #expect(refused.status == 1)
        #expect(try refused.only("error").member("code").string() == "total-changed")
        #expect(try world.shopRecord() == (0, 0))
        let wrong = try await world.run("baton-phone", "p", pay + ["--expect-total", "1.00"])
        #expect(wrong.status == 1)
        let sheet = try refused.events.last { try $0.member("event").string() == "sheet" }
        let total = try #require(sheet).member("total").member("amount").string()
        let paid = try await world.run("baton-phone", "p", pay + ["--expect-total", total])
        #expect(paid.status == 0, "\(paid.errors)")
        #expect(try await buying.ended() == (0, "ordered"))
    }

    @Test func `checkout 56: the method of the handoff stays, whatever an earlier sheet left chosen`()
        async throws
    {
        let world = try await DeviceWorld.paired()
        let (_, id) = try await world.buy("tulips", ["--method", "post", "--no-wait"])
        let pay = ["resume", id, "--pay", "--passcode-file", world.passcodeFile("p")]
        let other = try await world.run("baton-phone", "p", pay + ["--method", "bike"])
        #expect(other.status == 1)
        let paid = try await world.run("baton-phone", "p", pay)
        #expect(paid.status == 0, "\(paid.errors)")
        let sheets = try paid.events.filter { try $0.member("event").string() == "sheet" }
        for sheet in sheets {
            #expect(try sheet.member("notices").array().isEmpty)
            let method = try sheet.member("fields").array().first {
                try $0.member("name").string() == "method"
            }
            let chosen = try #require(method).member("choices").array().filter {
                try $0.member("chosen").bool()
            }
            #expect(try chosen.map { try $0.member("id").string() } == ["post"])
        }
        #expect(try world.shopRecord() == (1, 1))
    }

    @Test func `declined 10, cancelled 11, superseded 13, expired 12: each end on both devices`()
        async throws
    {
        let world = try await DeviceWorld.paired()
        let (expiring, _) = try await world.buy("croissant", ["--expires-in", "30s"])
        let (declining, declined) = try await world.buy("latte")
        let decline = try await world.run("baton-phone", "p", ["resume", declined, "--decline"])
        #expect(decline.status == 10)
        #expect(try await declining.ended() == (10, "declined"))

        let (cancelling, cancelled) = try await world.buy("latte")
        let cancel = try await world.run("baton-watch", "w", ["cancel", String(cancelled.prefix(12))])
        #expect(cancel.status == 11)
        #expect(try await cancelling.ended() == (11, "cancelled"))
        let late = try await world.run(
            "baton-phone", "p",
            ["resume", cancelled, "--pay", "--passcode-file", world.passcodeFile("p")])
        #expect(late.status != 0)

        let (older, first) = try await world.buy("latte")
        let (newer, _) = try await world.buy("latte", ["--instead-of", first, "--no-wait"])
        #expect(try await newer.ended() == (0, "handed-off"))
        #expect(try await older.ended() == (13, "superseded"))
        #expect(try await expiring.ended() == (12, "expired"))
        #expect(try world.shopRecord() == (0, 0))
    }

    @Test func `Ctrl-C leaves the handoff alive, and status and cancel find it`() async throws {
        let world = try await DeviceWorld.paired()
        let (buying, id) = try await world.buy("latte")
        buying.signal(SIGINT)
        #expect(try await buying.ended() == (130, "interrupted"))
        let status = try await world.run("baton-watch", "w", ["status"])
        let open = try status.only("status").member("handoffs").array()
        #expect(try open.map { try $0.member("id").string() } == [id])
        #expect(try open.map { try $0.member("state").string() } == ["offered"])
        #expect(try await world.run("baton-watch", "w", ["cancel", id]).status == 11)
    }

    @Test func `a phone that listens with --then pay pays by itself`() async throws {
        let world = try await DeviceWorld.paired()
        let listening = try world.start(
            "baton-phone", "p",
            ["listen", "--then", "pay", "--once", "--passcode-file", world.passcodeFile("p")])
        _ = try await listening.event("listening")
        let (buying, _) = try await world.buy("concert")
        #expect(try await buying.ended() == (0, "ordered"))
        #expect(try await listening.ended() == (0, "ordered"))
        #expect(try world.shopRecord() == (1, 1))
    }
}

extension RunningProgram {
    /// Waits for a sheet that is as described.
    func sheet(within deadline: Duration = .seconds(30), _ fits: (JSONNode) throws -> Bool) async throws {
        let end = ContinuousClock.now + deadline
        while ContinuousClock.now < end {
            let sheets = try await events().filter { try $0.member("event").string() == "sheet" }
            if let last = sheets.last, try fits(last) { return }
        }
        throw ProgramFailure(what: "no such sheet; errors: \(errors)")
    }
}
