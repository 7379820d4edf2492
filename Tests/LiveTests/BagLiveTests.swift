import JSON
import SQLite
import TestSupport
import Testing

/// The bag on the watch, over the four programs.
@Suite("Live: a bag of several things", .serialized, .timeLimit(.minutes(5)))
struct BagLiveTests {
    private func pay(_ world: DeviceWorld, _ id: String) async throws -> Ran {
        try await world.run(
            "baton-phone", "p", ["resume", id, "--pay", "--passcode-file", world.passcodeFile("p")])
    }

    @Test func `several things in one line are one purchase, and one sheet`() async throws {
        let world = try await DeviceWorld.paired()
        let buying = try world.start(
            "baton-watch", "w",
            ["buy", "latte:2,size=large", "croissant", "--shop", world.shopOrigin, "--yes"])
        let quoted = try await buying.event("quoted")
        #expect(try quoted.member("lines").array().count >= 2)
        let id = try await buying.event("handed-off").member("id").string()
        #expect(try await pay(world, id).outcome == "ordered")
        #expect(try await buying.ended() == (0, "ordered"))
        #expect(try world.shopRecord() == (1, 1))
    }

    @Test func `AP-3, checkout 7: codes and things change at Order, and the last state is what is paid`()
        async throws
    {
        let world = try await DeviceWorld.paired()
        let buying = try world.start(
            "baton-watch", "w", ["buy", "roses", "--shop", world.shopOrigin])
        _ = try await buying.event("quoted")
        buying.type("promo SUMMER25")
        let refused = try await buying.event("code-rejected")
        #expect(try refused.member("reason").string() == "discount_code_expired")
        buying.type("promo WELCOME10")
        buying.type("add tulips:2")
        buying.type("unpromo WELCOME10")
        buying.type("remove tulips")
        buying.type("sing")
        buying.type("remove roses")
        buying.type("promo WELCOME10")
        buying.type("y")
        let id = try await buying.event("handed-off").member("id").string()
        let events = try await buying.events()
        let quotes = try events.filter { try $0.member("event").string() == "quoted" }
        let totals = try quotes.map { try $0.member("total").member("minor_units").integer() }
        let full = totals[0]
        #expect(totals[1] == full && totals[2] < full && totals[3] > full && totals[5] == full)
        #expect(totals.last == totals[2])
        let codes = try events.filter { try $0.member("event").string() == "error" }.map {
            try $0.member("code").string()
        }
        #expect(codes == ["unknown-command", "empty-bag"])
        #expect(try await pay(world, id).outcome == "ordered")
        let order = try await Ran(status: 0, events: buying.events(), errors: "").only("result")
            .member("order")
        #expect(try order.member("total").member("minor_units").integer() == totals.last)
    }

    @Test func `what goes on at the shop's own page says where, and goes on here after a yes there`()
        async throws
    {
        let world = try await DeviceWorld.paired()
        let buying = try world.start(
            "baton-watch", "w", ["buy", "wine", "--shop", world.shopOrigin, "--yes"])
        let link = try await buying.event("continue").member("link").string()
        #expect(link.hasPrefix(world.shopOrigin))
        let inbox = try await world.run("baton-phone", "p", ["inbox"])
        #expect(try inbox.only("inbox").member("purchases").array().isEmpty)
        try await world.answerPage(link, "yes")
        let id = try await buying.event("handed-off").member("id").string()
        #expect(try await pay(world, id).outcome == "ordered")
        #expect(try await buying.ended() == (0, "ordered"))
    }

    @Test func `a gift message goes along with the purchase, the one typed last`() async throws {
        let world = try await DeviceWorld.paired()
        let buying = try world.start(
            "baton-watch", "w", ["buy", "roses", "--note", "With love", "--shop", world.shopOrigin])
        _ = try await buying.event("quoted")
        buying.type("note Happy birthday, ring at the back")
        buying.type("y")
        let id = try await buying.event("handed-off").member("id").string()
        #expect(try await pay(world, id).outcome == "ordered")
        var database = try Database(
            path: world.folder.file("shop.db"), options: DatabaseOptions(access: .readOnly))
        let detail = try database.first("SELECT detail FROM placed_order") { row throws(SQLiteError) in
            try row.blob(0)
        }
        let order = try JSONNode(parsing: try #require(detail))
        #expect(
            try order.member("confirmation").member("order_notes").string()
                == "Happy birthday, ring at the back")
    }

    @Test func `a no on the shop's own page hands nothing off`() async throws {
        let world = try await DeviceWorld.paired()
        let buying = try world.start(
            "baton-watch", "w", ["buy", "wine", "--shop", world.shopOrigin, "--yes"])
        let link = try await buying.event("continue").member("link").string()
        try await world.answerPage(link, "no")
        let error = try await buying.event("error")
        #expect(try error.member("code").string() == "must-continue")
        #expect(try world.shopRecord() == (0, 0))
    }

    @Test func `AP-4: a ticket and flowers go different ways: said, and several purchases where wanted`()
        async throws
    {
        let world = try await DeviceWorld.paired()
        let both = ["buy", "roses", "concert", "--shop", world.shopOrigin, "--yes"]
        let refused = try await world.run("baton-watch", "w", both)
        #expect(refused.status == 1)
        #expect(try refused.only("error").member("code").string() == "several-ways")
        #expect(try refused.only("several-ways").member("groups").array().count == 2)
        let buying = try await world.run("baton-watch", "w", both + ["--split", "--no-wait"])
        #expect(buying.status == 0, "\(buying.errors)")
        let handed = try buying.events.filter { try $0.member("event").string() == "handed-off" }
        #expect(handed.count == 2)
        for event in handed {
            #expect(try await pay(world, event.member("id").string()).outcome == "ordered")
        }
        #expect(try world.shopRecord() == (2, 2))
    }
}
