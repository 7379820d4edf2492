import Handoffs
import Relay
import Testing
import Wire

/// What every store must do with the logs of events, with time, and with what is forgotten (house rule T4).
@Suite struct StoreLogConformanceTests {
    private let all = EventLimit(count: 1_000_000, bytes: .max)

    @Test(arguments: StoreKind.allCases)
    func `relay 95: sequences rise by one a device, across refusals, restarts and callers at once`(
        _ kind: StoreKind
    ) async throws {
        let test = try StoreUnderTest(kind)
        var given: [DeviceID: [Int64]] = [:]
        for round in 0..<3 {
            let store = test.store
            let drafts = try (0..<40).map { try Fixture.event(for: $0 % 3) }
            let committed = try await withThrowingTaskGroup { group in
                for draft in drafts {
                    group.addTask { try await store.update(RelayScope()) { $0.append(draft) } }
                }
                return try await group.reduce(into: []) { $0 += $1.events }
            }
            for addressed in committed {
                given[addressed.device, default: []].append(addressed.event.sequence)
            }
            #expect(committed.count == 40, "round \(round)")
            try test.reopen()
        }
        for (device, sequences) in given {
            #expect(sequences.sorted() == Array(1...Int64(sequences.count)))
            let page = try await test.store.events(of: device, after: 0, limit: all)
            #expect(page.events.map(\.sequence) == sequences.sorted())
            #expect(page.newest == Int64(sequences.count))
            #expect(page.oldest == 1)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `relay 92: a log is read by its owner alone`(_ kind: StoreKind) async throws {
        let test = try StoreUnderTest(kind)
        let mine = try Fixture.event(for: 1)
        _ = try await test.store.update(RelayScope()) { $0.append(mine) }
        let other = try await test.store.events(of: try Fixture.device(2), after: 0, limit: all)
        #expect(other.events.isEmpty)
        #expect(other.newest == 0)
        #expect(other.oldest == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func `relay 94: after 1 and 2 are gone, the page says that 3 is the oldest kept`(
        _ kind: StoreKind
    ) async throws {
        let test = try StoreUnderTest(kind)
        let device = try Fixture.device(1)
        let draft = try Fixture.event(for: 1)
        for _ in 1...5 { _ = try await test.store.update(RelayScope()) { $0.append(draft) } }
        try await acknowledge(2, device, test.store)
        #expect(try await sweep(test.store) == 2)
        for (after, expected) in [(1, [3, 4, 5]), (2, [3, 4, 5]), (3, [4, 5]), (5, []), (6, [])] {
            let page = try await test.store.events(of: device, after: Int64(after), limit: all)
            #expect(page.oldest == 3)
            #expect(page.newest == 5)
            #expect(page.events.map(\.sequence) == expected.map { Int64($0) })
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `relay 95: a sequence is never given twice, also after its event was forgotten`(
        _ kind: StoreKind
    ) async throws {
        let test = try StoreUnderTest(kind)
        let device = try Fixture.device(1)
        let draft = try Fixture.event(for: 1)
        for _ in 1...3 { _ = try await test.store.update(RelayScope()) { $0.append(draft) } }
        try await acknowledge(3, device, test.store)
        #expect(try await sweep(test.store) == 3)
        try test.reopen()
        let empty = try await test.store.events(of: device, after: 0, limit: all)
        #expect(empty.oldest == 4)
        #expect(empty.newest == 3)
        let next = try await test.store.update(RelayScope()) { $0.append(draft) }
        #expect(next.events.map(\.event.sequence) == [4])
    }

    @Test(arguments: StoreKind.allCases)
    func `relay 53: a log keeps so many events and so long, then the oldest go`(
        _ kind: StoreKind
    ) async throws {
        let test = try StoreUnderTest(kind)
        let device = try Fixture.device(1)
        let draft = try Fixture.event(for: 1)
        _ = try await test.store.update(RelayScope()) { slice in
            for _ in 1...(RelayLimits.eventsPerDevice + 10) { slice.append(draft) }
        }
        #expect(try await sweep(test.store) == 10)
        #expect(try await test.store.events(of: device, after: 0, limit: all).oldest == 11)
        test.clock.advance(by: RelayLimits.eventsKept + .seconds(1))
        _ = try await test.store.update(RelayScope()) { $0.append(draft) }
        #expect(try await sweep(test.store) == RelayLimits.eventsPerDevice)
        let left = try await test.store.events(of: device, after: 0, limit: all)
        #expect(left.events.map(\.sequence) == [Int64(RelayLimits.eventsPerDevice) + 11])
    }

    @Test(arguments: StoreKind.allCases)
    func `relay 53: an ended handoff, its bodies and an ended pairing go when their time has come`(
        _ kind: StoreKind
    ) async throws {
        let test = try StoreUnderTest(kind)
        let handoff = try Fixture.handoff(1, at: test.clock.now())
        _ = try await test.store.create(handoff)
        _ = try await test.store.apply(.cancel, to: handoff.key)
        var pairing = try Fixture.pairing(1, watch: 7, phone: 8, at: test.clock.now())
        pairing.phase = .ended(.aborted, at: test.clock.now())
        let ended = pairing
        var scope = RelayScope()
        scope.pairing = pairing.id
        scope.devices = [try Fixture.device(7)]
        let party = try Fixture.party(7)
        _ = try await test.store.update(scope) { slice in
            slice.pairing = ended
            slice.newDevices = [party]
        }
        #expect(try await test.store.read(scope).devices == [party.device: party.key])
        #expect(try await sweep(test.store) == 0)
        test.clock.advance(by: .seconds(600) + HandoffLimits.remembered + .seconds(1))
        #expect(try await sweep(test.store) == 2)
        #expect(try await test.store.handoff(handoff.key) == nil)
        #expect(try await test.store.read(scope).pairing == nil)
        #expect(try await test.store.read(scope).devices.isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `a page ends after so many events or bytes, and has always one`(_ kind: StoreKind) async throws {
        let test = try StoreUnderTest(kind)
        let device = try Fixture.device(1)
        let draft = try Fixture.event(for: 1)
        for _ in 1...5 { _ = try await test.store.update(RelayScope()) { $0.append(draft) } }
        let few = try await test.store.events(of: device, after: 1, limit: EventLimit(count: 2, bytes: 9_999))
        #expect(few.events.map(\.sequence) == [2, 3])
        let small = try await test.store.events(of: device, after: 0, limit: EventLimit(count: 9, bytes: 1))
        #expect(small.events.map(\.sequence) == [1])
    }

    @Test(arguments: StoreKind.allCases)
    func `relay 80: the devices that got events are found in the order of all logs`(
        _ kind: StoreKind
    ) async throws {
        let test = try StoreUnderTest(kind)
        let start = try await test.store.touched(after: -1, limit: 10)
        #expect(start.devices.isEmpty)
        for number in [3, 1, 3, 2] {
            let draft = try Fixture.event(for: number)
            _ = try await test.store.update(RelayScope()) { $0.append(draft) }
        }
        let first = try await test.store.touched(after: start.mark, limit: 2)
        #expect(first.devices == [try Fixture.device(3), try Fixture.device(1)])
        let rest = try await test.store.touched(after: first.mark, limit: 10)
        #expect(rest.devices == [try Fixture.device(3), try Fixture.device(2)])
        #expect(try await test.store.touched(after: rest.mark, limit: 10).devices.isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `what time has moved on is found by its deadline`(_ kind: StoreKind) async throws {
        let test = try StoreUnderTest(kind)
        let now = test.clock.now()
        for number in 1...3 { _ = try await test.store.create(try Fixture.handoff(number, at: now)) }
        _ = try await test.store.apply(.claim(try Fixture.claim(of: 2)), to: try Fixture.key(2, at: now))
        var scope = RelayScope()
        let pairing = try Fixture.pairing(1, watch: 1, phone: nil, at: now)
        scope.pairing = pairing.id
        _ = try await test.store.update(scope) { $0.pairing = pairing }
        #expect(try await test.store.due(limit: 9).handoffs.isEmpty)
        test.clock.advance(by: HandoffLimits.lease + .seconds(1))
        #expect(try await test.store.due(limit: 9).handoffs == [try Fixture.key(2, at: now)])
        test.clock.advance(by: .seconds(601))
        let due = try await test.store.due(limit: 9)
        #expect(due.handoffs.count == 3)
        #expect(due.pairings == [pairing.id])
        #expect(try await test.store.due(limit: 2).handoffs.count == 2)
    }

    @Test(arguments: StoreKind.allCases)
    func `time never runs behind the last one written, also over a restart`(_ kind: StoreKind) async throws {
        let test = try StoreUnderTest(kind)
        let late = test.clock.now()
        _ = try await test.store.create(try Fixture.handoff(1, at: late))
        test.clock.advance(by: .seconds(-3_600))
        #expect(try await test.store.read(RelayScope()).now == late)
        try test.reopen()
        #expect(try await test.store.read(RelayScope()).now == late)
        #expect(try await test.store.update(RelayScope()) { $0.now }.value == late)
    }

    @Test(arguments: StoreKind.allCases)
    func `relay 8: the epoch stays with the data and is another one elsewhere`(_ kind: StoreKind) async throws
    {
        let test = try StoreUnderTest(kind)
        let epoch = test.store.epoch
        #expect(epoch.wholeMatch(of: /[0-9a-z]{1,16}/) != nil)
        try test.reopen()
        #expect(test.store.epoch == epoch)
        #expect(try StoreUnderTest(kind).store.epoch != epoch)
    }

    @Test(arguments: StoreKind.allCases)
    func `a device's acknowledgement is kept and read back`(_ kind: StoreKind) async throws {
        let test = try StoreUnderTest(kind)
        let draft = try Fixture.event(for: 1)
        _ = try await test.store.update(RelayScope()) { $0.append(draft) }
        try await acknowledge(1, try Fixture.device(1), test.store)
        try test.reopen()
        var scope = RelayScope()
        scope.acknowledged = try Fixture.device(1)
        let slice = try await test.store.read(scope)
        #expect(slice.acknowledged == 1)
        #expect(slice.newest == 1)
    }

    private func acknowledge(_ sequence: Int64, _ device: DeviceID, _ store: any RelayStore) async throws {
        var scope = RelayScope()
        scope.acknowledged = device
        _ = try await store.update(scope) { $0.acknowledged = sequence }
    }

    /// Forgets until nothing is left to forget.
    private func sweep(_ store: any RelayStore) async throws -> Int {
        var total = 0
        for _ in 0..<1_000 {
            let count = try await store.forget(limit: 100)
            if count == 0 { break }
            total += count
        }
        return total
    }
}
