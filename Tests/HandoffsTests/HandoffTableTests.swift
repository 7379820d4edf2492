import Testing

@testable import Handoffs

@Suite("A handoff's life: every state × every event")
struct HandoffTableTests {
    enum Expected: Equatable {
        case becomes(HandoffState)
        case refused(Handoff.Refusal)
    }

    /// What the claiming phone (or the watch) gets, by state and event. A new case fails to compile here.
    static func expected(_ state: HandoffState, _ event: Handoff.Event.Kind) -> Expected {
        switch state {
        case .offered: offered(event)
        case .claimed: claimed(event)
        case .authorizing: authorizing(event)
        case .inDoubt: inDoubt(event)
        case .settled, .declined, .cancelled, .superseded, .expired: terminal(state, event)
        }
    }

    static func offered(_ event: Handoff.Event.Kind) -> Expected {
        switch event {
        case .claim: .becomes(.claimed)
        case .renew, .release, .authorize, .settle, .decline: .refused(.staleFence)
        case .cancel: .becomes(.cancelled)
        case .supersede: .becomes(.superseded)
        case .remove, .deliver: .becomes(.offered)
        }
    }

    static func claimed(_ event: Handoff.Event.Kind) -> Expected {
        switch event {
        case .claim, .renew, .deliver: .becomes(.claimed)
        case .release, .remove: .becomes(.offered)
        case .authorize: .becomes(.authorizing)
        case .settle: .refused(.wrongState)
        case .decline: .becomes(.declined)
        case .cancel: .becomes(.cancelled)
        case .supersede: .becomes(.superseded)
        }
    }

    static func authorizing(_ event: Handoff.Event.Kind) -> Expected {
        switch event {
        case .claim, .renew, .release, .decline: .refused(.wrongState)
        case .authorize, .cancel, .remove, .deliver: .becomes(.authorizing)
        case .settle: .becomes(.settled)
        case .supersede: .refused(.supersedeRefused)
        }
    }

    static func inDoubt(_ event: Handoff.Event.Kind) -> Expected {
        switch event {
        case .claim, .renew, .release, .authorize, .decline: .refused(.wrongState)
        case .settle: .becomes(.settled)
        case .cancel, .remove, .deliver: .becomes(.inDoubt)
        case .supersede: .refused(.supersedeRefused)
        }
    }

    static func terminal(_ state: HandoffState, _ event: Handoff.Event.Kind) -> Expected {
        switch event {
        case .claim, .renew, .release, .authorize: .refused(.ended)
        case .settle: state == .settled ? .becomes(.settled) : .refused(.ended)
        case .decline: state == .declined ? .becomes(.declined) : .refused(.ended)
        case .cancel: state == .cancelled ? .becomes(.cancelled) : .refused(.ended)
        case .supersede:
            state == .settled || state == .superseded ? .refused(.supersedeRefused) : .becomes(state)
        case .remove, .deliver: .becomes(state)
        }
    }

    @Test("each event does in each state what Protocol/states.md says", arguments: HandoffState.allCases)
    func table(state: HandoffState) {
        for kind in Handoff.Event.Kind.allCases {
            var handoff = Sample.handoff(state)
            let got: Expected
            do {
                _ = try handoff.apply(Sample.event(kind), at: Sample.start.adding(.seconds(1)))
                got = .becomes(handoff.state)
            } catch {
                got = .refused(error)
                #expect(handoff == Sample.handoff(state), "a refused \(kind) changed \(state)")
            }
            #expect(got == Self.expected(state, kind), "\(kind) in \(state)")
        }
    }

    @Test("a terminal state never changes, whatever comes and however late", arguments: HandoffState.allCases)
    func terminalStates(state: HandoffState) {
        guard state.isTerminal else { return }
        for kind in Handoff.Event.Kind.allCases {
            var handoff = Sample.handoff(state)
            let phase = handoff.phase
            do {
                _ = try handoff.apply(Sample.event(kind), at: Sample.start.adding(.seconds(40 * 86_400)))
            } catch {
                #expect(Handoff.Refusal.allCases.contains(error))
            }
            #expect(handoff.phase == phase)
        }
    }

    @Test("a stranger's event is refused as if the handoff did not exist (relay 49)")
    func stranger() {
        for state in HandoffState.allCases {
            var handoff = Sample.handoff(state)
            let claim = Handoff.Claim(device: Sample.stranger, key: Sample.claimKey(9))
            #expect(throws: Handoff.Refusal.notFound) { try handoff.apply(.claim(claim), at: Sample.start) }
            #expect(throws: Handoff.Refusal.notFound) {
                try handoff.apply(.renew(by: Sample.stranger, handoff.fence), at: Sample.start)
            }
        }
    }

    @Test("the other recipient's fence or claim key moves nothing (relay 91)")
    func otherRecipient() {
        for kind in Handoff.Event.Kind.allCases {
            for state in [HandoffState.claimed, .authorizing, .inDoubt] {
                var handoff = Sample.handoff(state)
                let event: Handoff.Event? =
                    switch kind {
                    case .claim: .claim(.init(device: Sample.otherPhone, key: Sample.claimKey(1)))
                    case .renew: .renew(by: Sample.otherPhone, handoff.fence)
                    case .release: .release(by: Sample.otherPhone, handoff.fence)
                    case .authorize: .authorize(by: Sample.otherPhone, handoff.fence)
                    case .decline: .decline(by: Sample.otherPhone, handoff.fence)
                    case .settle:
                        .settle(
                            .init(
                                phone: Sample.otherPhone, fence: handoff.fence, token: Sample.digest(11),
                                digest: Sample.digest(60)))
                    case .cancel, .supersede, .remove, .deliver: nil
                    }
                guard let event else { continue }
                #expect(throws: kind == .claim ? Handoff.Refusal.taken : .staleFence) {
                    try handoff.apply(event, at: Sample.start)
                }
                #expect(handoff == Sample.handoff(state))
            }
        }
    }
}
