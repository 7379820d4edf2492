import Crypto
import Encodings
import Handoffs
import JSON
import Signing
import Testing

@testable import Sealing

/// Design section 10, Token: what was altered does not open, and says which part it was.
@Suite struct HandoffTokenTests {
    private let watch: P256PrivateKey
    private let phone: P256PrivateKey
    private let kem: P256PrivateKey
    private let reply: P256PrivateKey
    private let psk = HPKE.PresharedKey(key: RandomBytes.makeSecret(32), id: RandomBytes.make(32))
    private let relay = "https://relay.example"
    private let id: HandoffID

    init() throws {
        (watch, phone) = (try P256PrivateKey(), try P256PrivateKey())
        (kem, reply) = (try P256PrivateKey(), try P256PrivateKey())
        id = HandoffID(at: Instant(milliseconds: 1_700_000_000_000), random: RandomBytes.make(10))
    }

    private var header: HandoffToken.Header {
        HandoffToken.Header(
            sender: DeviceID(thumbprintOf: watch.publicKey),
            recipient: DeviceID(thumbprintOf: phone.publicKey),
            id: id, issuedAt: 1_700_000_000, expiresAt: 1_700_000_600, relay: relay)
    }

    private func contents(quote: String = "q") -> HandoffContents {
        HandoffContents(
            replyKey: reply.publicKey, salt: RandomBytes.make(16),
            merchant: HandoffContents.Merchant(
                origin: "https://shop.example", session: "cs_1", bearer: Secret(Array("b".utf8)),
                signingKey: Secret([1, 2, 3])),
            quote: quote, request: nil, prefill: HandoffContents.Prefill(method: "m", codes: ["A", "B"]))
    }

    private func make(_ contents: HandoffContents? = nil) throws -> HandoffToken {
        try HandoffToken(
            contents ?? self.contents(), header: header, to: kem.publicKey, sharing: psk, with: watch)
    }

    private func open(
        _ text: String, from sender: P256PublicKey? = nil, psk other: HPKE.PresharedKey? = nil,
        relay otherRelay: String? = nil, to recipient: DeviceID? = nil
    ) throws -> HandoffToken {
        try HandoffToken(
            opening: text, from: sender ?? watch.publicKey, to: recipient ?? header.recipient, with: kem,
            sharing: other ?? psk, relay: otherRelay ?? relay)
    }

    @Test func `what the watch seals the phone opens`() throws {
        let made = try make()
        let opened = try open(made.signed.text)
        #expect(opened.contents == made.contents && opened.header == made.header)
        #expect(opened.identity == made.identity)
    }

    @Test func `the size tells only which of three classes it is`() throws {
        let sizes = try [1, 800, 2500, 6000].map {
            try make(contents(quote: String(repeating: "q", count: $0)))
        }
        .map(\.signed.text.utf8.count)
        #expect(sizes[0] == sizes[1] && sizes[1] < sizes[2] && sizes[2] < sizes[3])
    }

    @Test func `what does not fit is refused with its size`() throws {
        #expect {
            try make(contents(quote: String(repeating: "q", count: 9000)))
        } throws: { error in
            guard case SealingRefusal.tooLarge(let bytes, 8192) = error else { return false }
            return bytes > 9000
        }
    }

    @Test func `another psk, psk_id, relay, sender or recipient does not open it`() throws {
        let text = try make().signed.text
        let otherKey = HPKE.PresharedKey(key: RandomBytes.makeSecret(32), id: psk.id)
        let otherID = HPKE.PresharedKey(key: psk.key, id: RandomBytes.make(32))
        #expect(throws: SealingRefusal.notAuthentic) { try open(text, psk: otherKey) }
        #expect(throws: SealingRefusal.notAuthentic) { try open(text, psk: otherID) }
        #expect(throws: SealingRefusal.otherRelay) { try open(text, relay: "https://other.example") }
        #expect(throws: SealingRefusal.otherDevice) { try open(text, from: phone.publicKey) }
        #expect(throws: SealingRefusal.otherDevice) { try open(text, to: header.sender) }
    }

    @Test func `a sealed part signed again by somebody else no longer opens`() throws {
        let thief = try P256PrivateKey()
        let payload = try JSONNode(parsing: make().signed.payload)
        var object = try payload.object()
        object["iss"] = .string(DeviceID(thumbprintOf: thief.publicKey).text)
        let stolen = try CompactJWS(
            signing: JSONValue.object(object).encoded(), kind: .handoff,
            keyID: DeviceID(thumbprintOf: thief.publicKey).text, with: thief)
        #expect(throws: SealingRefusal.notAuthentic) { try open(stolen.text, from: thief.publicKey) }
    }

    @Test(arguments: ["jti", "iat", "exp", "rly", "sup", "enc", "ct"])
    func `each bound member changed and signed by the sender itself does not open`(member: String) throws {
        var object = try JSONNode(parsing: make().signed.payload).object()
        switch member {
        case "iat": object[member] = 1_700_000_001
        case "exp": object[member] = 1_700_000_601
        case "rly": object[member] = "https://relay.example/"
        case "enc": object[member] = .string(Base64.encode(try P256PrivateKey().publicKey.x963))
        case "ct":
            var bytes = Base64.decode(try JSONNode(object["ct"] ?? .null).string()) ?? []
            bytes[7] ^= 1
            object[member] = .string(Base64.encode(bytes))
        default: object[member] = .string(Base64.encode(RandomBytes.make(16)))
        }
        let signed = try CompactJWS(
            signing: JSONValue.object(object).encoded(), kind: .handoff, keyID: header.sender.text,
            with: watch)
        let relay = member == "rly" ? "https://relay.example/" : relay
        #expect(throws: SealingRefusal.notAuthentic) { try open(signed.text, relay: relay) }
    }

    @Test func `kid other than iss is refused`() throws {
        let payload = try make().signed.payload
        let signed = try CompactJWS(
            signing: payload, kind: .handoff, keyID: header.recipient.text, with: watch)
        #expect(throws: SealingRefusal.signed(.keyID)) { try open(signed.text) }
    }
}
