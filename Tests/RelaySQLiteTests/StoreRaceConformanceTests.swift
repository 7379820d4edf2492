import Handoffs
import Relay
import Testing

/// What every store must do when callers come at the same time (house rule T4).
@Suite struct StoreRaceConformanceTests {
    @Test(arguments: StoreKind.allCases)
    func `relay 91: of two phones that claim at once exactly one wins, two hundred times`(
        _ kind: StoreKind
    ) async throws {
        let test = try StoreUnderTest(kind)
        let store = test.store
        for number in 1...200 {
            let handoff = try Fixture.handoff(number, to: [2, 3], at: test.clock.now())
            _ = try await store.create(handoff)
            async let first = store.apply(.claim(try Fixture.claim(of: 2, number)), to: handoff.key)
            async let second = store.apply(.claim(try Fixture.claim(of: 3, number)), to: handoff.key)
            let refusals = try await [first.value, second.value].compactMap { $0 }
            #expect(refusals == [.taken])
            let kept = try await store.handoff(handoff.key)
            #expect(kept?.fence == Fence(number: 1))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `relay 41: settle against cancel at once: the outcome stands, and only one of them changes it`(
        _ kind: StoreKind
    ) async throws {
        let test = try StoreUnderTest(kind)
        let store = test.store
        for number in 1...100 {
            let handoff = try Fixture.handoff(number, at: test.clock.now())
            let (key, phone) = (handoff.key, try Fixture.device(2))
            _ = try await store.create(handoff)
            _ = try await store.apply(.claim(try Fixture.claim(of: 2, number)), to: key)
            async let cancelled = store.apply(.cancel, to: key)
            async let authorized = store.apply(.authorize(by: phone, Fence(number: 1)), to: key)
            let answers = try await (cancelled.value, authorized.value)
            let state = try #require(try await store.handoff(key)).state
            #expect(answers.1 == nil ? state == .authorizing : state == .cancelled)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `relay 43: a late sweep against a claim that was in time leaves no expiry`(
        _ kind: StoreKind
    ) async throws {
        let test = try StoreUnderTest(kind)
        let handoff = try Fixture.handoff(1, at: test.clock.now())
        _ = try await test.store.create(handoff)
        _ = try await test.store.apply(.claim(try Fixture.claim(of: 2)), to: handoff.key)
        test.clock.advance(by: .seconds(20))
        var scope = RelayScope()
        scope.handoffs = [handoff.key]
        let effects = try await test.store.update(scope) { slice in
            slice.handoffs[0].advance(to: slice.now)
        }.value
        #expect(effects.isEmpty)
        #expect(try await test.store.handoff(handoff.key)?.state == .claimed)
    }

    @Test(arguments: StoreKind.allCases)
    func `a thousand callers at once are all answered, and all of it is there after a restart`(
        _ kind: StoreKind
    ) async throws {
        let test = try StoreUnderTest(kind)
        let store = test.store
        let handoffs = try (1...1_000).map {
            try Fixture.handoff($0, from: $0 % 50 + 10, at: test.clock.now())
        }
        try await withThrowingTaskGroup { group in
            for handoff in handoffs { group.addTask { _ = try await store.create(handoff) } }
            try await group.waitForAll()
        }
        try test.reopen()
        for handoff in handoffs { #expect(try await test.store.handoff(handoff.key) == handoff) }
    }
}
