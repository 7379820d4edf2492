import Crypto
import HTTPMessages
import Handoffs
import Sealing
import Testing

@testable import BatonClient

/// A watch and phones that share keys, as pairing leaves them.
struct PairedCast {
    let relay: BaseURL
    let watch: DeviceKeys
    let phones: [DeviceKeys]
    let psks: [HPKE.PresharedKey]
    let now = Instant(seconds: 1_790_000_000)

    init(phones count: Int = 2) throws {
        relay = try #require(BaseURL("https://relay.example/base"))
        watch = try DeviceKeys()
        phones = try (0..<count).map { _ in try DeviceKeys() }
        psks = (0..<count).map { _ in Self.psk() }
    }

    static func psk() -> HPKE.PresharedKey {
        HPKE.PresharedKey(key: RandomBytes.makeSecret(32), id: RandomBytes.make(32))
    }

    func phone(_ index: Int, psk: HPKE.PresharedKey? = nil) throws -> PairedDevice {
        try paired(phones[index].card(name: "phone \(index)", kind: .phone), psk ?? psks[index])
    }

    /// The watch as the phone knows it.
    func watchOf(_ index: Int, psk: HPKE.PresharedKey? = nil) throws -> PairedDevice {
        try paired(watch.card(name: "Mia's watch", kind: .watch), psk ?? psks[index])
    }

    func allPhones() throws -> [PairedDevice] { try phones.indices.map { try phone($0) } }

    func draft(lifetime: Duration = .seconds(600), quote: String = "a.b.c") throws -> HandoffDraft {
        HandoffDraft(
            id: HandoffID(at: now, random: RandomBytes.make(10)), salt: RandomBytes.make(16), relay: relay,
            merchant: .init(
                origin: "https://shop.example", session: "cs_1", bearer: nil, signingKey: nil),
            quote: quote, prefill: .init(method: "express", codes: ["TEN"]), lifetime: lifetime)
    }

    private func paired(_ card: DeviceCard, _ psk: HPKE.PresharedKey) throws -> PairedDevice {
        PairedDevice(
            pairing: try #require(PairingID(bytes: RandomBytes.make(16))), relay: relay, card: card, psk: psk,
            region: nil)
    }
}

@Suite struct HandoffDraftTests {
    @Test func `each phone opens its own token, with a reply key of its own and one salt`() throws {
        let cast = try PairedCast(phones: 4)
        let draft = try cast.draft()
        let signed = try draft.signed(for: cast.allPhones(), with: cast.watch, at: cast.now)
        #expect(signed.tokens.count == 4 && signed.expiresAt == signed.issuedAt + 600)
        var replyKeys: Set<[UInt8]> = []
        for (index, token) in signed.tokens.enumerated() {
            let incoming = try IncomingHandoff(
                token.text, at: cast.relay, with: cast.phones[index], from: [try cast.watchOf(index)])
            #expect(incoming.key == signed.key && incoming.token.contents.salt == draft.salt)
            #expect(incoming.sender.card.name == "Mia's watch")
            #expect(incoming.token.contents.prefill.codes == ["TEN"])
            replyKeys.insert(incoming.token.contents.replyKey.x963)
        }
        #expect(replyKeys.count == 4)
    }

    @Test func `signed again under the same id it keeps id and salt and takes the new time`() throws {
        let cast = try PairedCast()
        let draft = try cast.draft()
        let first = try draft.signed(for: cast.allPhones(), with: cast.watch, at: cast.now)
        let later = cast.now.adding(.seconds(86_400))
        let second = try draft.signed(for: cast.allPhones(), with: cast.watch, at: later)
        #expect(first.key == second.key && second.issuedAt == later.seconds)
        #expect(first.tokens[0].identity != second.tokens[0].identity)
    }

    @Test func `nobody, five phones, a phone of another relay and a wrong lifetime are refused`() throws {
        let cast = try PairedCast(phones: 5)
        let draft = try cast.draft()
        #expect(throws: HandoffRefusal.noRecipient) {
            try draft.signed(for: [], with: cast.watch, at: cast.now)
        }
        #expect(throws: HandoffRefusal.tooManyRecipients(5, max: 4)) {
            try draft.signed(for: cast.allPhones(), with: cast.watch, at: cast.now)
        }
        for seconds in [29, 86_401] {
            let lifetime = Duration.seconds(seconds)
            #expect(throws: HandoffRefusal.lifetime(lifetime)) {
                try cast.draft(lifetime: lifetime).signed(
                    for: [cast.phone(0)], with: cast.watch, at: cast.now)
            }
        }
        let other = try PairedCast(phones: 1)
        let elsewhere = PairedDevice(
            pairing: try cast.phone(0).pairing, relay: try #require(BaseURL("https://other.example")),
            card: try other.phone(0).card, psk: other.psks[0], region: nil)
        #expect(throws: HandoffRefusal.pairedElsewhere(elsewhere.card.id)) {
            try draft.signed(for: [elsewhere], with: cast.watch, at: cast.now)
        }
    }

    @Test func `what does not fit into a token is refused with its size and the limit`() throws {
        let cast = try PairedCast()
        let draft = try cast.draft(quote: String(repeating: "q", count: 8192))
        do {
            _ = try draft.signed(for: [cast.phone(0)], with: cast.watch, at: cast.now)
            Issue.record("it was sealed")
        } catch HandoffRefusal.sealing(.tooLarge(let bytes, let max)) {
            #expect(bytes > 8192 && max == 8192)
        }
    }

    @Test func `a phone opens nothing from a sender without a key, from another phone or relay`() throws {
        let cast = try PairedCast()
        let signed = try cast.draft().signed(for: cast.allPhones(), with: cast.watch, at: cast.now)
        let text = signed.tokens[0].text
        #expect(throws: HandoffRefusal.unknownSender(cast.watch.id)) {
            try IncomingHandoff(text, at: cast.relay, with: cast.phones[0], from: [])
        }
        #expect(throws: HandoffRefusal.sealing(.otherDevice)) {
            try IncomingHandoff(text, at: cast.relay, with: cast.phones[1], from: [cast.watchOf(1)])
        }
        let other = try #require(BaseURL("https://other.example"))
        #expect(throws: HandoffRefusal.unknownSender(cast.watch.id)) {
            try IncomingHandoff(text, at: other, with: cast.phones[0], from: [cast.watchOf(0)])
        }
        #expect(throws: HandoffRefusal.sealing(.notAuthentic)) {
            try IncomingHandoff(
                text, at: cast.relay, with: cast.phones[0], from: [cast.watchOf(0, psk: PairedCast.psk())])
        }
    }

    @Test func `paired anew, what was begun before still opens with the key it was begun with`() throws {
        let cast = try PairedCast(phones: 1)
        let signed = try cast.draft().signed(for: cast.allPhones(), with: cast.watch, at: cast.now)
        let fresh = PairedCast.psk()
        let incoming = try IncomingHandoff(
            signed.tokens[0].text, at: cast.relay, with: cast.phones[0],
            from: [cast.watchOf(0, psk: fresh), cast.watchOf(0)])
        let text = try incoming.outcome(
            .failed(reason: "card_declined", message: nil), fence: Fence(number: 1), with: cast.phones[0],
            at: cast.now)
        let outcome = try IncomingOutcome(
            text, of: signed.key, claimedBy: cast.phones[0].id, replies: signed.tokens.map(\.reply),
            from: [cast.phone(0, psk: fresh), cast.phone(0)])
        #expect(outcome.outcome.contents == .failed(reason: "card_declined", message: nil))
    }

    @Test func `an outcome opens only for the phone that was asked, and its own token`() throws {
        let cast = try PairedCast()
        let signed = try cast.draft().signed(for: cast.allPhones(), with: cast.watch, at: cast.now)
        let incoming = try IncomingHandoff(
            signed.tokens[0].text, at: cast.relay, with: cast.phones[0], from: [cast.watchOf(0)])
        let text = try incoming.outcome(
            .failed(reason: "card_declined", message: nil), fence: Fence(number: 1), with: cast.phones[0],
            at: cast.now)
        let replies = signed.replies
        let phones = try cast.allPhones()
        func open(_ replies: [ExpectedReply], by phone: DeviceID) throws(HandoffRefusal) -> IncomingOutcome {
            try IncomingOutcome(text, of: signed.key, claimedBy: phone, replies: replies, from: phones)
        }
        #expect(try open(replies, by: cast.phones[0].id).phone.card.name == "phone 0")
        #expect(throws: HandoffRefusal.sealing(.otherDevice)) { try open(replies, by: cast.phones[1].id) }
        #expect(throws: HandoffRefusal.unexpectedPhone(cast.watch.id)) {
            try open(replies, by: cast.watch.id)
        }
        let swapped = ExpectedReply(
            phone: cast.phones[0].id, token: replies[1].token, replyKey: replies[0].replyKey)
        #expect(throws: HandoffRefusal.sealing(.otherToken)) { try open([swapped], by: cast.phones[0].id) }
        let otherKey = ExpectedReply(
            phone: cast.phones[0].id, token: replies[0].token, replyKey: replies[1].replyKey)
        #expect(throws: HandoffRefusal.sealing(.notAuthentic)) { try open([otherKey], by: cast.phones[0].id) }
    }
}
