internal import BatonClient
internal import Blocking
internal import Checkout
internal import HTTPClient
internal import HTTPMessages
internal import Merchant
internal import Surfaces
internal import Wire

extension Complaint {
    init(_ failure: JournalFailure, in home: Home) {
        self =
            switch failure {
            case .file(let error): .homeUnusable(home.folder, "\(error)")
            case .database(let error): .homeUnusable(home.folder, "\(error)")
            case .damaged(let place): .homeDamaged(home.journal, place)
            case .emptied: .homeEmptied(home.journal)
            }
    }

    init(_ error: RelayError, at base: String) {
        self =
            switch error {
            case .refused(let problem): .relayRefused(problem.code?.rawValue ?? problem.type, problem.reason)
            case .unreachable(let failure) where failure.isCancelled: .interrupted
            case .unreachable, .notUnderstood: .relayUnreachable(base)
            case .failed(let reason): .relayRefused("unusable", reason)
            }
    }

    init(_ failure: MerchantFailure, at origin: String) {
        self =
            switch failure {
            case .cancelled: .interrupted
            case .unreachable, .timedOut, .unclear: .shopUnreachable(origin)
            // A shop says "not found" in its protocol's words; anybody else's is no shop.
            case .refused(let problem) where problem.status == .notFound && problem.type != "invalid_request":
                .noShop(origin)
            case .refused(let problem): .shopRefused(ForeignText(problem.message))
            case .malformed, .quote: .shopUnusable(failure.description)
            }
    }

    init(_ end: PairingEnd) {
        self =
            switch end {
            case .someoneElseAnswered: .someoneElse
            case .aborted: .pairingAborted
            case .expired: .pairingExpired
            case .wrongCode: .wrongCodes
            case .commitment, .notAuthentic: .pairingMismatch
            case .refused: .codeNotRight
            case .failed: .pairingFailed
            }
    }
}

extension Problem {
    var reason: String { detail ?? title }
}

extension HTTPClientError {
    /// Whether the task that waited was cancelled: Ctrl-C, not the network.
    var isCancelled: Bool {
        if case .cancelled = self { true } else { false }
    }
}

extension RelayError {
    /// The same for a request to the relay.
    var isCancelled: Bool {
        if case .unreachable(let failure) = self { failure.isCancelled } else { false }
    }
}
