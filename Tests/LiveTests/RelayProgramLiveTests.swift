import BatonClient
import Blocking
import Glibc
import HTTPClient
import HTTPMessages
import Handoffs
import Signing
import TestSupport
import Testing
import Wire

@Suite("Live: baton-relay as a process", .serialized, .timeLimit(.minutes(5)))
struct RelayProgramLiveTests {
    @Test("G12: it says ready first, answers, and ends with 0 on SIGTERM")
    func startAndStop() async throws {
        let folder = try TemporaryFolder()
        let relay = try await RunningRelay(in: folder, ["--admin", "127.0.0.1:0"])
        #expect(try await relay.status(.get, "/healthz") == .ok)
        #expect(try await relay.status(.get, "/readyz") == .ok)
        #expect(try await relay.status(.get, "/metrics") == .notFound)
        let admin = try #require(relay.admin)
        let metrics = try await relay.http.send(Request(method: .get, target: "/metrics"), to: admin)
        #expect(
            String(decoding: metrics.body, as: UTF8.self).contains("baton_requests_total{route=\"/healthz\""))
        relay.program.signal(SIGTERM)
        #expect(try await relay.program.status() == 0)
        #expect(relay.program.output.split(separator: "\n").count == 1)
    }

    @Test("after SIGTERM the database is one file, beside the lock that stays")
    func oneFileLeft() async throws {
        let folder = try TemporaryFolder()
        let relay = try await RunningRelay(in: folder)
        try await relay.device().pair(with: try relay.device())
        #expect(try Folder.names(in: folder.path).contains("relay.sqlite-wal"))
        relay.program.signal(SIGTERM)
        #expect(try await relay.program.status() == 0)
        #expect(try Folder.names(in: folder.path).sorted() == ["relay.sqlite", "relay.sqlite.lock"])
    }

    @Test(
        "a bad setting is named with what is allowed, exit 2",
        arguments: [
            (["--listen", "nowhere"], "--listen"), (["--listen", "0.0.0.0:0"], "--tls-cert"),
            (["--origin", "ftp://x"], "--origin"), (["--tls-cert", "a"], "--tls-key"),
            (["--admin", "8.8.8.8:1"], "--admin"), (["--trusted-proxy", "x"], "--trusted-proxy"),
            (["--limit", "nothing=1"], "device-streams"), (["--limit", "device-streams=0"], "1 to 16"),
            (["--limit", "device-requests=-1"], "device-requests"), (["--bogus"], "--bogus"),
        ])
    func badSettings(arguments: [String], named: String) async throws {
        let folder = try TemporaryFolder()
        var all = ["serve", "--database", folder.file("relay.sqlite")] + arguments
        if !arguments.contains("--listen") { all += ["--listen", "127.0.0.1:0"] }
        let program = try RunningProgram("baton-relay", all)
        #expect(try await program.status() == 2)
        #expect(program.errors.contains(named), "\(program.errors)")
        #expect(program.errors.contains("baton-relay: hint: "))
        #expect(program.output.isEmpty)
    }

    @Test("settings come from BATON_ variables, and a flag goes before them (relay 85)")
    func environment() async throws {
        let folder = try TemporaryFolder()
        let variables = [
            "BATON_LISTEN": "127.0.0.1:0", "BATON_DATABASE": folder.file("relay.sqlite"),
            "BATON_ORIGIN": "https://from.variable",
        ]
        let program = try RunningProgram(
            "baton-relay", ["serve", "--origin", "https://from.flag/base"], environment: variables)
        #expect(try await program.line(0).contains("\"origin\":\"https://from.flag/base\""))
        let second = try RunningProgram("baton-relay", ["serve"], environment: variables)
        #expect(try await second.status() == 1)
        #expect(second.errors.contains("baton-relay: error: "))
    }

    @Test("AP-1: a purchase travels over sockets, with events on streams")
    func wholeLife() async throws {
        let folder = try TemporaryFolder()
        let relay = try await RunningRelay(in: folder)
        let (watch, phone, other) = (try relay.device(), try relay.device(), try relay.device())
        try await watch.pair(with: phone)
        try await watch.pair(with: other)
        let (inbox, news) = (EventReader(phone.relay, after: nil), EventReader(watch.relay, after: nil))
        let (key, tokens) = try watch.tokens(for: [phone, other])
        #expect(try await watch.relay.create(tokens.map(\.text)).state == .offered)
        let offer = try await Self.next(inbox) { if case .offer(let status) = $0 { status } else { nil } }
        #expect(offer.token == tokens[0].text)
        async let first = Self.claim(phone, key)
        async let second = Self.claim(other, key)
        let claims = try await [first, second].compactMap { $0 }
        let claim = try #require(claims.first)
        #expect(claims.count == 1)
        let (winner, token) = claim.token == tokens[0].text ? (phone, tokens[0]) : (other, tokens[1])
        #expect(try await winner.relay.authorizing(key, claim.fence).state == .authorizing)
        let outcome = try winner.outcome(of: key, token, claim.fence)
        #expect(try await winner.relay.settle(key, outcome: outcome).state == .settled)
        let end = try await Self.next(news) { if case .outcome(let status) = $0 { status } else { nil } }
        #expect(end.outcome == outcome)
    }

    @Test(
        "SIGTERM tells streams to come back and loses nothing; the log goes on after a restart (relay 1, 19)")
    func drain() async throws {
        let folder = try TemporaryFolder()
        let relay = try await RunningRelay(in: folder)
        let (watch, phone) = (try relay.device(), try relay.device())
        try await watch.pair(with: phone)
        let inbox = EventReader(phone.relay, after: nil)
        let (_, first) = try watch.tokens(for: [phone])
        _ = try await watch.relay.create(first.map(\.text))
        _ = try await Self.next(inbox) { if case .offer(let status) = $0 { status } else { nil } }
        relay.program.signal(SIGTERM)
        #expect(try await relay.program.status() == 0)
        let again = try await RunningRelay(in: folder, listen: relay.base.authority)
        let (key, second) = try watch.tokens(for: [phone])
        _ = try await watch.relay.create(second.map(\.text))
        let offer = try await Self.next(inbox) { if case .offer(let status) = $0 { status } else { nil } }
        #expect(offer.key == key)
        again.program.signal(SIGTERM)
        #expect(try await again.program.status() == 0)
    }

    @Test("a second process on one database is refused")
    func oneProcess() async throws {
        let folder = try TemporaryFolder()
        let relay = try await RunningRelay(in: folder)
        let second = try RunningProgram(
            "baton-relay",
            ["serve", "--listen", "127.0.0.1:0", "--database", folder.file("relay.sqlite")])
        #expect(try await second.status() == 1)
        #expect(try await relay.status(.get, "/readyz") == .ok)
    }

    @Test("what the transport refuses is a problem document too")
    func transport() async throws {
        let folder = try TemporaryFolder()
        let relay = try await RunningRelay(in: folder)
        let fields: Fields = ["content-type": "application/json"]
        let large = Request(
            method: .post, target: "/v1/pairings", fields: fields, body: [UInt8](repeating: 32, count: 20_000)
        )
        let answer = try await relay.http.send(large, to: relay.base)
        #expect(answer.status == .contentTooLarge)
        #expect(try Problem(parsing: answer.body).code == .contentTooLarge)
    }

    // MARK: -

    private static func claim(_ phone: LiveDevice, _ key: HandoffKey) async throws -> ClaimAnswer? {
        let claimKey: ClaimKey = try LiveDevice.random()
        do throws(RelayError) {
            return try await phone.relay.claim(key, with: claimKey)
        } catch {
            guard error.code == .taken else { throw error }
            return nil
        }
    }

    /// The next event that `pick` takes, within 30 s.
    private static func next<Value: Sendable>(
        _ reader: EventReader, _ pick: @escaping @Sendable (RelayEvent) -> Value?
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask {
                while true {
                    if let value = pick(try await reader.next().event) { return value }
                }
            }
            group.addTask {
                try await Task.sleep(for: .seconds(30))
                throw ProgramFailure(what: "no such event within 30 s")
            }
            guard let value = try await group.next() else { throw ProgramFailure(what: "no event") }
            group.cancelAll()
            return value
        }
    }
}
