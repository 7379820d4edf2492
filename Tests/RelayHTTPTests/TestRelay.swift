import Blocking
import Crypto
import Encodings
import HTTPMessages
import Handoffs
import JSON
import Relay
import RelaySQLite
import Signing
import Synchronization
import Testing
import Wire

@testable import RelayHTTP

/// A clock that stands until it is moved.
final class TestClock: RelayClock {
    private let state = Mutex((now: Instant(seconds: 1_800_000_000), uptime: Duration.seconds(1000)))

    func now() -> Instant { state.withLock { $0.now } }
    func uptime() -> Duration { state.withLock { $0.uptime } }

    /// Both clocks go on.
    func advance(_ duration: Duration) {
        state.withLock { $0 = ($0.now.adding(duration), $0.uptime + duration) }
    }

    /// The time of day steps, as after a correction.
    func step(_ duration: Duration) { state.withLock { $0.now = $0.now.adding(duration) } }
}

/// A device with its signing key.
struct TestDevice: Sendable {
    let key: P256PrivateKey
    let id: DeviceID

    init() throws {
        key = try P256PrivateKey()
        id = DeviceID(thumbprintOf: key.publicKey)
    }

    var jwk: PublicKeyJWK { PublicKeyJWK(x: key.publicKey.x, y: key.publicKey.y) }
}

/// A status with its body.
struct Answer: Sendable {
    let status: Status
    let fields: Fields
    let body: [UInt8]

    /// The code of a problem document.
    var code: ProblemCode? {
        do { return try Problem(parsing: body).code } catch { return nil }
    }

    func read<Message: WireMessage>(_ type: Message.Type = Message.self) throws -> Message {
        try Message(parsing: body, bytesMax: 1 << 20)
    }
}

/// The relay's interface over a real store in a folder of its own, without a socket.
final class TestRelay: Sendable {
    static let base = "https://relay.example/base"

    let clock = TestClock()
    let store: SQLiteRelayStore
    let service: RelayService
    let interface: RelayInterface
    let upkeep: RelayUpkeep
    let metrics = RelayMetrics()
    private let folder: String

    init(limits: [RelayLimit: Int] = [:], trusted: [AddressRange] = []) throws {
        folder = try Folder.makeTemporary(prefix: "relay-http")
        store = try SQLiteRelayStore(path: "\(folder)/relay.sqlite", clock: clock)
        guard let base = BaseURL(Self.base) else { preconditionFailure("\(Self.base) is a base URL") }
        service = RelayService(store: store, clock: clock, hub: EventHub(), base: base.text)
        interface = RelayInterface(
            service, clock: clock,
            settings: RelaySettings(base: base, trustedProxies: trusted, limits: limits),
            metrics: metrics)
        upkeep = RelayUpkeep(service)
        clock.advance(.seconds(2))
    }

    deinit {
        store.close()
        do { try Folder.removeTree(folder) } catch { Issue.record("\(folder) stays: \(error)") }
    }

    func send(_ request: Request) async -> Answer {
        let response = await interface.respond(to: request)
        switch response.body {
        case .bytes(let bytes): return Answer(status: response.status, fields: response.fields, body: bytes)
        case .stream: return Answer(status: response.status, fields: response.fields, body: [])
        }
    }

    /// A request signed by `device` as it reaches the relay behind a proxy that took the base path off.
    func signed(
        _ method: Method, _ target: String, _ body: [UInt8] = [], by device: TestDevice,
        created: Int64? = nil,
        nonce: String? = nil, accept: String? = nil, authority: String = "relay.example"
    ) throws -> Request {
        var request = Request(method: method, target: "/base\(target)", body: body)
        request.fields["host"] = authority
        if !body.isEmpty { request.fields["content-type"] = "application/json" }
        if let accept { request.fields["accept"] = accept }
        try RequestSignature.sign(
            &request, authority: authority,
            parameters: .init(
                created: created ?? clock.now().seconds, nonce: nonce ?? Base64.encode(RandomBytes.make(16)),
                keyID: device.id), with: device.key)
        return request
    }

    func send(
        _ method: Method, _ target: String, _ body: [UInt8] = [], by device: TestDevice, accept: String? = nil
    ) async throws -> Answer {
        await send(try signed(method, target, body, by: device, accept: accept))
    }

    func post(_ target: String, _ message: some WireMessage, by device: TestDevice) async throws -> Answer {
        try await send(.post, target, message.encoded(), by: device)
    }

    /// A request that its body authenticates.
    func post(_ target: String, _ message: some WireMessage) async -> Answer {
        await send(
            Request(
                method: .post, target: target, fields: ["content-type": "application/json"],
                body: message.encoded()))
    }

    // MARK: Pairing

    func grant(
        _ signer: TestDevice, _ watch: TestDevice, _ phone: TestDevice, _ id: PairingID
    ) throws -> String {
        let transcript = id.bytes + id.bytes
        guard let digest = Handoffs.Digest(bytes: transcript) else { preconditionFailure("32 bytes") }
        let claims = GrantClaims(
            signer: signer.id, sender: watch.id, recipient: phone.id, relay: Self.base, pairing: id,
            transcript: digest, issuedAt: clock.now().seconds)
        return try CompactJWS(
            signing: claims.payload(), kind: .grant, keyID: signer.id.text, with: signer.key
        ).text
    }

    func pair(_ watch: TestDevice, _ phone: TestDevice) async throws -> PairingID {
        let id = pairingID()
        _ = try await post("/v1/pairings", PairingOpenRequest(pairing: id, key: watch.jwk), by: watch)
        let steps: [(TestDevice, PairingMessageRequest)] = [
            (phone, .init(step: .answer, body: [1], key: phone.jwk)),
            (watch, .init(step: .reveal, body: [2])),
            (watch, .init(step: .watchConfirm, body: [3])), (phone, .init(step: .phoneConfirm, body: [4])),
        ]
        for (device, step) in steps { _ = try await post("/v1/pairings/\(id)/messages", step, by: device) }
        for device in [watch, phone] {
            let request = GrantRequest(grant: try grant(device, watch, phone, id))
            _ = try await post("/v1/pairings/\(id)/grant", request, by: device)
        }
        return id
    }

    func pairingID() -> PairingID {
        guard let id = PairingID(bytes: RandomBytes.make(16)) else { preconditionFailure("16 bytes") }
        return id
    }

    // MARK: Handoffs

    func handoffID() -> HandoffID { HandoffID(at: clock.now(), random: RandomBytes.make(10)) }

    func claims(
        _ watch: TestDevice, _ phone: TestDevice, _ id: HandoffID, lifetime: Int64 = 600,
        supersedes: HandoffID? = nil, relay: String = base, issuedAt: Int64? = nil
    ) -> TokenClaims {
        let issued = issuedAt ?? clock.now().seconds
        return TokenClaims(
            sender: watch.id, recipient: phone.id, id: id, issuedAt: issued, expiresAt: issued + lifetime,
            relay: relay, supersedes: supersedes, encapsulated: RandomBytes.make(65),
            ciphertext: RandomBytes.make(2064))
    }

    func sign(_ claims: TokenClaims, by watch: TestDevice) throws -> String {
        try CompactJWS(signing: claims.payload(), kind: .handoff, keyID: watch.id.text, with: watch.key).text
    }

    /// Hands off to the phones; the tokens as they were sent.
    @discardableResult func create(
        _ watch: TestDevice, _ phones: [TestDevice], _ id: HandoffID, lifetime: Int64 = 600,
        supersedes: HandoffID? = nil
    ) async throws -> (answer: Answer, tokens: [String]) {
        let tokens = try phones.map {
            try sign(claims(watch, $0, id, lifetime: lifetime, supersedes: supersedes), by: watch)
        }
        return (await post("/v1/handoffs", HandoffCreateRequest(tokens: tokens)), tokens)
    }

    func claimKey() -> ClaimKey {
        guard let key = ClaimKey(bytes: RandomBytes.make(16)) else { preconditionFailure("16 bytes") }
        return key
    }

    func claim(
        _ id: HandoffID, of watch: TestDevice, by phone: TestDevice, key: ClaimKey? = nil
    ) async throws -> Answer {
        let request = ClaimRequest(sender: watch.id, claimKey: key ?? claimKey())
        return try await post("/v1/handoffs/\(id)/claim", request, by: phone)
    }

    func step(
        _ step: String, _ id: HandoffID, of watch: TestDevice, by phone: TestDevice, fence: Int64
    ) async throws -> Answer {
        let request = FenceRequest(sender: watch.id, fence: Fence(number: fence))
        return try await post("/v1/handoffs/\(id)/\(step)", request, by: phone)
    }

    func outcome(
        _ id: HandoffID, of watch: TestDevice, by phone: TestDevice, token: String, fence: Int64
    ) throws -> String {
        let claims = OutcomeClaims(
            phone: phone.id, watch: watch.id, id: id,
            token: try CompactJWS(token, kind: .handoff).identity, fence: Fence(number: fence),
            issuedAt: clock.now().seconds, encapsulated: RandomBytes.make(65),
            ciphertext: RandomBytes.make(1040))
        return try CompactJWS(
            signing: claims.payload(), kind: .outcome, keyID: phone.id.text, with: phone.key
        ).text
    }

    func settle(_ id: HandoffID, _ outcome: String) async -> Answer {
        await post("/v1/handoffs/\(id)/outcome", OutcomeRequest(outcome: outcome))
    }

    func cancel(_ id: HandoffID, by watch: TestDevice) async throws -> Answer {
        try await post("/v1/handoffs/\(id)/cancel", CancelRequest(), by: watch)
    }

    /// One long poll without waiting.
    func poll(_ device: TestDevice, after cursor: String? = nil) async throws -> EventPage {
        let query = cursor.map { "?after=\($0)" } ?? ""
        let answer = try await send(.get, "/v1/events\(query)", by: device, accept: "application/json")
        return try EventPage(parsing: answer.body)
    }

    func status(_ id: HandoffID, of watch: TestDevice, by asker: TestDevice) async throws -> Answer {
        try await send(.get, "/v1/handoffs/\(id)?iss=\(watch.id)", by: asker)
    }
}
