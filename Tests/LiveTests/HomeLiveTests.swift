import Foundation
import JSON
import SQLite
import TestSupport
import Testing

/// Homes that were copied, emptied, shared by several processes, or left behind by a crash.
@Suite("Live: homes", .serialized, .timeLimit(.minutes(3)))
struct HomeLiveTests {
    private func pay(_ world: DeviceWorld, _ id: String, _ home: String = "p") async throws -> Ran {
        try await world.run(
            "baton-phone", home, ["resume", id, "--pay", "--passcode-file", world.passcodeFile("p")])
    }

    @Test func `a home restored from a copy pays nothing again and does not call it expired`() async throws {
        let world = try await DeviceWorld.paired()
        let (buying, id) = try await world.buy("latte")
        _ = try await world.run("baton-phone", "p", ["inbox"])
        try FileManager.default.copyItem(atPath: world.folder.file("p"), toPath: world.folder.file("copy"))
        #expect(try await pay(world, id).status == 0)
        #expect(try await buying.ended() == (0, "ordered"))
        for _ in 0..<2 {
            let again = try await pay(world, id, "copy")
            #expect(again.status == 1)
            #expect(try again.outcome == "taken-elsewhere")
        }
        #expect(try world.shopRecord() == (1, 1))
    }

    @Test func `inbox posts an outcome that a killed phone had kept and not told`() async throws {
        let world = try await DeviceWorld.paired()
        let (buying, id) = try await world.buy("latte")
        // A relay that is away from the moment of the order on: the outcome stays on disk.
        let phone = try world.start(
            "baton-phone", "p", ["resume", id, "--pay", "--passcode-file", world.passcodeFile("p")])
        try await phone.sheet { sheet in
            let phase = try sheet.member("phase").string()
            if phase == "authorizing" { world.relay.signal(SIGSTOP) }
            return phase == "authorizing"
        }
        world.relay.signal(SIGCONT)
        #expect(try await phone.status() == 0)
        #expect(try await buying.ended() == (0, "ordered"))
        // As if it had died before it was told.
        var database = try Database(path: world.folder.file("p/journal.db"), options: DatabaseOptions())
        try database.execute("UPDATE received SET is_told = 0, state = 'claimed'")
        _ = try await world.run("baton-phone", "p", ["inbox"])
        let told = try database.first("SELECT is_told FROM received") { row throws(SQLiteError) in
            try row.integer(0)
        }
        #expect(told == 1)
    }

    @Test func `an emptied journal is named, and nothing is made in its place`() async throws {
        let world = try await DeviceWorld.paired()
        let journal = world.folder.file("p/journal.db")
        for name in ["journal.db-wal", "journal.db-shm"] {
            // SQLite takes them away at a clean end.
            do { try FileManager.default.removeItem(atPath: world.folder.file("p/\(name)")) } catch {}
        }
        try Data().write(to: URL(fileURLWithPath: journal))
        let ran = try await world.run("baton-phone", "p", ["devices"])
        #expect(ran.status == 1)
        #expect(try ran.only("error").member("code").string() == "home-damaged")
        #expect(try Data(contentsOf: URL(fileURLWithPath: journal)).isEmpty)
    }

    @Test func `a second process is stale where the first one has lost the relay, and says when it hears it`()
        async throws
    {
        let world = try await DeviceWorld.paired()
        let first = try world.start("baton-phone", "p", ["listen"])
        _ = try await first.event("listening")
        let fresh = try await world.run("baton-phone", "p", ["inbox"])
        #expect(try !fresh.only("inbox").member("stale").bool())
        world.relay.signal(SIGKILL)
        _ = try await first.event("error")
        let stale = try await world.run("baton-phone", "p", ["inbox"])
        #expect(try stale.only("inbox").member("stale").bool())
        let second = try world.start("baton-phone", "p", ["listen"])
        #expect(try await second.event("error").member("code").string() == "relay-unreachable")
        let heard = try await second.events().filter { try $0.member("event").string() == "listening" }
        #expect(heard.isEmpty)
    }

    @Test func `a purchase that was open leaves no file of its own`() async throws {
        let world = try await DeviceWorld.paired()
        let before = try FileManager.default.contentsOfDirectory(atPath: world.folder.file("p"))
        for _ in 0..<2 {
            let (buying, id) = try await world.buy("latte")
            #expect(try await pay(world, id).status == 0)
            #expect(try await buying.ended() == (0, "ordered"))
        }
        let after = try FileManager.default.contentsOfDirectory(atPath: world.folder.file("p"))
        let new = Set(after).subtracting(before)
            .filter { !$0.hasPrefix("journal.db-") }
        #expect(new.isSubset(of: ["purchases.lock", "tries.json", "wallet.lock", "stream-1.lock"]), "\(new)")
    }

    @Test func `a local merchant without the flag is said before anything is claimed`() async throws {
        let world = try await DeviceWorld.paired()
        let (_, id) = try await world.buy("latte", ["--no-wait"])
        let phone = try RunningProgram(
            "baton-phone", ["--home", world.folder.file("p"), "--json", "resume", id])
        #expect(try await phone.status() == 1)
        let events = try await phone.events()
        #expect(try events.map { try $0.member("event").string() } == ["error"])
        #expect(try events[0].member("code").string() == "local-shop")
        let status = try await world.run("baton-watch", "w", ["status"]).only("status")
        #expect(try status.member("handoffs").array()[0].member("state").string() == "offered")
    }

    @Test func `what is wrong on the command line ends 2`() async throws {
        let world = try await DeviceWorld(folder: try TemporaryFolder())
        let cases = [
            ("baton-watch", ["buy", "latte", "--shop", "nonsense", "--yes"]),
            ("baton-watch", ["menu", "--shop", "file:///etc"]),
            ("baton-watch", ["buy", "latte", "--shop", world.shopOrigin, "--promo", "", "--yes"]),
            ("baton-watch", ["pair", "--relay", "nonsense"]),
            ("baton-watch", ["pair", "--relay", world.relayBase, "--name", " \u{202E}"]),
            ("baton-phone", ["pair", "--link-file", "/dev/null", "--name", "\u{2066}"]),
        ]
        for (program, arguments) in cases {
            #expect(try await world.run(program, "x", arguments).status == 2, "\(arguments)")
        }
    }
}
