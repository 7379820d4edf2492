import Testing

@testable import Handoffs

@Suite("A handoff's life: time, fences, tombstones, unpairing")
struct HandoffLifeTests {
    let start = Sample.start

    func after(_ seconds: Int64) -> Instant { start.adding(.seconds(seconds)) }

    @Test("expiry kills only an unclaimed handoff (relay 40)")
    func expiry() {
        for state in HandoffState.allCases where state != .offered {
            var handoff = Sample.handoff(state)
            if state == .claimed { handoff.phase = .claimed(Sample.claim, leaseUntil: after(10_000)) }
            _ = handoff.advance(to: after(601))
            #expect(handoff.state != .expired || state == .expired, "\(state)")
        }
        var offered = Sample.offered()
        #expect(offered.advance(to: after(599)).isEmpty)
        #expect(
            offered.advance(to: after(600))
                == [.state(to: Sample.watch), .state(to: Sample.phone), .state(to: Sample.otherPhone)])
        #expect(offered.state == .expired)
    }

    @Test("a lapsed lease puts the handoff up again, and a lapse after the expiry ends it, told once")
    func lapse() {
        var early = Sample.handoff(.claimed)
        #expect(early.advance(to: after(30)).count == 3)
        #expect(early.state == .offered)
        var late = Sample.handoff(.claimed)
        #expect(late.advance(to: after(700)).count == 3)
        #expect(late.state == .expired)
    }

    @Test("a clock that steps back revives nothing")
    func stepBack() {
        var handoff = Sample.offered()
        _ = handoff.advance(to: after(600))
        #expect(handoff.advance(to: after(0)).isEmpty)
        #expect(throws: Handoff.Refusal.ended) { try handoff.apply(.claim(Sample.claim), at: after(0)) }
    }

    @Test(
        "the same claim key gets the same answer while its fence is current, and never claims anew (relay 91)"
    )
    func claimKeys() throws {
        var handoff = Sample.offered()
        #expect(try handoff.apply(.claim(Sample.claim), at: start).count == 2)
        let first = handoff
        #expect(try handoff.apply(.claim(Sample.claim), at: after(5)).isEmpty)
        #expect(handoff == first)
        _ = handoff.advance(to: after(30))
        #expect(throws: Handoff.Refusal.staleClaimKey) {
            try handoff.apply(.claim(Sample.claim), at: after(31))
        }
        let second = Handoff.Claim(device: Sample.phone, key: Sample.claimKey(2))
        _ = try handoff.apply(.claim(second), at: after(31))
        #expect(handoff.fence == Fence(number: 2))
        #expect(throws: Handoff.Refusal.staleFence) {
            try handoff.apply(.authorize(by: Sample.phone, Fence(number: 1)), at: after(32))
        }
    }

    @Test("spent claim keys are bounded")
    func spentKeys() throws {
        var handoff = Sample.offered()
        for number in 0..<UInt8(40) {
            let claim = Handoff.Claim(device: Sample.phone, key: Sample.claimKey(number + 1))
            _ = try handoff.apply(.claim(claim), at: start)
            _ = try handoff.apply(.release(by: Sample.phone, handoff.fence), at: start)
        }
        #expect(handoff.spentClaims.count == HandoffLimits.spentClaimKeysMax)
        #expect(handoff.fence == Fence(number: 40))
    }

    @Test("a claim may be renewed until five minutes past the expiry")
    func renewal() throws {
        var handoff = Sample.offered()
        _ = try handoff.apply(.claim(Sample.claim), at: after(599))
        var time: Int64 = 599
        while time + 29 < 900 {
            time += 29
            _ = try handoff.apply(.renew(by: Sample.phone, handoff.fence), at: after(time))
        }
        #expect(handoff.deadline == after(900))
        #expect(throws: Handoff.Refusal.ended) {
            try handoff.apply(.renew(by: Sample.phone, handoff.fence), at: after(900))
        }
        #expect(handoff.state == .expired)
    }

    @Test(
        "authorizing restarts when repeated, falls in doubt after 120 s, is settled late (relay 41)"
    )
    func late() throws {
        var handoff = Sample.handoff(.claimed)
        let authorize = Sample.event(.authorize)
        #expect(try handoff.apply(authorize, at: after(10)) == [.state(to: Sample.watch)])
        #expect(try handoff.apply(authorize, at: after(100)).isEmpty)
        #expect(handoff.advance(to: after(219)).isEmpty)
        #expect(handoff.advance(to: after(220)) == [.state(to: Sample.watch), .state(to: Sample.phone)])
        #expect(handoff.state == .inDoubt)
        #expect(!handoff.state.isOpen)
        let effects = try handoff.apply(Sample.event(.settle), at: after(23 * 3600))
        #expect(effects == [.outcome(to: Sample.watch), .state(to: Sample.otherPhone)])
        #expect(handoff.state == .settled)
        #expect(handoff.forgetAt == after(47 * 3600))
    }

    @Test("the same outcome gets the same answer, another one is refused")
    func outcomes() throws {
        var handoff = Sample.handoff(.settled)
        #expect(try handoff.apply(Sample.event(.settle), at: start).isEmpty)
        let other = Handoff.Outcome(
            phone: Sample.phone, fence: Fence(number: 1), token: Sample.digest(10), digest: Sample.digest(51))
        #expect(throws: Handoff.Refusal.differs) { try handoff.apply(.settle(other), at: start) }
        var open = Sample.handoff(.authorizing)
        let foreign = Handoff.Outcome(
            phone: Sample.phone, fence: Fence(number: 1), token: Sample.digest(11), digest: Sample.digest(51))
        #expect(throws: Handoff.Refusal.wrongToken) { try open.apply(.settle(foreign), at: start) }
    }

    @Test("a cancel after the point of no return changes nothing and reaches the phone once")
    func cancelLate() throws {
        var handoff = Sample.handoff(.authorizing)
        #expect(try handoff.apply(.cancel, at: start) == [.cancelRequested(to: Sample.phone)])
        #expect(try handoff.apply(.cancel, at: start).isEmpty)
        #expect(handoff.state == .authorizing)
    }

    @Test("unpairing the claiming phone frees the claim, and the last recipient's cancels")
    func removal() throws {
        var handoff = Sample.handoff(.claimed)
        #expect(
            try handoff.apply(.remove(Sample.phone), at: start)
                == [.state(to: Sample.watch), .state(to: Sample.otherPhone)])
        #expect(handoff.state == .offered)
        #expect(throws: Handoff.Refusal.notFound) { try handoff.apply(.claim(Sample.claim), at: start) }
        #expect(try handoff.apply(.remove(Sample.otherPhone), at: start) == [.state(to: Sample.watch)])
        #expect(handoff.state == .cancelled)
    }

    @Test("a release can be repeated, a decline can be repeated")
    func repetition() throws {
        var released = Sample.handoff(.claimed)
        _ = try released.apply(Sample.event(.release), at: start)
        #expect(try released.apply(Sample.event(.release), at: start).isEmpty)
        var declined = Sample.handoff(.claimed)
        _ = try declined.apply(Sample.event(.decline), at: start)
        #expect(try declined.apply(Sample.event(.decline), at: start).isEmpty)
    }

    @Test("a tombstone answers a later create and outlives any token")
    func tombstone() {
        let key = HandoffKey(sender: Sample.watch, id: Sample.id)
        let cancelled = Handoff(tombstone: key, ended: .cancelled, at: start)
        #expect(cancelled.state == .cancelled)
        #expect(cancelled.forgetAt == after(2 * 86_400))
        #expect(Handoff(tombstone: key, ended: .superseded(by: Sample.newer), at: start).state == .superseded)
    }

    @Test("the ladder only climbs while the handoff lives")
    func ladder() throws {
        var handoff = Sample.offered()
        #expect(handoff.rung == .stored)
        #expect(
            try handoff.apply(.deliver(to: Sample.phone), at: start)
                == [.delivered(Sample.phone, to: Sample.watch)])
        #expect(handoff.rung == .delivered)
        _ = try handoff.apply(.claim(Sample.claim), at: start)
        #expect(handoff.rung == .claimed)
        _ = try handoff.apply(Sample.event(.release), at: start)
        #expect(handoff.rung == .delivered)
    }
}
