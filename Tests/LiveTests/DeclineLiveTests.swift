import Foundation
import HTTPMessages
import JSON
import TestSupport
import Testing

/// After a merchant's no: another card, a crash, and somebody on the way (design, sections 5 and 10).
@Suite("Live: a declined payment", .serialized, .timeLimit(.minutes(5)))
struct DeclineLiveTests {
    /// A world whose phone pays first with a card that is declined.
    private func world(_ proxy: ShopProxy? = nil) async throws -> DeviceWorld {
        let world = try await DeviceWorld.paired(behind: proxy)
        let number = world.folder.file("number")
        try Data("4000000000000002\n".utf8).write(to: URL(fileURLWithPath: number))
        let added = try await world.run(
            "baton-phone", "p",
            [
                "wallet", "add-card", "--number-file", number, "--expires", "12/30", "--default",
                "--passcode-file", world.passcodeFile("p"),
            ])
        #expect(added.status == 0, "\(added.errors)")
        return world
    }

    private func pay(_ world: DeviceWorld, _ id: String, _ more: [String] = []) async throws -> Ran {
        try await world.run(
            "baton-phone", "p",
            ["resume", id, "--pay", "--passcode-file", world.passcodeFile("p")] + more)
    }

    /// A sheet on which the card was declined, still open.
    private func declined(_ world: DeviceWorld, _ id: String) async throws -> RunningProgram {
        let phone = try world.start("baton-phone", "p", ["resume", id])
        try await phone.sheet { try $0.member("can_pay").bool() }
        phone.type("pay")
        phone.type(try world.passcode("p"))
        try await phone.sheet { sheet in
            try sheet.member("notices").array().contains { try $0.string().contains("declined") }
        }
        return phone
    }

    @Test func `design 5: declined, killed, and another card pays under the same claim`() async throws {
        let world = try await world()
        let (buying, id) = try await world.buy("latte")
        let phone = try await declined(world, id)
        phone.signal(SIGKILL)
        _ = try await phone.status()
        let paid = try await pay(world, id, ["--card", "4242"])
        #expect(paid.status == 0, "\(paid.errors)")
        #expect(try paid.only("error").member("code").string() == "declined-earlier")
        #expect(try paid.only("result").member("order").member("payment").string() == "Visa 4242 (Baton Pay)")
        #expect(try await buying.ended() == (0, "ordered"))
        #expect(try world.shopRecord().orders == 1)
    }

    @Test func `design 5: declined, killed, and a script without another card ends it`() async throws {
        let world = try await world()
        let (buying, id) = try await world.buy("latte")
        let phone = try await declined(world, id)
        phone.signal(SIGKILL)
        _ = try await phone.status()
        let ended = try await pay(world, id)
        #expect(ended.status == 15)
        #expect(try await buying.ended() == (15, "payment-failed"))
        #expect(try await pay(world, id, ["--card", "4242"]).status == 15)
        #expect(try world.shopRecord().orders == 0)
    }

    @Test func `design 10: no answer, then another card: refused until the first is resolved`() async throws {
        let proxy = try ShopProxy()
        let world = try await DeviceWorld.paired(behind: proxy)
        let (buying, id) = try await world.buy("latte")
        // The shop charges, and nobody hears of it, however often it is asked.
        proxy.act { $0.path.hasSuffix("/complete") ? .loseAnswer : .forward }
        let phone = try world.start(
            "baton-phone", "p", ["resume", id, "--pay", "--passcode-file", world.passcodeFile("p")])
        try await phone.sheet { try $0.member("phase").string() == "in-doubt" }
        phone.signal(SIGKILL)
        _ = try await phone.status()
        let doubtful = try await pay(world, id, ["--card", "8210"])
        #expect(doubtful.status == 14)
        proxy.act { _ in .forward }
        let paid = try await pay(world, id, ["--card", "8210"])
        #expect(paid.status == 0, "\(paid.errors)")
        #expect(try await buying.ended() == (0, "ordered"))
        #expect(try world.shopRecord() == (1, 1))
        let keys = Set(proxy.requests("/complete").map { $0.fields["idempotency-key"] })
        #expect(keys.count == 1)
    }

    @Test func `design 5: a request that was held back is not charged after the failure was told`()
        async throws
    {
        let proxy = try ShopProxy()
        let world = try await DeviceWorld.paired(behind: proxy)
        let (buying, id) = try await world.buy("latte")
        let problem = #"{"type":"invalid_request","code":"card_declined","message":"no"}"#
        proxy.act { $0.path.hasSuffix("/complete") ? .answer(.conflict, problem) : .forward }
        #expect(try await pay(world, id).status == 15)
        #expect(try await buying.ended() == (15, "payment-failed"))
        let late = await proxy.deliver(try #require(proxy.requests("/complete").first))
        #expect(late.status == .conflict)
        #expect(try world.shopRecord() == (0, 0))
    }

    @Test func `design 5: while the merchant does not say, nobody is told that it failed`() async throws {
        let proxy = try ShopProxy()
        let world = try await world(proxy)
        let (buying, id) = try await world.buy("latte")
        let phone = try await declined(world, id)
        proxy.act { _ in .answer(.badGateway) }
        phone.type("close")
        #expect(try await phone.status(within: .seconds(60)) == 14)
        #expect(try await world.run("baton-watch", "w", ["status", id]).outcome == nil)
        proxy.act { _ in .forward }
        #expect(try await pay(world, id).status == 15)
        #expect(try await buying.ended() == (15, "payment-failed"))
    }
}
