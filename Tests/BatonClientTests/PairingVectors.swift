import Crypto
import Encodings
import Foundation
import HTTPMessages
import Handoffs
import JSON
import Testing
import Wire

@testable import BatonClient

/// One file of Protocol/vectors/pairing/: what is given, what happens, and what must come of it.
struct PairingVector {
    let name: String
    let content: JSONNode
    let link: PairingLink
    let watch: Half
    let phone: Half

    struct Half {
        let keys: DeviceKeys
        let card: DeviceCard
        let ephemeral: P256PrivateKey
        let nonce: [UInt8]

        init(_ node: JSONNode) throws {
            keys = DeviceKeys(
                signing: try P256PrivateKey(scalar: Secret(node.member("sig").vectorBytes())),
                agreement: try P256PrivateKey(scalar: Secret(node.member("kem").vectorBytes())))
            card = keys.card(
                name: try node.member("name").string(),
                kind: DeviceCard.Kind(name: try node.member("kind").string()))
            ephemeral = try P256PrivateKey(scalar: Secret(node.member("ephemeral").vectorBytes()))
            nonce = try node.member("nonce").vectorBytes()
            #expect(try node.member("id").string() == keys.id.text)
            #expect(try node.member("card").string() == String(decoding: card.bytes, as: UTF8.self))
        }
    }

    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Protocol/vectors/pairing").standardized

    static func names(_ isWanted: (String) -> Bool) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder.path)
                .filter { $0.hasSuffix(".json") && isWanted($0) }.sorted()
        } catch {
            Issue.record("\(error)")
            return []
        }
    }

    init(_ name: String) throws {
        self.name = name
        let text = try Data(contentsOf: Self.folder.appendingPathComponent(name))
        content = try JSONNode(parsing: Array(text))
        let given = try content.member("given")
        link = try PairingLink(given.member("link").string())
        watch = try Half(given.member("watch"))
        phone = try Half(given.member("phone"))
    }

    func sealingNonce(_ step: String) throws -> [UInt8] {
        try content.member("given").member("seal_nonces").member(step).vectorBytes()
    }

    func watchPairing() throws -> WatchPairing {
        WatchPairing(
            keys: watch.keys, card: watch.card, relay: link.relay, pairing: link.pairing,
            ephemeral: watch.ephemeral, secret: link.secret, nonce: watch.nonce)
    }

    func phonePairing() throws -> PhonePairing {
        PhonePairing(
            link: link, keys: phone.keys, card: phone.card, ephemeral: phone.ephemeral, nonce: phone.nonce)
    }

    /// What the relay says when it holds these messages.
    func status(
        _ messages: [PairingStatus.NumberedMessage], phone: DeviceID? = nil,
        state: PairingState = .confirming
    ) -> PairingStatus {
        PairingStatus(
            pairing: link.pairing, state: state, reason: nil, seen: Int64(messages.count), messages: messages,
            watch: watch.keys.id, phone: phone ?? self.phone.keys.id, grants: [], expiresIn: nil,
            serverTime: Self.now)
    }

    static let now = Instant(seconds: 1_790_000_000)
}

extension JSONNode {
    func vectorBytes() throws -> [UInt8] { try #require(Base64.decode(try string())) }
}

@Suite struct PairingVectorTests {
    @Test(arguments: PairingVector.names { $0.hasPrefix("pairs") })
    func `R-61: both sides make exactly the bytes of the vector`(name: String) throws {
        let vector = try PairingVector(name)
        let values = try vector.content.member("values")
        func value(_ name: String) throws -> [UInt8] { try values.member(name).vectorBytes() }
        var watch = try vector.watchPairing()
        var phone = try vector.phonePairing()
        #expect(watch.link == vector.link)
        #expect(try vector.link.commitment == value("commitment"))
        #expect(
            try phone.answer(sealingNonce: vector.sealingNonce("answer"))
                == .post(.answer, value("answer")))
        var messages: [PairingStatus.NumberedMessage] = []
        func add(_ step: Pairing.Step, _ body: [UInt8], from sender: DeviceID) {
            messages.append(
                .init(number: Int64(messages.count + 1), sender: sender, step: step, body: body))
        }
        add(.answer, try value("answer"), from: vector.phone.keys.id)
        let revealed = watch.apply(
            vector.status(messages), sealingNonce: try vector.sealingNonce("reveal"), at: PairingVector.now)
        #expect(try revealed == [.post(.reveal, value("reveal")), .askForCode])
        add(.reveal, try value("reveal"), from: vector.watch.keys.id)
        let code = try values.member("code").string()
        #expect(phone.apply(vector.status(messages)) == [.showCode(code, watch: vector.watch.card)])
        #expect(try watch.enter(code) == [.showCodeRight, .post(.watchConfirm, value("watch_confirm"))])
        add(.watchConfirm, try value("watch_confirm"), from: vector.watch.keys.id)
        #expect(phone.apply(vector.status(messages)) == [.askWhetherRight])
        let region = try vector.content.optional("region").flatMap { try Self.region($0) }
        let confirmed = phone.confirm(
            true, region: region, sealingNonce: try vector.sealingNonce("region"), at: PairingVector.now)
        #expect(confirmed.first == .post(.phoneConfirm, try value("phone_confirm")))
        add(.phoneConfirm, try value("phone_confirm"), from: vector.phone.keys.id)
        _ = watch.apply(vector.status(messages), sealingNonce: RandomBytes.make(12), at: PairingVector.now)
        let last = vector.status(messages, state: .paired)
        guard case .paired(let kept)? = phone.apply(last).last,
            case .paired(let other)? = watch.apply(
                last, sealingNonce: RandomBytes.make(12), at: PairingVector.now
            ).last
        else {
            Issue.record("not paired")
            return
        }
        #expect(try kept.psk.id == value("psk_id") && kept.psk.id == value("transcript"))
        #expect(try kept.psk.key.copyBytes() == value("psk") && other.psk == kept.psk)
        #expect(other.region == region)
    }

    @Test(arguments: PairingVector.names { $0.hasPrefix("refused") })
    func `each attack of the vectors ends the pairing with exactly its refusal`(name: String) throws {
        let vector = try PairingVector(name)
        let expected = PairingEnd(rawValue: try vector.content.member("expected").string())
        let side = try vector.content.member("at").string()
        let end = try side == "watch" ? watchEnd(vector) : phoneEnd(vector)
        #expect(end == expected)
    }

    @Test func `T3: each success has at least two refusals`() {
        let names = PairingVector.names { _ in true }
        #expect(
            names.filter { $0.hasPrefix("refused") }.count >= 2 * names.filter { $0.hasPrefix("pairs") }.count
        )
    }

    private func watchEnd(_ vector: PairingVector) throws -> PairingEnd? {
        var watch = try vector.watchPairing()
        var messages: [PairingStatus.NumberedMessage] = []
        var effects: [WatchPairing.Effect] = []
        for event in try vector.content.member("events").array() {
            if let code = try event.optional("code") {
                effects += watch.enter(try code.string())
            } else {
                messages.append(
                    try Self.message(event, number: messages.count + 1, from: vector.phone.keys.id))
                effects += watch.apply(
                    vector.status(messages), sealingNonce: RandomBytes.make(12), at: PairingVector.now)
            }
        }
        let isPaired = effects.contains { if case .paired = $0 { true } else { false } }
        let hasGranted = effects.contains { if case .postGrant = $0 { true } else { false } }
        #expect(!isPaired && !hasGranted)
        guard case .ended(let end)? = effects.last else { return nil }
        return end
    }

    private func phoneEnd(_ vector: PairingVector) throws -> PairingEnd? {
        var phone = try vector.phonePairing()
        var messages: [PairingStatus.NumberedMessage] = []
        var effects: [PhonePairing.Effect] = []
        for event in try vector.content.member("events").array() {
            if let other = try event.optional("phone") {
                effects += phone.apply(vector.status([], phone: DeviceID(text: try other.string())))
            } else if let answer = try event.optional("says_right") {
                effects += phone.confirm(
                    try answer.bool(), region: nil, sealingNonce: RandomBytes.make(12), at: PairingVector.now)
            } else {
                messages.append(
                    try Self.message(event, number: messages.count + 1, from: vector.watch.keys.id))
                effects += phone.apply(vector.status(messages))
            }
        }
        let hasGranted = effects.contains { if case .postGrant = $0 { true } else { false } }
        #expect(!hasGranted)
        guard case .ended(let end)? = effects.last else { return nil }
        return end
    }

    private static func message(
        _ event: JSONNode, number: Int, from sender: DeviceID
    ) throws -> PairingStatus.NumberedMessage {
        let message = try event.member("message")
        let step = try #require(Pairing.Step(rawValue: try message.member("step").string()))
        return .init(
            number: Int64(number), sender: sender, step: step, body: try message.member("body").vectorBytes())
    }

    private static func region(_ node: JSONNode) throws -> ShortenedRegion? {
        if node.value == .null { return nil }
        return ShortenedRegion(
            country: try node.member("country").string(), region: try node.member("region").string(),
            postalPrefix: try node.member("postal_prefix").string())
    }
}
