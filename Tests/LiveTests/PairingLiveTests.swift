import JSON
import SQLite
import TestSupport
import Testing

/// What a pairing leaves at the relay and with the person's other devices.
@Suite("Live: pairings", .serialized, .timeLimit(.minutes(3)))
struct PairingLiveTests {
    /// As if the device had died between the relay's answer and its journal.
    private func forgetPairing(_ world: DeviceWorld, _ home: String) throws {
        var database = try Database(
            path: world.folder.file("\(home)/journal.db"), options: DatabaseOptions())
        try database.execute("DELETE FROM pairing")
    }

    @Test func `design 10: a phone that died between the grants takes the pairing back`() async throws {
        let world = try await DeviceWorld.paired()
        try forgetPairing(world, "p")
        let listening = try await world.run("baton-phone", "p", ["listen"])
        #expect(listening.status == 1)
        let buying = try await world.run(
            "baton-watch", "w", ["buy", "latte", "--shop", world.shopOrigin, "--yes", "--no-wait"])
        #expect(buying.status == 1)
        #expect(try buying.only("error").member("code").string() == "not-paired", "\(buying.errors)")
        // And the same two pair again.
        try await world.pair("w", "p")
        #expect(try await world.buy("latte", ["--no-wait"]).0.ended() == (0, "handed-off"))
        #expect(
            try await world.run("baton-phone", "p", ["inbox"]).only("inbox").member("purchases").array().count
                == 1)
    }

    @Test func `design 10: a watch that died between the grants takes the pairing back`() async throws {
        let world = try await DeviceWorld.paired()
        try forgetPairing(world, "w")
        let buying = try await world.run(
            "baton-watch", "w", ["buy", "latte", "--shop", world.shopOrigin, "--yes", "--no-wait"])
        #expect(try buying.only("error").member("code").string() == "not-paired")
        _ = try await world.run("baton-phone", "p", ["inbox"])
        let devices = try await world.run("baton-phone", "p", ["devices"]).only("devices")
        #expect(try devices.member("devices").array().isEmpty)
    }

    @Test func `design 3: the person's other phones are told of a new pairing, once`() async throws {
        let world = try await DeviceWorld.paired()
        let listening = try world.start("baton-phone", "p", ["listen"])
        _ = try await listening.event("listening")
        try await world.pair("w", "q", named: "Somebody's phone")
        let told = try await listening.event("paired-elsewhere")
        #expect(try told.member("device").member("name").string() == "Somebody's phone")
        #expect(try told.member("device").member("kind").string() == "phone")
        let from = try told.member("from").member("id").string()
        let known = try await world.run("baton-phone", "p", ["devices"]).only("devices").member("devices")
        #expect(try known.array().map { try $0.member("id").string() } == [from])
        listening.type("quit")
        _ = try await listening.status()
        let inbox = try await world.run("baton-phone", "p", ["inbox"])
        #expect(try inbox.events.allSatisfy { try $0.member("event").string() != "paired-elsewhere" })
        let other = try await world.run("baton-phone", "q", ["inbox"])
        #expect(try other.events.allSatisfy { try $0.member("event").string() != "paired-elsewhere" })
    }
}
