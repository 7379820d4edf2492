import HTTPMessages
import Handoffs
import Relay
import Testing
import Wire

@testable import RelayHTTP

/// Reading again, reading as somebody else, and reading under a clock that steps.
@Suite struct RepeatedReadTests {
    let relay: TestRelay
    let watch: TestDevice
    let phone: TestDevice
    let other: TestDevice

    init() async throws {
        relay = try TestRelay()
        (watch, phone, other) = (try TestDevice(), try TestDevice(), try TestDevice())
        _ = try await relay.pair(watch, phone)
        _ = try await relay.pair(watch, other)
    }

    @Test func `relay 10: a device that comes late has a log of its own, whatever another has read`()
        async throws
    {
        let ids = (0..<5).map { _ in relay.handoffID() }
        for id in ids { try await relay.create(watch, [phone, other], id) }
        let read = try await relay.poll(phone)
        #expect(try await relay.poll(phone, after: read.cursor.text).events.isEmpty)
        let late = try await relay.poll(other)
        let offers = late.events.compactMap { entry -> HandoffID? in
            if case .offer(let status) = entry.event { status.key.id } else { nil }
        }
        #expect(offers == ids)
    }

    @Test func `relay 77: an outcome is the same however often it is asked for`() async throws {
        let id = relay.handoffID()
        let (_, tokens) = try await relay.create(watch, [phone], id)
        _ = try await relay.claim(id, of: watch, by: phone)
        _ = try await relay.step("authorizing", id, of: watch, by: phone, fence: 1)
        let outcome = try relay.outcome(id, of: watch, by: phone, token: tokens[0], fence: 1)
        #expect(await relay.settle(id, outcome).status == .ok)
        var bodies: Set<[UInt8]> = []
        for _ in 0..<3 { bodies.insert(try await relay.status(id, of: watch, by: watch).body) }
        #expect(bodies.count == 1)
        let status = try HandoffStatus(parsing: try #require(bodies.first), bytesMax: 1 << 20)
        #expect(status.state == .settled)
        #expect(status.outcome == outcome)
    }

    @Test func `relay 34, 35: an hour asleep and a clock set back do not lengthen a life`() async throws {
        let id = relay.handoffID()
        try await relay.create(watch, [phone], id, lifetime: 1800)
        relay.clock.advance(.seconds(3600))
        _ = try await relay.upkeep.sweep()
        relay.clock.step(.seconds(-12 * 3600))
        let key = HandoffKey(sender: watch.id, id: id)
        #expect(try await relay.service.handoff(key, for: watch.id).state == .expired)
        relay.clock.step(.seconds(24 * 3600))
        #expect(try await relay.service.handoff(key, for: watch.id).state == .expired)
    }

    @Test func `relay 20: streams are counted by the reason that the device gives`() async throws {
        for reason in ["start", "drain", "drain", "rotate"] {
            let request = try relay.signed(
                .get, "/v1/events?reason=\(reason)", by: phone, accept: "text/event-stream")
            _ = await relay.interface.respond(to: request)
        }
        let text = String(decoding: relay.metrics.text([]), as: UTF8.self)
        #expect(text.contains("baton_stream_opened_total{reason=\"drain\"} 2"), "\(text)")
        #expect(text.contains("baton_stream_opened_total{reason=\"rotate\"} 1"))
    }

    @Test
    func `relay 49: an id that is unknown and one that is somebody else's take as long, within a quarter`()
        async throws
    {
        let stranger = try TestDevice()
        _ = try await relay.pair(try TestDevice(), stranger)
        let foreign = relay.handoffID()
        try await relay.create(watch, [phone], foreign)
        var (known, unknown): ([Duration], [Duration]) = ([], [])
        for round in 0..<600 {
            let ids = [foreign, relay.handoffID()]
            // In turns, so that what the machine does meanwhile meets both.
            for index in round % 2 == 0 ? [0, 1] : [1, 0] {
                let request = try relay.signed(
                    .get, "/v1/handoffs/\(ids[index])?iss=\(watch.id)", by: stranger)
                let start = ContinuousClock.now
                let answer = await relay.send(request)
                let time = ContinuousClock.now - start
                #expect(answer.status == .notFound)
                if index == 0 { known.append(time) } else { unknown.append(time) }
            }
        }
        // The answers differ by the reading of one row, which is less than what any network adds.
        let medians = [known, unknown].map { $0.sorted()[$0.count / 2] }
        #expect(medians[0] < medians[1] * 5 / 4 && medians[1] < medians[0] * 5 / 4, "\(medians)")
    }
}
