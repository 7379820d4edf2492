import Handoffs
import Relay
import Testing
import Wire

/// What every store of the relay must do (house rule T4).
@Suite struct StoreConformanceTests {
    @Test(arguments: StoreKind.allCases)
    func `a handoff is read back as it was written, through every phase and a restart`(
        _ kind: StoreKind
    ) async throws {
        let test = try StoreUnderTest(kind)
        let now = test.clock.now()
        let claim = try Fixture.claim(of: 2)
        let phases: [Handoff.Phase] = [
            .offered, .claimed(claim, leaseUntil: now), .authorizing(claim, until: now),
            .inDoubt(claim, since: now), .settled(claim, outcome: try Fixture.digest(9), at: now),
            .declined(claim, at: now), .cancelled(at: now),
            .superseded(by: try Fixture.key(99, at: now).id, at: now), .expired(at: now),
        ]
        var written: [Handoff] = []
        for (number, phase) in phases.enumerated() {
            var handoff = try Fixture.handoff(number, to: [2, 3, 4, 5], at: now)
            handoff.phase = phase
            handoff.fence = Fence(number: Int64(number))
            handoff.latestClaimer = number.isMultiple(of: 2) ? claim.device : nil
            handoff.spentClaims = try (0..<number).map { try Fixture.claim(of: 3, $0) }
            handoff.isCancelRequested = number.isMultiple(of: 3)
            handoff.recipients[1].isRemoved = true
            handoff.recipients[2].isDelivered = true
            _ = try await test.store.create(handoff)
            written.append(handoff)
        }
        try test.reopen()
        for handoff in written { #expect(try await test.store.handoff(handoff.key) == handoff) }
    }

    @Test(arguments: StoreKind.allCases)
    func `a pairing is read back as it was written, through every phase`(_ kind: StoreKind) async throws {
        let test = try StoreUnderTest(kind)
        let now = test.clock.now()
        let phases: [Pairing.Phase] = [
            .running, .ended(.conflict, at: now), .ended(.aborted, at: now), .ended(.expired, at: now),
            .paired(at: now), .unpaired(at: now),
        ]
        for (number, phase) in phases.enumerated() {
            var pairing = try Fixture.pairing(number, watch: 1, phone: number == 0 ? nil : 2, at: now)
            pairing.messages = try Pairing.Step.allCases.map {
                Pairing.Message(step: $0, sender: try Fixture.device(1), body: [1, 2, 3])
            }
            pairing.grants = [
                Pairing.Grant(
                    signer: try Fixture.device(1), transcript: try Fixture.digest(3), token: [9, 9])
            ]
            pairing.phase = phase
            let scope = try await save(pairing, test.store)
            #expect(try await test.store.read(scope).pairing == pairing)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `an update that changes nothing writes nothing`(_ kind: StoreKind) async throws {
        let test = try StoreUnderTest(kind)
        let handoff = try Fixture.handoff(1, at: test.clock.now())
        _ = try await test.store.create(handoff)
        let before = try await test.store.touched(after: -1, limit: 1).mark
        let again = try await test.store.create(handoff)
        #expect(again.events.isEmpty)
        #expect(try await test.store.touched(after: -1, limit: 1).mark == before)
        #expect(try await test.store.handoff(handoff.key) == handoff)
    }

    @Test(arguments: StoreKind.allCases)
    func `a token is read by its recipient's key until the handoff ends`(_ kind: StoreKind) async throws {
        let test = try StoreUnderTest(kind)
        let handoff = try Fixture.handoff(1, to: [2, 3], at: test.clock.now())
        _ = try await test.store.create(handoff)
        var scope = RelayScope()
        scope.token = TokenKey(handoff: handoff.key, recipient: try Fixture.device(3))
        #expect(try await test.store.read(scope).token == Self.token(3))
        scope.token = TokenKey(handoff: handoff.key, recipient: try Fixture.device(4))
        #expect(try await test.store.read(scope).token == nil)

        #expect(try await test.store.apply(.cancel, to: handoff.key).value == nil)
        scope.token = TokenKey(handoff: handoff.key, recipient: try Fixture.device(3))
        #expect(try await test.store.read(scope).token == nil)
        let page = try await test.store.events(
            of: try Fixture.device(3), after: 0, limit: EventLimit(count: 9, bytes: 9_999))
        #expect(page.events.count == 1)
        guard case .none = page.events[0].attachment else { throw Unexpected() }
    }

    @Test(arguments: StoreKind.allCases)
    func `an outcome is kept after the handoff settled`(_ kind: StoreKind) async throws {
        let test = try StoreUnderTest(kind)
        var handoff = try Fixture.handoff(1, at: test.clock.now())
        handoff.phase = .authorizing(try Fixture.claim(of: 2), until: test.clock.now().adding(.seconds(9)))
        _ = try await test.store.create(handoff)
        handoff.phase = .settled(
            try Fixture.claim(of: 2), outcome: try Fixture.digest(7), at: test.clock.now())
        let settled = handoff
        let told = try Fixture.event(.outcome, for: 1, about: handoff.key, with: .outcome([7, 7]))
        var scope = RelayScope()
        scope.handoffs = [handoff.key]
        _ = try await test.store.update(scope) { slice in
            slice.handoffs = [settled]
            slice.newOutcome = .init(key: settled.key, body: [7, 7])
            slice.append(told)
        }
        scope.outcome = handoff.key
        #expect(try await test.store.read(scope).outcome == [7, 7])
        let page = try await test.store.events(
            of: try Fixture.device(1), after: 0, limit: EventLimit(count: 9, bytes: 9_999))
        guard case .outcome([7, 7]) = page.events.last?.attachment else { throw Unexpected() }
    }

    @Test(arguments: StoreKind.allCases)
    func `counts see what is open and what waits, and forget what expired`(_ kind: StoreKind) async throws {
        let test = try StoreUnderTest(kind)
        let now = test.clock.now()
        for number in 1...3 {
            _ = try await test.store.create(try Fixture.handoff(number, to: [2, 3], at: now))
        }
        _ = try await test.store.create(try Fixture.handoff(4, from: 5, to: [2], at: now))
        let first = try Fixture.key(1, at: now)
        _ = try await test.store.apply(.claim(try Fixture.claim(of: 2)), to: first)
        _ = try await test.store.apply(
            .authorize(by: try Fixture.device(2), Fence(number: 1)), to: first)
        _ = try await test.store.apply(.cancel, to: try Fixture.key(2, at: now))

        var counts = try await counts(test.store)
        #expect(counts.openCount == 2)
        #expect(counts.waitingCounts == [try Fixture.device(2): 2, try Fixture.device(3): 1])
        test.clock.advance(by: .seconds(601))
        counts = try await self.counts(test.store)
        #expect(counts.openCount == 1)
        #expect(counts.waitingCounts == [try Fixture.device(2): 0, try Fixture.device(3): 0])
    }

    @Test(arguments: StoreKind.allCases)
    func `what a sender may still take back from a phone is found, and nothing else`(
        _ kind: StoreKind
    ) async throws {
        let test = try StoreUnderTest(kind)
        let now = test.clock.now()
        for number in 1...3 {
            _ = try await test.store.create(try Fixture.handoff(number, to: [2, 3], at: now))
        }
        _ = try await test.store.create(try Fixture.handoff(4, to: [3], at: now))
        _ = try await test.store.create(try Fixture.handoff(5, from: 6, to: [2], at: now))
        _ = try await test.store.apply(.cancel, to: try Fixture.key(1, at: now))
        _ = try await test.store.apply(.remove(try Fixture.device(2)), to: try Fixture.key(2, at: now))
        var scope = RelayScope()
        scope.openBetween = GrantKey(sender: try Fixture.device(1), recipient: try Fixture.device(2))
        scope.handoffs = [try Fixture.key(3, at: now)]
        #expect(try await test.store.read(scope).handoffs.map(\.key) == [try Fixture.key(3, at: now)])
    }

    @Test(arguments: StoreKind.allCases)
    func `a grant is what a living pairing gives, in its direction`(_ kind: StoreKind) async throws {
        let test = try StoreUnderTest(kind)
        let now = test.clock.now()
        var pairing = try Fixture.pairing(1, watch: 1, phone: 2, at: now)
        let there = GrantKey(sender: try Fixture.device(1), recipient: try Fixture.device(2))
        let back = GrantKey(sender: try Fixture.device(2), recipient: try Fixture.device(1))
        var scope = RelayScope()
        scope.grants = [there, back]
        for phase in [Pairing.Phase.running, .paired(at: now), .unpaired(at: now)] {
            pairing.phase = phase
            _ = try await save(pairing, test.store)
            let expected: Set<GrantKey> = pairing.state == .paired ? [there] : []
            #expect(try await test.store.read(scope).grants == expected)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a device's snapshot is what is open of it, as sender and as recipient`(
        _ kind: StoreKind
    ) async throws {
        let test = try StoreUnderTest(kind)
        let now = test.clock.now()
        for number in 1...3 {
            _ = try await test.store.create(try Fixture.handoff(number, to: [2], at: now))
        }
        _ = try await test.store.create(try Fixture.handoff(4, from: 2, to: [3], at: now))
        _ = try await test.store.apply(.cancel, to: try Fixture.key(2, at: now))
        var pairing = try Fixture.pairing(1, watch: 1, phone: 2, at: now)
        pairing.phase = .paired(at: now)
        _ = try await save(pairing, test.store)
        let snapshot = try await test.store.open(of: try Fixture.device(2))
        #expect(
            Set(snapshot.handoffs.map(\.key)) == [
                try Fixture.key(1, at: now), try Fixture.key(3, at: now), try Fixture.key(4, of: 2, at: now),
            ])
        #expect(snapshot.pairings == [pairing])
        #expect(snapshot.newest == 3)
        #expect(try await test.store.open(of: try Fixture.device(9)).handoffs.isEmpty)
    }

    private static func token(_ device: Int) throws -> [UInt8] {
        Array("token for \(try Fixture.device(device))".utf8)
    }

    private func save(_ pairing: Pairing, _ store: any RelayStore) async throws -> RelayScope {
        var scope = RelayScope()
        scope.pairing = pairing.id
        _ = try await store.update(scope) { $0.pairing = pairing }
        return scope
    }

    private func counts(_ store: any RelayStore) async throws -> RelaySlice {
        var scope = RelayScope()
        scope.openCountOf = try Fixture.device(1)
        scope.waitingCountsOf = [try Fixture.device(2), try Fixture.device(3)]
        return try await store.read(scope)
    }

    private struct Unexpected: Error {}
}
