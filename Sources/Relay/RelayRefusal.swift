package import Handoffs
package import Wire

/// What a use case refuses, with the facts that the answer carries. RelayHTTP's table gives its code a
/// status.
package struct RelayRefusal: Error, Sendable, Equatable {
    /// Why.
    package let code: ProblemCode
    /// For people and logs; names no secret.
    package var detail: String?
    /// The state of the handoff that was asked about.
    package var state: HandoffState?
    /// How long to wait before asking again.
    package var retryAfter: Duration?

    /// A refusal with its facts.
    package init(
        _ code: ProblemCode, detail: String? = nil, state: HandoffState? = nil, retryAfter: Duration? = nil
    ) {
        self.code = code
        self.detail = detail
        self.state = state
        self.retryAfter = retryAfter
    }

    /// What a handoff refuses, beside its state.
    init(_ refusal: Handoff.Refusal, state: HandoffState) {
        switch refusal {
        case .notFound: self.init(ProblemCode.notFound)
        case .taken: self.init(ProblemCode.taken, state: state)
        case .staleClaimKey: self.init(ProblemCode.staleClaimKey, state: state)
        case .staleFence: self.init(ProblemCode.staleFence, state: state)
        case .wrongState: self.init(ProblemCode.wrongState, state: state)
        case .ended: self.init(ProblemCode.ended, state: state)
        case .differs: self.init(ProblemCode.differs, state: state)
        case .wrongToken: self.init(ProblemCode.wrongToken, state: state)
        case .supersedeRefused: self.init(ProblemCode.supersedeRefused, state: state)
        }
    }

    /// What a pairing refuses.
    init(_ refusal: Pairing.Refusal) {
        switch refusal {
        case .notFound: self.init(ProblemCode.notFound)
        case .exists: self.init(ProblemCode.pairingExists)
        case .conflict:
            self.init(ProblemCode.pairingConflict, detail: "somebody else answered, or a step was changed")
        case .ended: self.init(ProblemCode.pairingEnded)
        case .order: self.init(ProblemCode.pairingOrder)
        }
    }

    /// A store that could not answer; the request may be repeated.
    init(_ failure: StoreFailure) {
        switch failure {
        case .busy: self.init(.unavailable, detail: "the relay is busy", retryAfter: .seconds(1))
        case .full: self.init(.unavailable, detail: "the relay has no room left", retryAfter: .seconds(30))
        case .failed:
            self.init(.unavailable, detail: "the relay cannot reach its store", retryAfter: .seconds(2))
        }
    }
}
