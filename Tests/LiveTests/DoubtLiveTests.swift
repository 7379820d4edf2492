import HTTPMessages
import JSON
import TestSupport
import Testing

/// A purchase in doubt: the phone died after paying, and nobody is to pay again (design, section 5).
@Suite("Live: a purchase in doubt", .serialized, .timeLimit(.minutes(3)))
struct DoubtLiveTests {
    private func code(_ ran: Ran) throws -> [String] {
        try ran.events.filter { try $0.member("event").string() == "error" }
            .map { try $0.member("code").string() }
    }

    /// A phone that was killed while the shop's answer was on its way.
    private func doubtful(
        _ proxy: ShopProxy, _ action: ShopProxy.Action
    ) async throws -> (DeviceWorld, RunningProgram, String) {
        let world = try await DeviceWorld.paired(
            behind: proxy, relayFlags: ["--limit", "in-doubt-seconds=2"])
        let (buying, id) = try await world.buy("latte")
        proxy.act { $0.path.hasSuffix("/complete") ? action : .forward }
        let phone = try world.start(
            "baton-phone", "p", ["resume", id, "--pay", "--passcode-file", world.passcodeFile("p")])
        try await phone.sheet { try $0.member("phase").string() == "in-doubt" }
        phone.signal(9)
        _ = try await phone.status()
        return (world, buying, id)
    }

    @Test
    func `the watch asks the merchant, ends 14, and neither status, cancel nor buying again pays twice`()
        async throws
    {
        let proxy = try ShopProxy()
        let (world, buying, id) = try await doubtful(proxy, .loseAnswer)
        let status = try await buying.status()
        let bought = Ran(status: status, events: try await buying.events(), errors: buying.errors)
        #expect(bought.status == 14)
        #expect(try bought.outcome == "in-doubt")
        #expect(try code(bought) == ["shop-has-order"])
        #expect(try bought.only("error").member("message").string().contains("1043"))

        let asked = try await world.run("baton-watch", "w", ["status", id])
        #expect(asked.status == 14)
        #expect(try code(asked) == ["shop-has-order"])
        let cancelled = try await world.run("baton-watch", "w", ["cancel", id])
        #expect(cancelled.status == 14)
        #expect(try code(cancelled) == ["shop-has-order"])

        let again = ["buy", "latte", "--shop", world.shopOrigin, "--yes", "--no-wait"]
        let instead = try await world.run("baton-watch", "w", again + ["--instead-of", id])
        #expect(instead.status == 1)
        #expect(try code(instead) == ["supersede-refused"])
        let other = try await world.run("baton-watch", "w", again)
        #expect(try code(other) == ["earlier-in-doubt"])

        proxy.act { _ in .forward }
        let back = try await world.run(
            "baton-phone", "p", ["resume", id, "--pay", "--passcode-file", world.passcodeFile("p")])
        #expect(try back.outcome == "ordered")
        let settled = try await world.run("baton-watch", "w", ["status", id])
        #expect(settled.status == 0)
        let late = try await world.run("baton-watch", "w", ["cancel", id])
        #expect(late.status == 1)
        #expect(try code(late) == ["already-paid"])
        #expect(try world.shopRecord() == (1, 1))
    }

    @Test func `where the merchant has no order the watch says in doubt all the same`() async throws {
        let proxy = try ShopProxy()
        let (world, buying, id) = try await doubtful(proxy, .answer(.gatewayTimeout))
        #expect(try await buying.ended() == (14, "in-doubt"))
        #expect(try await world.run("baton-watch", "w", ["status", id]).status == 14)
        proxy.act { _ in .forward }
        let back = try await world.run(
            "baton-phone", "p", ["resume", id, "--pay", "--passcode-file", world.passcodeFile("p")])
        #expect(try back.outcome == "ordered")
        #expect(try await world.run("baton-watch", "w", ["status", id]).status == 0)
        #expect(try world.shopRecord() == (1, 1))
    }
}
