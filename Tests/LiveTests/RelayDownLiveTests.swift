import HTTPMessages
import JSON
import Testing

/// What the devices say where their relay is away.
@Suite(.serialized) struct RelayDownLiveTests {
    @Test(.timeLimit(.minutes(5)))
    func `a relay that is away is named within seconds, and old news is called old`() async throws {
        let world = try await DeviceWorld.paired()
        let id = try await world.buy("latte", ["--no-wait"]).id
        try await world.killRelay()
        let clock = ContinuousClock()
        for (program, home, command, event) in [
            ("baton-watch", "w", ["status"], "status"),
            ("baton-watch", "w", ["status", id], "status"),
            ("baton-phone", "p", ["inbox"], "inbox"),
        ] {
            let start = clock.now
            let ended = try await world.run(program, home, command)
            #expect(clock.now - start < .seconds(10), "\(command)")
            #expect(ended.status == 0 && ended.errors.contains("cannot be reached"), "\(command)")
            #expect(ended.errors.contains("last knew"))
            #expect(try ended.only(event).member("stale").bool())
        }
        for (program, home, command) in [
            ("baton-watch", "w", ["pair", "--relay", world.relayBase]),
            ("baton-watch", "w", ["unpair", "Phone"]), ("baton-phone", "p", ["unpair", "Watch"]),
        ] {
            let start = clock.now
            let ended = try await world.run(program, home, command)
            #expect(clock.now - start < .seconds(15), "\(command)")
            #expect(ended.status == 1, "\(command)")
            let codes = try ended.events.compactMap { try $0.optional("code")?.string() }
            #expect(codes.contains("relay-unreachable"), "\(command) \(ended.errors)")
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `listen is listening once it is connected, and says when it no longer is`() async throws {
        let world = try await DeviceWorld.paired()
        try await world.killRelay()
        let phone = try world.start("baton-phone", "p", ["listen"])
        #expect(try await phone.waits { Self.events($0).first { $0 != "badge" } } == "error")
        #expect(!Self.events(phone).contains("listening"))
        try await world.restartRelay()
        _ = try await phone.waits(within: .seconds(120)) {
            Self.events($0).contains("listening") ? true : nil
        }
        phone.type("quit")
        #expect(try await phone.status() == 0)
    }

    @Test(.timeLimit(.minutes(5)))
    func `the watch names what took a purchase's place`() async throws {
        let world = try await DeviceWorld.paired()
        let first = try await world.buy("latte", ["--no-wait"]).id
        let second = try await world.buy("latte", ["--no-wait", "--instead-of", first]).id
        let status = try await world.run("baton-watch", "w", ["status", first])
        #expect(status.status == 13)
        #expect(try status.only("result").member("superseded_by").string() == second)
    }

    private static func events(_ program: RunningProgram) -> [String] {
        program.output.matches(of: /"event":"([a-z-]+)"/).map { String($0.1) }
    }
}
