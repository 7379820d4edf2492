internal import Crypto
internal import Encodings
internal import HTTPMessages
internal import Handoffs
internal import Signing
internal import Wire

/// Makes the requests of devices as the real programs send them. What the relay cannot read, the sealed
/// parts, is random bytes of the right size.
struct RequestMaker {
    /// The four requests of one handoff.
    struct HandoffRequests {
        let create: Request
        let claim: Request
        let authorizing: Request
        let outcome: Request
    }

    let base: BaseURL
    /// Milliseconds since 1970.
    let now: Int64
    private let sealed: [UInt8]
    private let encapsulated: [UInt8]
    private var counter: Int64 = 0

    init(base: BaseURL, now: Int64) {
        self.base = base
        self.now = now
        sealed = RandomBytes.make(WireLimits.sealedOutcomeBytes * 2 - 16)
        encapsulated = [4] + RandomBytes.make(WireLimits.encapsulatedBytes - 1)
    }

    private var seconds: Int64 { now / 1000 }

    // MARK: Pairing

    func openPairing(of device: BenchDevice) throws(CryptoFailure) -> (id: PairingID, request: Request) {
        let id = try Self.identifier(PairingID.self)
        let key = Self.jwk(device)
        let body = PairingOpenRequest(pairing: id, key: key).encoded()
        return (id, try signed(.post, "/v1/pairings", body, device))
    }

    /// All requests of a pairing, in their order.
    func pairing(of pair: BenchPair) throws(CryptoFailure) -> [Request] {
        let (id, opening) = try openPairing(of: pair.watch)
        let path = "/v1/pairings/\(id.text)"
        func step(
            _ step: Pairing.Step, _ device: BenchDevice, key: PublicKeyJWK? = nil
        ) throws(CryptoFailure) -> Request {
            let body = PairingMessageRequest(step: step, body: RandomBytes.make(256), key: key)
            return try signed(.post, path + "/messages", body.encoded(), device)
        }
        let transcript = try Self.identifier(Digest.self)
        func grant(_ device: BenchDevice) throws(CryptoFailure) -> Request {
            let claims = GrantClaims(
                signer: device.id, sender: pair.watch.id, recipient: pair.phone.id, relay: base.text,
                pairing: id,
                transcript: transcript, issuedAt: seconds)
            let jws = try CompactJWS(
                signing: claims.payload(), kind: .grant, keyID: device.id.text, with: device.key)
            return try signed(.post, path + "/grant", GrantRequest(grant: jws.text).encoded(), device)
        }
        return [
            opening, try step(.answer, pair.phone, key: Self.jwk(pair.phone)), try step(.reveal, pair.watch),
            try step(.watchConfirm, pair.watch), try step(.phoneConfirm, pair.phone), try grant(pair.watch),
            try grant(pair.phone),
        ]
    }

    /// The request for a device's events.
    func stream(of device: BenchDevice) throws(CryptoFailure) -> Request {
        try signed(.get, "/v1/events", [], device, accept: "text/event-stream")
    }

    // MARK: A handoff

    mutating func handoff(of pair: BenchPair) throws(CryptoFailure) -> HandoffRequests {
        let (id, token) = try token(of: pair, signedBy: pair.watch.key)
        let path = "/v1/handoffs/\(id.text)"
        let first = Fence(number: 1)
        let outcome = OutcomeClaims(
            phone: pair.phone.id, watch: pair.watch.id, id: id, token: token.identity, fence: first,
            issuedAt: seconds, encapsulated: encapsulated,
            ciphertext: Array(sealed.prefix(WireLimits.sealedOutcomeBytes)))
        let result = try CompactJWS(
            signing: outcome.payload(), kind: .outcome, keyID: pair.phone.id.text, with: pair.phone.key)
        let claim = ClaimRequest(sender: pair.watch.id, claimKey: try Self.identifier(ClaimKey.self))
        let fence = FenceRequest(sender: pair.watch.id, fence: first)
        return HandoffRequests(
            create: plain("/v1/handoffs", HandoffCreateRequest(tokens: [token.text]).encoded()),
            claim: try signed(.post, path + "/claim", claim.encoded(), pair.phone),
            authorizing: try signed(.post, path + "/authorizing", fence.encoded(), pair.phone),
            outcome: plain(path + "/outcome", OutcomeRequest(outcome: result.text).encoded()))
    }

    /// A create whose token another key signed.
    mutating func forgedCreate(of pair: BenchPair) throws(CryptoFailure) -> Request {
        let (_, token) = try token(of: pair, signedBy: pair.phone.key)
        return plain("/v1/handoffs", HandoffCreateRequest(tokens: [token.text]).encoded())
    }

    private mutating func token(
        of pair: BenchPair, signedBy key: P256PrivateKey
    ) throws(CryptoFailure) -> (HandoffID, CompactJWS) {
        counter += 1
        let id = HandoffID(at: Instant(milliseconds: now + counter / 1000), random: RandomBytes.make(10))
        let claims = TokenClaims(
            sender: pair.watch.id, recipient: pair.phone.id, id: id, issuedAt: seconds,
            expiresAt: seconds + 600,
            relay: base.text, supersedes: nil, encapsulated: encapsulated, ciphertext: sealed)
        let jws = try CompactJWS(
            signing: claims.payload(), kind: .handoff, keyID: pair.watch.id.text, with: key)
        return (id, jws)
    }

    // MARK: Parts

    private func plain(_ path: String, _ body: [UInt8]) -> Request {
        Request(
            method: .post, target: base.path + path,
            fields: ["host": base.authority, "content-type": "application/json"], body: body)
    }

    private func signed(
        _ method: Method, _ path: String, _ body: [UInt8], _ device: BenchDevice, accept: String? = nil
    ) throws(CryptoFailure) -> Request {
        var request = plain(path, body)
        request.method = method
        if body.isEmpty { request.fields["content-type"] = nil }
        request.fields["accept"] = accept
        let parameters = RequestSignature.Parameters(
            created: seconds, nonce: Base64.encode(RandomBytes.make(16)), keyID: device.id)
        try RequestSignature.sign(
            &request, authority: base.authority, parameters: parameters, with: device.key)
        return request
    }

    private static func jwk(_ device: BenchDevice) -> PublicKeyJWK {
        let coordinates = device.key.publicKey
        return PublicKeyJWK(x: coordinates.x, y: coordinates.y)
    }

    private static func identifier<ID: Identifier>(_ type: ID.Type) throws(CryptoFailure) -> ID {
        guard let id = ID(bytes: RandomBytes.make(ID.Storage.count)) else {
            throw .invalidParameter("an identifier of \(ID.Storage.count) bytes")
        }
        return id
    }
}
