import Crypto
import HTTPMessages
import Handoffs
import Relay
import Testing
import Wire

@testable import RelayHTTP

@Suite("Handoffs over HTTP, from create to outcome")
struct LifeRouteTests {
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

    @Test("AP-1: a purchase travels from the watch to exactly one phone, and its outcome back")
    func wholeLife() async throws {
        let id = relay.handoffID()
        let (created, tokens) = try await relay.create(watch, [phone, other], id)
        #expect(created.status == .created)
        #expect(try created.read(HandoffStatus.self).state == .offered)
        let offers = try await relay.poll(phone).events.compactMap { entry -> HandoffStatus? in
            guard case .offer(let status) = entry.event else { return nil }
            return status
        }
        #expect(offers.map(\.token) == [tokens[0]])
        #expect(offers.first?.expiresIn == .seconds(600))
        let claim = try await relay.claim(id, of: watch, by: phone).read(ClaimAnswer.self)
        #expect(claim.fence == Fence(number: 1))
        #expect(claim.token == tokens[0])
        #expect(claim.lease == HandoffLimits.lease)
        let lost = try await relay.claim(id, of: watch, by: other)
        #expect((lost.status, lost.code) == (.conflict, .taken))
        let authorizing = try await relay.step("authorizing", id, of: watch, by: phone, fence: 1)
        #expect(try authorizing.read(HandoffStatus.self).inDoubtIn == HandoffLimits.authorizing)
        let outcome = try relay.outcome(id, of: watch, by: phone, token: tokens[0], fence: 1)
        let settled = await relay.settle(id, outcome)
        #expect(try settled.read(HandoffStatus.self).state == .settled)
        let news = try await relay.poll(watch).events
        guard case .outcome(let last)? = news.last?.event else { throw TestFailure("no outcome event") }
        #expect(last.outcome == outcome)
        #expect(try await relay.status(id, of: watch, by: watch).read(HandoffStatus.self).outcome == outcome)
        let told = try await relay.poll(other).events.map(\.event)
        guard case .state(let withdrawn)? = told.last else {
            throw TestFailure("the other phone is not told")
        }
        #expect(withdrawn.state == .settled)
    }

    @Test("the watch sees the ladder in its log, in order (SN-7)")
    func ladder() async throws {
        let id = relay.handoffID()
        let (_, tokens) = try await relay.create(watch, [phone], id)
        let seen = try await relay.poll(phone)
        _ = try await relay.poll(phone, after: seen.cursor.text)
        _ = try await relay.claim(id, of: watch, by: phone)
        _ = try await relay.step("authorizing", id, of: watch, by: phone, fence: 1)
        _ = await relay.settle(id, try relay.outcome(id, of: watch, by: phone, token: tokens[0], fence: 1))
        let rungs = try await relay.poll(watch).events.compactMap { entry -> Rung? in
            switch entry.event {
            case .state(let status), .delivered(let status), .outcome(let status): status.rung
            case .offer, .cancelRequested, .paired, .unpaired, .notice, .resync, .drain, .rotate, .overrun,
                .unknown:
                nil
            }
        }
        #expect(rungs == [.delivered, .claimed, .authorizing, .settled])
    }

    @Test("the same create gets the same answer, the same id with other tokens is refused (relay 46)")
    func repeatedCreate() async throws {
        let id = relay.handoffID()
        let (_, tokens) = try await relay.create(watch, [phone, other], id)
        relay.clock.advance(.seconds(90))
        let again = await relay.post("/v1/handoffs", HandoffCreateRequest(tokens: tokens.reversed()))
        #expect(again.status == .ok)
        for changed in [[tokens[0]], [try relay.sign(relay.claims(watch, phone, id), by: watch), tokens[1]]] {
            let answer = await relay.post("/v1/handoffs", HandoffCreateRequest(tokens: changed))
            #expect((answer.status == .conflict && answer.code == .differs) || answer.code == .badToken)
        }
        #expect(try await relay.poll(phone).events.count == 2)
    }

    @Test(
        "tokens that differ, repeat a recipient or are for strangers are refused, nothing is stored"
    )
    func badCreates() async throws {
        let id = relay.handoffID()
        let stranger = try TestDevice()
        let good = try relay.sign(relay.claims(watch, phone, id), by: watch)
        let cases: [([String], ProblemCode)] = [
            ([good, try relay.sign(relay.claims(watch, phone, id), by: watch)], .badToken),
            ([good, try relay.sign(relay.claims(watch, other, relay.handoffID()), by: watch)], .badToken),
            ([good, try relay.sign(relay.claims(watch, other, id, lifetime: 601), by: watch)], .badToken),
            ([good, try relay.sign(relay.claims(watch, stranger, id), by: watch)], .notGranted),
            ([try relay.sign(relay.claims(watch, phone, id), by: phone)], .badToken),
            ([try relay.sign(relay.claims(stranger, phone, id), by: stranger)], .badToken),
            ([String(good.dropLast(2)) + "AA"], .badToken),
            (
                [try relay.sign(relay.claims(watch, phone, id, relay: "https://relay.example"), by: watch)],
                .wrongRelay
            ),
            ([try relay.sign(relay.claims(watch, phone, id, lifetime: 29), by: watch)], .expiredToken),
            ([try relay.sign(relay.claims(watch, phone, id, lifetime: 86_401), by: watch)], .expiredToken),
            ([try relay.sign(relay.claims(watch, phone, id, supersedes: id), by: watch)], .badToken),
        ]
        for (tokens, code) in cases {
            let answer = await relay.post("/v1/handoffs", HandoffCreateRequest(tokens: tokens))
            #expect(answer.code == code, "\(tokens.count) tokens, wanted \(code)")
        }
        #expect(try await relay.status(id, of: watch, by: watch).status == .notFound)
        #expect(await relay.post("/v1/handoffs", HandoffCreateRequest(tokens: [good])).status == .created)
    }

    @Test(
        "an iat a minute off is refused with the relay's time, and signed again under the same id (relay 37)")
    func skew() async throws {
        let id = relay.handoffID()
        let now = relay.clock.now().seconds
        for off in [-61, 61] as [Int64] {
            let token = try relay.sign(relay.claims(watch, phone, id, issuedAt: now + off), by: watch)
            let answer = await relay.post("/v1/handoffs", HandoffCreateRequest(tokens: [token]))
            #expect(answer.code == .clockSkew)
            #expect(try Problem(parsing: answer.body).serverTime == relay.clock.now())
        }
        #expect(try await relay.create(watch, [phone], id).answer.status == .created)
    }

    @Test("a cancel that comes first is what a later create gets as its answer")
    func cancelBeforeCreate() async throws {
        let id = relay.handoffID()
        #expect(try await relay.cancel(id, by: watch).read(HandoffStatus.self).state == .cancelled)
        let (answer, _) = try await relay.create(watch, [phone], id)
        #expect(answer.status == .ok)
        #expect(try answer.read(HandoffStatus.self).state == .cancelled)
        #expect(try await relay.claim(id, of: watch, by: phone).status == .notFound)
    }

    @Test("past the point of no return a cancel changes nothing and reaches the phone")
    func cancelLate() async throws {
        let id = relay.handoffID()
        try await relay.create(watch, [phone], id)
        _ = try await relay.claim(id, of: watch, by: phone)
        _ = try await relay.step("authorizing", id, of: watch, by: phone, fence: 1)
        let answer = try await relay.cancel(id, by: watch)
        #expect(answer.status == .accepted)
        #expect(try answer.read(HandoffStatus.self).state == .authorizing)
        guard case .cancelRequested? = try await relay.poll(phone).events.last?.event else {
            throw TestFailure("the phone is not asked")
        }
    }

    @Test("a newer handoff ends the older one in the same write, unless that is past return")
    func supersede() async throws {
        let (first, second, third) = (relay.handoffID(), relay.handoffID(), relay.handoffID())
        try await relay.create(watch, [phone], first)
        #expect(try await relay.create(watch, [phone], second, supersedes: first).answer.status == .created)
        let old = try await relay.status(first, of: watch, by: watch).read(HandoffStatus.self)
        #expect(old.state == .superseded)
        #expect(old.supersededBy == second)
        _ = try await relay.claim(second, of: watch, by: phone)
        _ = try await relay.step("authorizing", second, of: watch, by: phone, fence: 1)
        let (refused, _) = try await relay.create(watch, [phone], third, supersedes: second)
        #expect((refused.status, refused.code) == (.conflict, .supersedeRefused))
        #expect(try Problem(parsing: refused.body).state == .authorizing)
        #expect(try await relay.status(third, of: watch, by: watch).status == .notFound)
    }

    @Test("a superseded handoff that arrives late is already over")
    func supersedeBeforeCreate() async throws {
        let (late, newer) = (relay.handoffID(), relay.handoffID())
        try await relay.create(watch, [phone], newer, supersedes: late)
        let (answer, _) = try await relay.create(watch, [phone], late)
        #expect(try answer.read(HandoffStatus.self).state == .superseded)
    }

    @Test("expiry is decided at the read and told by the same write (relay 43)")
    func expiry() async throws {
        let id = relay.handoffID()
        try await relay.create(watch, [phone], id, lifetime: 30)
        relay.clock.advance(.seconds(30))
        #expect(try await relay.claim(id, of: watch, by: phone).code == .ended)
        #expect(try await relay.status(id, of: watch, by: watch).read(HandoffStatus.self).state == .expired)
        relay.clock.step(.seconds(-3600))
        #expect(
            try await relay.service.handoff(HandoffKey(sender: watch.id, id: id), for: watch.id).state
                == .expired)
    }

    @Test("the sweeper writes what time decided when nobody asks, and an expiry comes once")
    func sweep() async throws {
        let id = relay.handoffID()
        try await relay.create(watch, [phone], id, lifetime: 30)
        relay.clock.advance(.seconds(31))
        #expect(try await relay.upkeep.sweep() == 1)
        #expect(try await relay.upkeep.sweep() == 0)
        let states = try await relay.poll(watch).events.filter {
            if case .state = $0.event { true } else { false }
        }
        #expect(states.count == 1)
    }

    @Test("a late outcome settles what was in doubt (relay 40, 41)")
    func late() async throws {
        let id = relay.handoffID()
        let (_, tokens) = try await relay.create(watch, [phone], id)
        _ = try await relay.claim(id, of: watch, by: phone)
        _ = try await relay.step("authorizing", id, of: watch, by: phone, fence: 1)
        relay.clock.advance(.seconds(3600))
        let outcome = try relay.outcome(id, of: watch, by: phone, token: tokens[0], fence: 1)
        #expect(try await relay.status(id, of: watch, by: watch).read(HandoffStatus.self).state == .inDoubt)
        #expect(try await relay.step("authorizing", id, of: watch, by: phone, fence: 1).code == .wrongState)
        #expect(try await relay.settle(id, outcome).read(HandoffStatus.self).state == .settled)
        #expect(await relay.settle(id, outcome).status == .ok)
        let another = try relay.outcome(id, of: watch, by: phone, token: tokens[0], fence: 1)
        #expect(await relay.settle(id, another).code == .differs)
    }

    @Test("a stale fence and a spent claim key are dead (relay 91)")
    func stale() async throws {
        let id = relay.handoffID()
        try await relay.create(watch, [phone, other], id)
        let key = relay.claimKey()
        _ = try await relay.claim(id, of: watch, by: phone, key: key)
        relay.clock.advance(.seconds(31))
        #expect(try await relay.claim(id, of: watch, by: phone, key: key).code == .staleClaimKey)
        #expect(try await relay.claim(id, of: watch, by: other).read(ClaimAnswer.self).fence.number == 2)
        for step in ["renew", "release", "authorizing", "decline"] {
            #expect(try await relay.step(step, id, of: watch, by: phone, fence: 1).code == .staleFence)
        }
    }

    @Test("seventeen open handoffs are one too many, and the seventeenth may replace one")
    func openLimit() async throws {
        var last = relay.handoffID()
        for _ in 0..<16 {
            last = relay.handoffID()
            #expect(try await relay.create(watch, [phone], last).answer.status == .created)
        }
        let refused = try await relay.create(watch, [phone], relay.handoffID()).answer
        #expect((refused.status, refused.code) == (.tooManyRequests, .tooManyOpen))
        #expect(refused.fields["retry-after"] != nil)
        #expect(
            try await relay.create(watch, [phone], relay.handoffID(), supersedes: last).answer.status
                == .created)
    }

    @Test("unknown, foreign and wrong-audience ids get one 404, byte for byte (relay 49)")
    func uniform() async throws {
        let id = relay.handoffID()
        try await relay.create(watch, [phone], id)
        let stranger = try TestDevice()
        _ = try await relay.pair(watch, stranger)
        var answers = [
            try await relay.status(relay.handoffID(), of: watch, by: stranger),
            try await relay.status(id, of: watch, by: stranger),
            try await relay.status(id, of: phone, by: stranger),
            try await relay.claim(id, of: watch, by: stranger),
            try await relay.step("renew", id, of: watch, by: stranger, fence: 1),
            await relay.send(Request(method: .get, target: "/v1/handoffs/AAAA")),
            await relay.send(Request(method: .get, target: "/nothing")),
        ]
        answers.append(try await relay.send(.get, "/v1/pairings/\(relay.pairingID())", by: stranger))
        for answer in answers {
            #expect(answer.status == .notFound)
            #expect(answer.body == answers[0].body)
            #expect(answer.fields == answers[0].fields)
        }
    }

    @Test("two phones that claim at the same instant: one wins, the other is told, 200 times (relay 91)")
    func race() async throws {
        for _ in 0..<200 {
            let id = relay.handoffID()
            try await relay.create(watch, [phone, other], id)
            async let first = relay.claim(id, of: watch, by: phone)
            async let second = relay.claim(id, of: watch, by: other)
            let answers = try await [first, second]
            #expect(answers.filter { $0.status == .ok }.count == 1)
            #expect(answers.filter { $0.code == .taken }.count == 1)
            _ = try await relay.cancel(id, by: watch)
        }
    }
}

struct TestFailure: Error {
    let what: String
    init(_ what: String) { self.what = what }
}
