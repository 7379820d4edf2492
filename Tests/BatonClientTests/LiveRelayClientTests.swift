import Crypto
import HTTPMessages
import Handoffs
import Sealing
import Synchronization
import TestSupport
import Testing
import Wire

@testable import BatonClient

@Suite(.serialized) struct LiveRelayClientTests {
    private static let deadline = Duration.seconds(120)

    /// A watch and a phone, paired at a relay of their own.
    struct Cast: Sendable {
        let relay: InterceptedRelay
        let watch: PairableDevice
        let phone: PairableDevice
        let paired: LivePairing.Paired

        init(watchOff: Duration = .zero, phoneOff: Duration = .zero) async throws {
            relay = try InterceptedRelay()
            watch = try PairableDevice("Mia's watch", .watch, at: relay, off: watchOff)
            phone = try PairableDevice("Mia's phone", .phone, at: relay, off: phoneOff)
            paired = try await LivePairing(watch: watch, phone: phone).run()
        }

        func draft(supersedes: HandoffID? = nil) -> HandoffDraft {
            HandoffDraft(
                id: HandoffID(at: watch.client.now, random: RandomBytes.make(10)),
                salt: RandomBytes.make(16), relay: relay.base, merchant: nil, quote: "a.b.c",
                supersedes: supersedes)
        }

        func sign(_ draft: HandoffDraft) throws -> SignedHandoff {
            try draft.signed(for: [paired.phone], with: watch.keys, at: watch.client.now)
        }
    }

    @Test func `R-01: paired, handed off, claimed, paid and told, each device hearing of it`() async throws {
        try await within(Self.deadline) {
            let cast = try await Cast()
            let signed = try cast.sign(cast.draft())
            let created = try await cast.watch.client.create(signed.texts)
            #expect(created.state == .offered && created.key == signed.key)
            #expect(try await cast.watch.client.create(signed.texts).state == .offered, "the same again")

            let events = EventReader(cast.phone.client, after: nil)
            let offer = try await Self.next(of: events) {
                if case .offer(let status) = $0 { status } else { nil }
            }
            let incoming = try IncomingHandoff(
                try #require(offer.token), at: cast.relay.base, with: cast.phone.keys,
                from: [cast.paired.watch])
            #expect(incoming.key == signed.key)

            let claimKey = try #require(ClaimKey(bytes: RandomBytes.make(16)))
            let claim = try await cast.phone.client.claim(signed.key, with: claimKey)
            #expect(claim.token == offer.token)
            #expect(try await cast.phone.client.claim(signed.key, with: claimKey).fence == claim.fence)
            #expect(try await cast.phone.client.authorizing(signed.key, claim.fence).state == .authorizing)
            let confirmation = OrderConfirmation(
                orderID: "order_1", number: "1043", link: nil, total: 1040, currency: "USD",
                payment: "Visa 1234 (Baton Pay)", summary: nil, arrival: nil)
            let text = try incoming.outcome(
                .ordered(confirmation), fence: claim.fence, with: cast.phone.keys, at: cast.phone.client.now)
            #expect(try await cast.phone.client.settle(signed.key, outcome: text).state == .settled)
            #expect(try await cast.phone.client.settle(signed.key, outcome: text).state == .settled)

            let result = try await Self.next(of: EventReader(cast.watch.client, after: nil)) {
                if case .outcome(let status) = $0 { status } else { nil }
            }
            let opened = try IncomingOutcome(
                try #require(result.outcome), of: signed.key, claimedBy: try #require(result.claimedBy),
                replies: signed.replies, from: [cast.paired.phone])
            #expect(opened.outcome.contents == .ordered(confirmation))
            await cast.relay.close()
        }
    }

    @Test func `R-37: devices a day off pair and hand off, with one more request at most`() async throws {
        try await within(Self.deadline) {
            let cast = try await Cast(watchOff: .seconds(86_400), phoneOff: .seconds(-86_400))
            cast.relay.intercept { _, _ in nil }
            let fresh = RelayClient(
                base: cast.relay.base, key: cast.watch.keys.signing, http: cast.watch.client.http,
                clock: cast.watch.clock)
            let draft = cast.draft()
            let early = try draft.signed(for: [cast.paired.phone], with: cast.watch.keys, at: fresh.now)
            let refused = await #expect(throws: RelayError.self) { try await fresh.create(early.texts) }
            #expect(refused?.code == .clockSkew && cast.relay.requests == 1)
            let again = try draft.signed(for: [cast.paired.phone], with: cast.watch.keys, at: fresh.now)
            #expect(again.key == early.key)
            #expect(try await fresh.create(again.texts).state == .offered)
            #expect(cast.relay.requests == 2)
            let other = RelayClient(
                base: cast.relay.base, key: cast.phone.keys.signing, http: cast.phone.client.http,
                clock: cast.phone.clock)
            #expect(try await other.handoff(again.key).state == .offered)
            #expect(cast.relay.requests <= 4)
            await cast.relay.close()
        }
    }

    @Test func `R-76: pages of a proxy and empty answers are no answers; the client goes on`() async throws {
        try await within(Self.deadline) {
            let cast = try await Cast()
            let signed = try cast.sign(cast.draft())
            let page = Array("<html><body>Bad Gateway</body></html>".utf8)
            cast.relay.intercept { number, _ in
                switch number {
                case 1: Response(status: .unavailable, fields: ["content-type": "text/html"], body: page)
                case 2: Response(status: .ok, fields: ["content-type": "text/html"], body: page)
                case 3: Response(status: .tooManyRequests, fields: ["retry-after": "0"], body: [])
                case 4: Response(status: .ok, body: [])
                default: nil
                }
            }
            #expect(try await cast.watch.client.create(signed.texts).state == .offered)
            #expect(cast.relay.requests == 5)
            await cast.relay.close()
        }
    }

    @Test func `lost answers are asked for again with the same bytes and meaning, through a whole life`()
        async throws
    {
        try await within(Self.deadline) {
            let relay = try InterceptedRelay()
            // Every second answer is lost after the relay acted.
            relay.intercept { [weak relay] number, request in
                guard number % 2 == 0, !request.path.hasSuffix("/events") else { return nil }
                await relay?.lose(request)
                return Response(status: .badGateway, body: Array("lost".utf8))
            }
            let watch = try PairableDevice("w", .watch, at: relay)
            let phone = try PairableDevice("p", .phone, at: relay)
            let paired = try await LivePairing(watch: watch, phone: phone).run(
                region: ShortenedRegion(country: "DE", region: "", postalPrefix: "10"))
            #expect(paired.phone.psk == paired.watch.psk && paired.phone.region?.country == "DE")
            let draft = HandoffDraft(
                id: HandoffID(at: watch.client.now, random: RandomBytes.make(10)),
                salt: RandomBytes.make(16), relay: relay.base, merchant: nil, quote: "q")
            let signed = try draft.signed(for: [paired.phone], with: watch.keys, at: watch.client.now)
            _ = try await watch.client.create(signed.texts)
            let claimKey = try #require(ClaimKey(bytes: RandomBytes.make(16)))
            let claim = try await phone.client.claim(signed.key, with: claimKey)
            #expect(claim.fence.number == 1, "a repeated claim is one claim")
            #expect(try await phone.client.release(signed.key, claim.fence).state == .offered)
            #expect(try await watch.client.cancel(signed.key.id).state == .cancelled)
            #expect(try await watch.client.unpair(paired.phone.pairing).state == .unpaired)
            await relay.close()
        }
    }

    @Test func `a refusal is told at once, with its code`() async throws {
        try await within(Self.deadline) {
            let relay = try InterceptedRelay()
            let stranger = try PairableDevice("s", .phone, at: relay)
            let key = HandoffKey(
                sender: stranger.keys.id,
                id: HandoffID(at: stranger.client.now, random: RandomBytes.make(10)))
            let refused = await #expect(throws: RelayError.self) { try await stranger.client.handoff(key) }
            #expect(refused?.code != nil)
            #expect(relay.requests <= 2)
            await relay.close()
        }
    }

    /// The first event that `pick` wants, within a bound.
    static func next<Found: Sendable>(
        of reader: EventReader, _ pick: @Sendable (RelayEvent) -> Found?
    ) async throws -> Found {
        for _ in 0..<100 {
            if let found = pick(try await reader.next().event) { return found }
        }
        throw TooLate()
    }
}
