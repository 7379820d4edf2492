import HTTPMessages
import Handoffs
import Relay
import RelaySQLite
import Synchronization
import Testing
import Wire

@testable import RelayHTTP

/// A stream without a socket: what was written, and whether it ended.
final class TestStream: ResponseStream {
    private struct State {
        var bytes: [UInt8] = []
        var isFinished = false
        var bodies: [@Sendable (StreamEnd) -> Void] = []
    }

    private let state = Mutex(State())

    func write(_ bytes: [UInt8]) { state.withLock { $0.bytes += bytes } }

    func finish() { close(.finished) }

    func whenClosed(_ body: @escaping @Sendable (StreamEnd) -> Void) {
        state.withLock { $0.bodies.append(body) }
    }

    func whenSent(_ body: @escaping @Sendable () -> Void) { body() }

    func close(_ end: StreamEnd) {
        let bodies = state.withLock { state in
            state.isFinished = true
            defer { state.bodies = [] }
            return state.bodies
        }
        for body in bodies { body(end) }
    }

    var isFinished: Bool { state.withLock { $0.isFinished } }

    func events() throws -> [ServerSentEvent] {
        var parser = ServerSentEvents()
        return try parser.feed(state.withLock { $0.bytes })
    }

    var text: String { String(decoding: state.withLock { $0.bytes }, as: UTF8.self) }
}

@Suite("Events as a stream and as a long poll")
struct EventRouteTests {
    let relay: TestRelay
    let watch: TestDevice
    let phone: TestDevice

    init() async throws {
        relay = try TestRelay()
        (watch, phone) = (try TestDevice(), try TestDevice())
        _ = try await relay.pair(watch, phone)
    }

    /// Opens a stream; the options are what the server would do by itself.
    func open(
        _ device: TestDevice, after cursor: String? = nil, query: String? = nil
    ) async throws -> (TestStream, StreamOptions) {
        let text = query ?? cursor.map { "?after=\($0)" } ?? ""
        let request = try relay.signed(.get, "/v1/events\(text)", by: device, accept: "text/event-stream")
        let response = await relay.interface.respond(to: request)
        #expect(response.fields["x-accel-buffering"] == "no")
        #expect(response.fields["cache-control"] == "no-store, no-transform")
        guard case .stream(let options, let start) = response.body else { throw TestFailure("no stream") }
        let stream = TestStream()
        start(stream)
        return (stream, options)
    }

    /// The stream's events once there are so many; gives up after a bounded number of turns.
    func events(_ stream: TestStream, count: Int) async throws -> [ServerSentEvent] {
        for _ in 0..<20_000 {
            let events = try stream.events()
            if events.count >= count { return events }
            await Task.yield()
        }
        return try stream.events()
    }

    @Test("first bytes come at once, then the log, then what happens live, without gap (relay 11, 23)")
    func replayThenLive() async throws {
        let first = relay.handoffID()
        try await relay.create(watch, [phone], first)
        let (stream, _) = try await open(phone)
        #expect(stream.text.hasPrefix(": "))
        #expect(try await events(stream, count: 2).map(\.event) == ["paired", "offer"])
        for _ in 0..<5 { try await relay.create(watch, [phone], relay.handoffID()) }
        let all = try await events(stream, count: 7)
        #expect(all.map(\.id) == (1...7).map { "\(relay.store.epoch)-\($0)" })
        #expect(all.dropFirst(2).allSatisfy { $0.event == "offer" })
    }

    @Test("a stream goes on after its cursor, also after the store was reopened (relay 1)")
    func resume() async throws {
        for _ in 0..<3 { try await relay.create(watch, [phone], relay.handoffID()) }
        let (stream, _) = try await open(phone, after: "\(relay.store.epoch)-2")
        #expect(
            try await events(stream, count: 2).map(\.id) == [
                "\(relay.store.epoch)-3", "\(relay.store.epoch)-4",
            ])
    }

    @Test(
        "a cursor that leads nowhere gets one resync and a snapshot, never silence (relay 7, 8)",
        arguments: ["zzzz-5", "0-0", "garbage", "%00", "OWN-999999999"])
    func resync(cursor: String) async throws {
        let id = relay.handoffID()
        try await relay.create(watch, [phone], id)
        let text = cursor.replacing("OWN", with: relay.store.epoch)
        let (stream, _) = try await open(phone, after: text)
        let event = try #require(try await events(stream, count: 1).first)
        #expect(event.event == "resync")
        #expect(event.id == "\(relay.store.epoch)-2")
        let data = try RelayEvent(kind: event.event, data: Array(event.data.utf8))
        guard case .resync(let resync) = data else { throw TestFailure("no snapshot") }
        #expect(resync.handoffs.map(\.key.id) == [id])
        #expect(resync.pairings.map(\.phone) == [phone.id])
        try await relay.create(watch, [phone], relay.handoffID())
        #expect(try await events(stream, count: 2).last?.id == "\(relay.store.epoch)-3")
    }

    @Test("a create that meets a connecting phone arrives once, in its place (relay 11)")
    func connecting() async throws {
        var before = try await relay.poll(phone).cursor
        for _ in 0..<200 {
            let place = before.text
            async let opened = open(phone, after: place)
            let id = relay.handoffID()
            try await relay.create(watch, [phone], id)
            let (stream, _) = try await opened
            let seen = try await events(stream, count: 1)
            #expect(seen.map(\.event) == ["offer"])
            #expect(seen.first?.id == "\(before.epoch)-\(before.sequence + 1)")
            stream.close(.peerClosed)
            _ = try await relay.cancel(id, by: watch)
            before = EventCursor(epoch: before.epoch, sequence: before.sequence + 2)
        }
    }

    @Test("a third stream takes the oldest one's place (relay 22)")
    func third() async throws {
        let (first, _) = try await open(phone)
        let (second, _) = try await open(phone)
        let (third, _) = try await open(phone)
        #expect(first.isFinished)
        #expect(!second.isFinished && !third.isFinished)
        #expect(relay.service.hub.listenerCount == 2)
        second.close(.peerClosed)
        third.close(.peerClosed)
        #expect(relay.service.hub.listenerCount == 0)
    }

    @Test("heartbeat, planned end and drain are the server's to do, and spread the return (relay 5, 16, 19)")
    func options() async throws {
        var lives: Set<Int64> = []
        for _ in 0..<20 {
            let (stream, options) = try await open(phone)
            #expect(options.heartbeatEvery == .seconds(20))
            let life = try #require(options.endsAfter).inMilliseconds
            #expect((540_000...660_000).contains(life))
            lives.insert(life)
            let farewell = try #require(options.farewell)
            var parser = ServerSentEvents()
            let last = try #require(try parser.feed(farewell(.draining)).first)
            #expect(last.event == "drain")
            #expect(last.id == nil)
            #expect(farewell(.peerClosed).isEmpty)
            stream.close(.peerClosed)
        }
        #expect(lives.count > 10)
    }

    @Test("a device without a pairing gets no stream")
    func withoutPairing() async throws {
        let stranger = try TestDevice()
        let id = relay.pairingID()
        let open = PairingOpenRequest(pairing: id, key: stranger.jwk)
        _ = try await relay.post("/v1/pairings", open, by: stranger)
        #expect(try await relay.send(.get, "/v1/events", by: stranger).status == .ok)
        relay.clock.advance(.seconds(121))
        let answer = try await relay.send(.get, "/v1/events", by: stranger)
        #expect((answer.status, answer.code) == (.forbidden, .notGranted))
    }

    @Test("events in a form that does not exist are refused")
    func form() async throws {
        let answer = try await relay.send(.get, "/v1/events", by: phone, accept: "text/html")
        #expect((answer.status, answer.code) == (.notAcceptable, .notAcceptable))
    }

    @Test("a long poll waits for the event, and ends empty at its time (relay 80, 88)")
    func longPoll() async throws {
        let cursor = try await relay.poll(phone).cursor.text
        let request = try relay.signed(
            .get, "/v1/events?after=\(cursor)&wait=25", by: phone, accept: "application/json")
        async let waiting = relay.send(request)
        try await untilWaiting()
        try await relay.create(watch, [phone], relay.handoffID())
        #expect(try await EventPage(parsing: waiting.body).events.count == 1)
        let next = try relay.signed(
            .get, "/v1/events?wait=25&after=\(relay.store.epoch)-2", by: phone, accept: "application/json")
        async let empty = relay.send(next)
        try await untilWaiting()
        relay.clock.advance(.seconds(25))
        relay.interface.tick()
        let page = try await EventPage(parsing: empty.body)
        #expect(page.events.isEmpty)
        #expect(page.cursor.sequence == 2)
        #expect(relay.service.hub.listenerCount == 0)
    }

    @Test("a stopping relay ends long polls, also those that come then (relay 19)")
    func stopping() async throws {
        let cursor = try await relay.poll(phone).cursor.text
        let request = { @Sendable () throws in
            try relay.signed(
                .get, "/v1/events?after=\(cursor)&wait=25", by: phone, accept: "application/json")
        }
        async let waiting = relay.send(try request())
        try await untilWaiting()
        relay.interface.endWaits()
        #expect(try await waiting.status == .ok)
        #expect(await relay.send(try request()).status == .ok)
    }

    @Test("without any ring the net below finds what grew (relay 13, 80)")
    func net() async throws {
        try await relay.upkeep.net()
        let (stream, _) = try await open(phone)
        _ = try await events(stream, count: 1)
        var scope = RelayScope()
        scope.acknowledged = phone.id
        let device = phone.id
        _ = try await relay.store.update(scope) { slice in
            slice.append(
                EventDraft(
                    device: device, kind: .notice, handoff: nil, expiresAt: nil,
                    data: Notice(sender: device, body: [1]).encoded(), attachment: .none))
        }
        #expect(try stream.events().count == 1)
        try await relay.upkeep.net()
        #expect(try await events(stream, count: 2).last?.event == "notice")
    }

    @Test("wait and seen must be whole numbers in their range")
    func numbers() async throws {
        for wrong in ["wait=-1", "wait=26", "wait=1.5", "wait=x", "wait="] {
            let answer = try await relay.send(
                .get, "/v1/events?\(wrong)", by: phone, accept: "application/json")
            #expect((answer.status, answer.code) == (.badRequest, .malformed))
        }
    }

    /// Until somebody listens; gives up after a bounded number of turns.
    func untilWaiting() async throws {
        for _ in 0..<100_000 where relay.service.hub.listenerCount == 0 { await Task.yield() }
        #expect(relay.service.hub.listenerCount == 1)
    }
}
