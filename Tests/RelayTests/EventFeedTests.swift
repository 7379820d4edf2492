import Handoffs
import Synchronization
import Testing

@testable import Relay

@Suite("A reader's way through a log")
struct EventFeedTests {
    struct StandingClock: RelayClock {
        func now() -> Instant { Instant(seconds: 0) }
        func uptime() -> Duration { .zero }
    }

    final class Reader: Sendable {
        private let state = Mutex((items: [EventFeed.Item](), end: EventFeed.End?.none))

        func take(_ items: [EventFeed.Item]) { state.withLock { $0.items += items } }
        func end(_ end: EventFeed.End) { state.withLock { $0.end = end } }

        var sequences: [Int64] {
            state.withLock { state in
                state.items.map { item in
                    switch item {
                    case .event(let event): event.sequence
                    case .resync(_, let newest): -newest
                    }
                }
            }
        }

        private let held = Mutex((isSlow: false, waiting: [@Sendable () -> Void]()))

        /// From now on it takes nothing, until `goOn`.
        func slowDown() { held.withLock { $0.isSlow = true } }

        func whenTaken(_ body: @escaping @Sendable () -> Void) {
            let isSlow = held.withLock { held in
                if held.isSlow { held.waiting.append(body) }
                return held.isSlow
            }
            if !isSlow { body() }
        }

        func goOn() {
            let waiting = held.withLock { held in
                defer { held.waiting = [] }
                return held.waiting
            }
            for body in waiting { body() }
        }

        var hasEnded: Bool { state.withLock { $0.end != nil } }
    }

    let store = ScriptedStore()
    let hub = EventHub()
    let reader = Reader()
    let feed: EventFeed
    let device: DeviceID

    init() throws {
        device = try #require(DeviceID(bytes: [UInt8](repeating: 7, count: 32)))
        let service = RelayService(
            store: store, clock: StandingClock(), hub: hub, base: "https://relay.example")
        let reader = reader
        feed = EventFeed(
            service, of: device, sink: { reader.take($0) }, whenTaken: { reader.whenTaken($0) },
            whenEnded: { reader.end($0) })
    }

    func start(after sequence: Int64) {
        feed.start(after: .after(EventCursor(epoch: "test", sequence: sequence)), listenersMax: 2)
    }

    func ring(_ events: [LoggedEvent]) {
        hub.ring(events.map { AddressedEvent(device: device, event: $0) })
    }

    @Test("a long log comes page by page, in order")
    func pages() {
        _ = store.append(200)
        start(after: 0)
        #expect(reader.sequences == Array(1...200))
    }

    @Test("a slow reader gets one page at a time, and nothing is lost meanwhile (relay 85)")
    func slow() async {
        _ = store.append(150)
        reader.slowDown()
        start(after: 0)
        #expect(reader.sequences.count == RelayLimits.pageEvents)
        ring(store.append(1))
        #expect(reader.sequences.count == RelayLimits.pageEvents)
        for _ in 0..<100_000 where reader.sequences.count < 151 {
            reader.goOn()
            await Task.yield()
        }
        #expect(reader.sequences == Array(1...151))
    }

    @Test("a live event that follows directly is passed on without reading the log")
    func live() {
        start(after: 0)
        let reads = store.readCount
        ring(store.append(3))
        #expect(reader.sequences == [1, 2, 3])
        #expect(store.readCount == reads)
    }

    @Test("a gap makes it read the log, never jump (relay 2)")
    func gap() {
        start(after: 0)
        let events = store.append(5)
        ring([events[0], events[3]])
        #expect(reader.sequences == [1, 2, 3, 4, 5])
        ring(events)
        #expect(reader.sequences == [1, 2, 3, 4, 5])
    }

    @Test("what is appended and rung between the page and its delivery is not lost (relay 11)")
    func handOver() {
        _ = store.append(2)
        store.duringNextRead { ring(store.append(1)) }
        start(after: 1)
        #expect(reader.sequences == [2, 3])
    }

    @Test("what is appended without a ring is found by the net (relay 80)")
    func net() {
        start(after: 0)
        _ = store.append(2)
        hub.mustRead(device)
        #expect(reader.sequences == [1, 2])
    }

    @Test(
        "a cursor at the edge of what is kept: only a real gap is a resync (relay 94)",
        arguments: [
            (1, [-5]), (2, [3, 4, 5]), (3, [4, 5]), (5, []), (6, [-5]),
        ] as [(Int64, [Int64])])
    func edge(after: Int64, seen: [Int64]) {
        _ = store.append(5)
        store.evict(below: 3)
        start(after: after)
        #expect(reader.sequences == seen)
        ring(store.append(1))
        #expect(reader.sequences == seen + [6])
    }

    @Test("nothing is delivered after the end, and the hub forgets the reader")
    func closed() {
        start(after: 0)
        feed.close()
        ring(store.append(1))
        #expect(reader.sequences.isEmpty)
        #expect(hub.listenerCount == 0)
    }

    @Test("a log that cannot be read ends the reader, who comes back with its cursor")
    func failure() {
        store.fail(1)
        start(after: 0)
        #expect(reader.hasEnded)
        #expect(hub.listenerCount == 0)
    }

    @Test("4 threads ring in any order; each event is delivered once, in order (relay 95)")
    func threads() async {
        start(after: 0)
        let events = store.append(400)
        await withTaskGroup { group in
            for part in 0..<4 {
                group.addTask {
                    for index in stride(from: part, to: 400, by: 4) { ring([events[index]]) }
                }
            }
        }
        hub.mustRead(device)
        #expect(reader.sequences == Array(1...400))
    }
}
