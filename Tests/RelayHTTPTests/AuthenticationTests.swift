import Encodings
import HTTPMessages
import Handoffs
import JSON
import Testing
import Wire

@testable import RelayHTTP

@Suite("Who signed a request")
struct AuthenticationTests {
    let relay: TestRelay
    let watch: TestDevice
    let phone: TestDevice

    init() async throws {
        relay = try TestRelay()
        (watch, phone) = (try TestDevice(), try TestDevice())
        _ = try await relay.pair(watch, phone)
    }

    func target(_ device: TestDevice) -> String { "/v1/handoffs/\(relay.handoffID())" }

    @Test("a good signature is let in, with and without the base path (relay 29)")
    func good() async throws {
        var request = try relay.signed(.get, "/v1/events", by: phone, accept: "application/json")
        #expect(await relay.send(request).status == .ok)
        request = try relay.signed(.get, "/v1/events", by: phone, accept: "application/json")
        request.target = "/v1/events"
        #expect(await relay.send(request).status == .ok)
    }

    @Test("a request without a signature, or with a changed one, is refused by name")
    func refused() async throws {
        let good = try relay.signed(
            .post, "/v1/handoffs/\(relay.handoffID())/cancel", CancelRequest().encoded(), by: watch)
        var cases: [(Request, ProblemCode, String?)] = []
        var bare = good
        for name in ["signature", "signature-input"] {
            var without = good
            without.fields[name] = nil
            bare.fields[name] = nil
            cases.append((without, .signatureInvalid, nil))
        }
        cases.append((bare, .signatureMissing, nil))
        var body = good
        body.body = Array("{ }".utf8)
        cases.append((body, .signatureInvalid, "content-digest"))
        var path = good
        path.target = "/base/v1/handoffs/\(relay.handoffID())/cancel"
        cases.append((path, .signatureInvalid, nil))
        var query = good
        query.target += "?a=1"
        cases.append((query, .signatureInvalid, nil))
        var doubled = good
        doubled.fields.append("signature", good.fields["signature"] ?? "")
        cases.append((doubled, .signatureInvalid, nil))
        let foreign = try relay.signed(
            .post, "/v1/handoffs/\(relay.handoffID())/cancel", CancelRequest().encoded(), by: watch,
            authority: "other.example")
        cases.append((foreign, .signatureInvalid, "@authority"))
        for (request, code, component) in cases {
            let answer = await relay.send(request)
            #expect(answer.status == .unauthorized)
            #expect(answer.code == code)
            #expect(try Problem(parsing: answer.body).component == component)
        }
        #expect(await relay.send(good).status == .ok)
    }

    @Test("an unknown key and a wrong signature are refused alike")
    func unknownKey() async throws {
        let stranger = try TestDevice()
        let unknown = try await relay.send(.get, "/v1/events", by: stranger)
        var wrong = try relay.signed(.get, "/v1/events", by: phone)
        wrong.fields["signature"] = try relay.signed(.get, "/v1/events", by: stranger).fields["signature"]
        let answer = await relay.send(wrong)
        #expect(unknown.code == .signatureInvalid)
        #expect(unknown.body == answer.body)
    }

    @Test("a signature is good once, also one signed 59 s ahead (relay 32)")
    func replay() async throws {
        let now = relay.clock.now().seconds
        let request = try relay.signed(
            .get, "/v1/events", by: phone, created: now + 59, accept: "application/json")
        #expect(await relay.send(request).status == .ok)
        for wait in [0, 1, 29, 31, 58] as [Int64] {
            relay.clock.advance(.seconds(wait))
            let answer = await relay.send(request)
            #expect(answer.status == .unauthorized)
            #expect(answer.code == .replayed || answer.code == .signatureStale)
        }
    }

    @Test("a clock that is off gets time and nonce, and the nonce is good once at any clock (relay 37)")
    func nonce() async throws {
        let wrongTime = relay.clock.now().seconds - 86_400
        let stale = await relay.send(try relay.signed(.get, "/v1/events", by: phone, created: wrongTime))
        #expect(stale.code == .signatureStale)
        let problem = try Problem(parsing: stale.body)
        #expect(problem.serverTime == relay.clock.now())
        let nonce = try #require(problem.nonce)
        let again = try relay.signed(
            .get, "/v1/events", by: phone, created: wrongTime, nonce: nonce, accept: "application/json")
        #expect(await relay.send(again).status == .ok)
        #expect(await relay.send(again).code == .replayed)
        let other = try relay.signed(.get, "/v1/events", by: watch, created: wrongTime, nonce: nonce)
        #expect(await relay.send(other).code == .signatureStale)
    }

    @Test("a nonce lives for 60 s")
    func nonceLife() async throws {
        let wrongTime = relay.clock.now().seconds - 86_400
        let stale = await relay.send(try relay.signed(.get, "/v1/events", by: phone, created: wrongTime))
        let nonce = try #require(try Problem(parsing: stale.body).nonce)
        relay.clock.advance(.seconds(61))
        let late = try relay.signed(.get, "/v1/events", by: phone, created: wrongTime, nonce: nonce)
        #expect(await relay.send(late).code == .signatureStale)
    }

    @Test("what was signed before the start is stale: the memory of replays is younger")
    func beforeStart() async throws {
        let start = relay.clock.now().seconds - 2
        let answer = await relay.send(try relay.signed(.get, "/v1/events", by: phone, created: start))
        #expect(answer.code == .signatureStale)
        #expect(try Problem(parsing: answer.body).nonce != nil)
    }

    @Test("a key is taken from the body only under its own thumbprint")
    func foreignKey() async throws {
        let (mine, yours) = (try TestDevice(), try TestDevice())
        let open = PairingOpenRequest(pairing: relay.pairingID(), key: yours.jwk)
        #expect(try await relay.post("/v1/pairings", open, by: mine).code == .signatureInvalid)
    }

    @Test("another device's cursor reads one's own log, never theirs (relay 92)")
    func foreignCursor() async throws {
        let id = relay.handoffID()
        try await relay.create(watch, [phone], id)
        let theirs = try await relay.poll(phone)
        let mine = try await relay.poll(watch, after: theirs.cursor.text)
        for entry in mine.events {
            if case .offer = entry.event { Issue.record("the watch read the phone's offer") }
        }
    }

    @Test("requests of one device are counted, and the answer says how long to wait (relay 88)")
    func deviceLimit() async throws {
        let relay = try TestRelay(limits: [.deviceRequests: 20])
        let (watch, phone) = (try TestDevice(), try TestDevice())
        _ = try await relay.pair(watch, phone)
        var last = try await relay.send(.get, "/v1/events", by: phone, accept: "application/json")
        #expect(last.status == .ok)
        for _ in 0..<20 where last.status == .ok {
            last = try await relay.send(.get, "/v1/events", by: phone, accept: "application/json")
        }
        #expect((last.status, last.code) == (.tooManyRequests, .rateLimited))
        let wait = try #require(try Problem(parsing: last.body).retryAfter)
        relay.clock.advance(wait)
        #expect(try await relay.send(.get, "/v1/events", by: phone, accept: "application/json").status == .ok)
    }

    @Test(
        "addresses are counted before any signature; forwarded ones are a proxy's word (relay 26)"
    )
    func addressLimit() async throws {
        let proxy = try #require(AddressRange(cidr: "10.0.0.0/8"))
        let relay = try TestRelay(limits: [.addressRequests: 10], trusted: [proxy])
        func status(peer: String, forwarded: String?) async throws -> Status {
            var request = Request(method: .get, target: "/v1/events", peer: SocketAddress(peer))
            if let forwarded { request.fields["x-forwarded-for"] = forwarded }
            return await relay.send(request).status
        }
        for number in 0..<10 {
            #expect(try await status(peer: "192.0.2.1:5", forwarded: "198.51.100.\(number)") == .unauthorized)
        }
        #expect(try await status(peer: "192.0.2.1:5", forwarded: "198.51.100.77") == .tooManyRequests)
        #expect(try await status(peer: "10.1.1.1:5", forwarded: "192.0.2.1, 10.2.2.2") == .tooManyRequests)
        #expect(try await status(peer: "10.1.1.1:5", forwarded: "192.0.2.2") == .unauthorized)
        #expect(relay.interface.metrics.forwardedByStranger == 11)
    }
}
