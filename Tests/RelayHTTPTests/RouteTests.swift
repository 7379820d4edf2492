import HTTPMessages
import Handoffs
import Relay
import Testing
import Wire

@testable import RelayHTTP

@Suite("Methods, paths and media types")
struct RouteTests {
    let relay: TestRelay

    init() throws { relay = try TestRelay() }

    @Test("a wrong method says which are right")
    func methods() async throws {
        let id = relay.handoffID()
        let cases: [(Method, String, String)] = [
            (.get, "/v1/handoffs", "POST"), (.put, "/v1/handoffs/\(id)", "GET, HEAD"),
            (.post, "/v1/pairings/\(relay.pairingID())", "GET, HEAD, DELETE"),
            (.options, "/v1/events", "GET, HEAD"), (.other("BREW"), "/healthz", "GET, HEAD"),
        ]
        for (method, target, allow) in cases {
            let answer = await relay.send(Request(method: method, target: target))
            #expect(answer.status == .methodNotAllowed)
            #expect(answer.fields["allow"] == allow)
        }
    }

    @Test("ids are read in their one text; near misses are no path")
    func ids() {
        let id = relay.handoffID().text
        #expect(Route.match(.get, ["v1", "handoffs", id[...]]) != .nothing)
        for wrong in [id + "=", String(id.dropLast()), id + "A", "%41" + id.dropFirst(), ""] {
            #expect(Route.match(.get, ["v1", "handoffs", wrong[...]]) == .nothing)
        }
        for path in [
            ["v1"], ["v1", "handoffs", id[...], "claim", ""], ["v1", "handoffs", ""], ["", "v1", "events"],
        ] {
            #expect(Route.match(.post, path) == .nothing)
        }
    }

    @Test("a body of another type, too large, or not JSON is refused")
    func bodies() async {
        func post(_ type: String?, _ body: [UInt8]) async -> Answer {
            var request = Request(method: .post, target: "/v1/handoffs", body: body)
            if let type { request.fields["content-type"] = type }
            return await relay.send(request)
        }
        #expect(await post(nil, []).code == .unsupportedMediaType)
        #expect(await post("text/plain", []).code == .unsupportedMediaType)
        #expect(await post("application/json", Array("{".utf8)).code == .malformed)
        #expect(await post("Application/JSON; charset=utf-8", Array("{}".utf8)).code == .malformed)
        let large = [UInt8](repeating: 32, count: WireLimits.createBodyBytesMax + 1)
        #expect(await post("application/json", large).code == .contentTooLarge)
    }

    @Test("health and readiness need no signature")
    func health() async {
        for target in ["/healthz", "/readyz"] {
            #expect(await relay.send(Request(method: .get, target: target)).status == .ok)
        }
    }

    @Test("what the transport refuses looks like every other refusal")
    func transport() throws {
        for status in [
            Status.badRequest, .requestTimeout, .contentTooLarge, .headFieldsTooLarge, .notImplemented,
            .unavailable, .tooManyRequests,
        ] {
            let response = ProblemResponse.make(transport: status)
            #expect(response.status == status)
            guard case .bytes(let body) = response.body else { throw TestFailure("no body") }
            #expect(try Problem(parsing: body).code != nil)
        }
    }

    @Test("metrics name routes by template, never an id")
    func metrics() async throws {
        let (watch, phone) = (try TestDevice(), try TestDevice())
        let pairing = try await relay.pair(watch, phone)
        let admin = AdminInterface(relay.service, metrics: relay.interface.metrics) { [] }
        let response = await admin.respond(to: Request(method: .get, target: "/metrics"))
        guard case .bytes(let body) = response.body else { throw TestFailure("no body") }
        let text = String(decoding: body, as: UTF8.self)
        #expect(text.contains("route=\"/v1/pairings/{pid}/grant\",status=\"200\"} 2"))
        for secret in [pairing.text, watch.id.text, phone.id.text] { #expect(!text.contains(secret)) }
        #expect(await relay.send(Request(method: .get, target: "/metrics")).status == .notFound)
    }
}
