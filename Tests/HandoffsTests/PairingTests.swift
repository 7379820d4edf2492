import Testing

@testable import Handoffs

@Suite("A pairing as the relay carries it: every state × every event")
struct PairingTests {
    static let watch = Pairing.Party(device: Sample.watch, key: Sample.bytes(1, 65))
    static let phone = Pairing.Party(device: Sample.phone, key: Sample.bytes(2, 65))
    static let start = Sample.start

    static func event(_ kind: Pairing.Event.Kind, body: [UInt8] = [1]) -> Pairing.Event {
        switch kind {
        case .open: .open(by: watch)
        case .answer: .answer(by: phone, body: body)
        case .reveal: .reveal(by: Sample.watch, body: body)
        case .watchConfirm: .watchConfirm(by: Sample.watch, body: body)
        case .phoneConfirm: .phoneConfirm(by: Sample.phone, body: body)
        case .abort: .abort(by: Sample.watch, body: body)
        case .grant: .grant(grant(Sample.watch))
        case .unpair: .unpair(by: Sample.phone)
        }
    }

    static func grant(_ signer: DeviceID, _ transcript: UInt8 = 5) -> Pairing.Grant {
        Pairing.Grant(signer: signer, transcript: Sample.digest(transcript), token: [1, 2, 3])
    }

    static func pairing(_ state: PairingState) throws -> Pairing {
        var pairing = Pairing(opening: Sample.pairingID(1), by: watch, at: start)
        let steps: [Pairing.Event]
        switch state {
        case .open: steps = []
        case .answered: steps = [event(.answer)]
        case .revealed: steps = [event(.answer), event(.reveal)]
        case .confirming: steps = [event(.answer), event(.reveal), event(.watchConfirm)]
        case .granted:
            steps = [.answer, .reveal, .watchConfirm, .phoneConfirm, .grant].map { event($0) }
        case .paired:
            steps =
                [.answer, .reveal, .watchConfirm, .phoneConfirm, .grant].map { event($0) }
                + [.grant(grant(Sample.phone))]
        case .ended: steps = [event(.answer), event(.abort)]
        case .unpaired:
            steps =
                [.answer, .reveal, .watchConfirm, .phoneConfirm, .grant].map { event($0) }
                + [.grant(grant(Sample.phone)), event(.unpair)]
        }
        for step in steps { _ = try pairing.apply(step, at: start) }
        #expect(pairing.state == state)
        return pairing
    }

    enum Expected: Equatable {
        case becomes(PairingState)
        case refused(Pairing.Refusal)
    }

    static func expected(_ state: PairingState, _ event: Pairing.Event.Kind) -> Expected {
        switch event {
        case .open: return .becomes(state)
        case .answer: return .becomes(state == .open ? .answered : state)
        case .reveal, .watchConfirm, .phoneConfirm: return step(state, event)
        case .abort:
            switch state {
            case .open, .answered, .revealed, .confirming, .granted, .ended: return .becomes(.ended)
            case .paired, .unpaired: return .refused(.ended)
            }
        case .grant:
            switch state {
            case .open, .answered, .revealed: return .refused(.order)
            case .confirming, .granted: return .becomes(.granted)
            case .paired: return .becomes(.paired)
            case .ended, .unpaired: return .refused(.ended)
            }
        case .unpair:
            switch state {
            case .open: return .refused(.notFound)
            case .answered, .revealed, .confirming, .granted, .ended: return .becomes(.ended)
            case .paired, .unpaired: return .becomes(.unpaired)
            }
        }
    }

    /// A step that is due moves on, one that was posted is repeated, one out of turn is refused.
    static func step(_ state: PairingState, _ event: Pairing.Event.Kind) -> Expected {
        let place = event == .reveal ? 0 : event == .watchConfirm ? 1 : 2
        switch state {
        case .open: return event == .phoneConfirm ? .refused(.notFound) : .refused(.order)
        case .answered: return place == 0 ? .becomes(.revealed) : .refused(.order)
        case .revealed:
            return place == 0 ? .becomes(.revealed) : place == 1 ? .becomes(.confirming) : .refused(.order)
        case .confirming: return .becomes(.confirming)
        case .granted, .paired, .unpaired: return .becomes(state)
        case .ended: return .refused(.ended)
        }
    }

    @Test("each event does in each state what Protocol/states.md says", arguments: PairingState.allCases)
    func table(state: PairingState) throws {
        for kind in Pairing.Event.Kind.allCases {
            var pairing = try Self.pairing(state)
            let got: Expected
            do {
                _ = try pairing.apply(Self.event(kind), at: Self.start.adding(.seconds(1)))
                got = .becomes(pairing.state)
            } catch {
                got = .refused(error)
            }
            #expect(got == Self.expected(state, kind), "\(kind) in \(state)")
        }
    }

    @Test("a second, different answer or reveal ends the pairing on both devices (relay 79)")
    func second() throws {
        for kind in [Pairing.Event.Kind.answer, .reveal, .watchConfirm, .phoneConfirm] {
            var pairing = try Self.pairing(.confirming)
            _ = try pairing.apply(Self.event(.phoneConfirm), at: Self.start)
            #expect(throws: Pairing.Refusal.conflict) {
                try pairing.apply(Self.event(kind, body: [9]), at: Self.start)
            }
            #expect(pairing.state == .ended)
        }
        var other = try Self.pairing(.answered)
        let thief = Pairing.Party(device: Sample.stranger, key: Sample.bytes(9, 65))
        #expect(throws: Pairing.Refusal.conflict) {
            try other.apply(.answer(by: thief, body: [1]), at: Self.start)
        }
        #expect(other.state == .ended)
    }

    @Test("grants over different transcripts end the pairing")
    func transcripts() throws {
        var pairing = try Self.pairing(.granted)
        #expect(throws: Pairing.Refusal.conflict) {
            try pairing.apply(.grant(Self.grant(Sample.phone, 6)), at: Self.start)
        }
        #expect(pairing.state == .ended)
    }

    @Test("an unfinished pairing ends after 120 s, a finished one does not")
    func lifetime() throws {
        for state in PairingState.allCases {
            var pairing = try Self.pairing(state)
            pairing.advance(to: Self.start.adding(.seconds(120)))
            switch state {
            case .open, .answered, .revealed, .confirming, .granted, .ended: #expect(pairing.state == .ended)
            case .paired: #expect(pairing.state == .paired)
            case .unpaired: #expect(pairing.state == .unpaired)
            }
        }
    }

    @Test("nothing that is replayed revives an unpaired pairing")
    func replayed() throws {
        var pairing = try Self.pairing(.unpaired)
        for kind in Pairing.Event.Kind.allCases {
            do { _ = try pairing.apply(Self.event(kind), at: Self.start) } catch { #expect(error == .ended) }
            #expect(pairing.state == .unpaired)
        }
    }
}
