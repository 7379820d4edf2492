import HTTPMessages
import JSON
import Testing

/// What the devices say where their relay is away.
@Suite(.serialized) struct RelayDownLiveTests {
    @Test(.timeLimit(.minutes(5)))
    func `a relay that is away is named within seconds, and old news is called old`() async throws {
        let household = try await Household()
        let id = try await household.buy("latte")
        household.relay.program.signal(9)
        #expect(try await household.relay.program.status() == -9)
        let clock = ContinuousClock()
        for (program, home, command, event) in [
            ("baton-watch", "watch", ["status"], "status"),
            ("baton-watch", "watch", ["status", id], "status"),
            ("baton-phone", "phone", ["inbox"], "inbox"),
        ] {
            let start = clock.now
            let ended = try await household.run(program, home, command)
            #expect(clock.now - start < .seconds(10), "\(command)")
            #expect(ended.status == 0 && ended.errors.contains("cannot be reached"), "\(command)")
            #expect(ended.errors.contains("last knew"))
            #expect(try #require(try ended.first(event)).member("stale").bool())
        }
        for (program, home, command) in [
            ("baton-watch", "watch", ["pair", "--relay", household.relay.base.text]),
            ("baton-watch", "watch", ["unpair", "Phone"]), ("baton-phone", "phone", ["unpair", "Watch"]),
        ] {
            let start = clock.now
            let ended = try await household.run(program, home, command)
            #expect(clock.now - start < .seconds(15), "\(command)")
            #expect(ended.status == 1, "\(command)")
            let error = try #require(try ended.first("error"), "\(command) \(ended.errors)")
            #expect(try error.member("code").string() == "relay-unreachable", "\(command)")
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `listen is listening once it is connected, and says when it no longer is`() async throws {
        let household = try await Household()
        household.relay.program.signal(9)
        #expect(try await household.relay.program.status() == -9)
        let phone = try household.start("baton-phone", "phone", ["listen"])
        #expect(try await phone.waits { Self.events($0).first { $0 != "badge" } } == "error")
        #expect(!Self.events(phone).contains("listening"))
        try await household.restartRelay()
        _ = try await phone.waits(within: .seconds(120)) {
            Self.events($0).contains("listening") ? true : nil
        }
        phone.type("quit")
        #expect(try await phone.status() == 0)
    }

    @Test(.timeLimit(.minutes(5)))
    func `the watch names what took a purchase's place`() async throws {
        let household = try await Household()
        let first = try await household.buy("latte")
        let second = try await household.buy("latte", ["--instead-of", first])
        let status = try await household.run("baton-watch", "watch", ["status", first])
        #expect(status.status == 13)
        #expect(try status.first("result")?.member("superseded_by").string() == second)
    }

    private static func events(_ program: RunningProgram) -> [String] {
        program.output.matches(of: /"event":"([a-z-]+)"/).map { String($0.1) }
    }
}
