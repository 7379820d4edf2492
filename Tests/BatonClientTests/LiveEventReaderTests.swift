import Crypto
import HTTPMessages
import Handoffs
import Synchronization
import TestSupport
import Testing
import Wire

@testable import BatonClient

@Suite(.serialized) struct LiveEventReaderTests {
    private static let deadline = Duration.seconds(120)
    private typealias Cast = LiveRelayClientTests.Cast

    /// Hands off and gives the id that the phone must hear of.
    private static func handOff(_ cast: Cast) async throws -> HandoffID {
        let signed = try cast.sign(cast.draft())
        _ = try await cast.watch.client.create(signed.texts)
        return signed.key.id
    }

    private static func offers(_ count: Int, of reader: EventReader) async throws -> [HandoffID] {
        var ids: [HandoffID] = []
        while ids.count < count {
            ids.append(
                try await LiveRelayClientTests.next(of: reader) {
                    if case .offer(let status) = $0 { status.key.id } else { nil }
                })
        }
        return ids
    }

    @Test func `R-01: after each break the reader goes on where it was: all events, in order, none twice`()
        async throws
    {
        try await within(Self.deadline) {
            let cast = try await Cast()
            // A proxy that cuts each stream off after its first event.
            let streams = Mutex(0)
            cast.relay.intercept { _, request in
                guard request.fields["accept"] == "text/event-stream" else { return nil }
                return await cast.relay.cut(request, afterEvents: 1) { streams.withLock { $0 += 1 } }
            }
            let reader = EventReader(cast.phone.client, after: nil)
            let made = [
                try await Self.handOff(cast), try await Self.handOff(cast), try await Self.handOff(cast),
            ]
            #expect(try await Self.offers(3, of: reader) == made)
            #expect(streams.withLock { $0 } >= 3)
            await cast.relay.close()
        }
    }

    @Test func `R-02: an event that is lost on the way is read again before what came after it`() async throws
    {
        try await within(Self.deadline) {
            let cast = try await Cast()
            let made = [
                try await Self.handOff(cast), try await Self.handOff(cast), try await Self.handOff(cast),
            ]
            let isFirst = Mutex(true)
            cast.relay.intercept { _, request in
                guard request.fields["accept"] == "text/event-stream",
                    isFirst.withLock({ first in
                        defer { first = false }
                        return first
                    })
                else { return nil }
                return await cast.relay.cut(request, dropping: 2)
            }
            let reader = EventReader(cast.phone.client, after: nil)
            #expect(try await Self.offers(3, of: reader) == made)
            await cast.relay.close()
        }
    }

    @Test func `R-23: where a proxy holds streams back, long polls bring the events`() async throws {
        try await within(Self.deadline) {
            let cast = try await Cast()
            cast.relay.intercept { _, request in
                guard request.fields["accept"] == "text/event-stream" else { return nil }
                do { try await Task.sleep(for: .seconds(20)) } catch {
                    // The client went away, as it should.
                }
                return Response(status: .gatewayTimeout)
            }
            let made = try await Self.handOff(cast)
            let reader = EventReader(cast.phone.client, after: nil, firstByteMax: .milliseconds(200))
            #expect(try await Self.offers(1, of: reader) == [made])
            await cast.relay.close()
        }
    }

    @Test func `R-07: an unknown cursor is answered with all that is open`() async throws {
        try await within(Self.deadline) {
            let cast = try await Cast()
            let made = try await Self.handOff(cast)
            let reader = EventReader(cast.phone.client, after: EventCursor(epoch: "gone", sequence: 9000))
            let open = try await LiveRelayClientTests.next(of: reader) {
                if case .resync(let resync) = $0 { resync.handoffs.map(\.key.id) } else { nil }
            }
            #expect(open == [made])
            #expect(
                try await cast.phone.client.handoff(HandoffKey(sender: cast.watch.keys.id, id: made)).token
                    != nil)
            let next = try await Self.handOff(cast)
            #expect(try await Self.offers(1, of: reader) == [next])
            await cast.relay.close()
        }
    }

    @Test func `without a pairing there are no events, and that is told at once`() async throws {
        try await within(Self.deadline) {
            let relay = try InterceptedRelay()
            let stranger = try PairableDevice("s", .phone, at: relay)
            let refused = await #expect(throws: RelayError.self) {
                try await EventReader(stranger.client, after: nil).next()
            }
            #expect(refused?.code != nil)
            await relay.close()
        }
    }
}
