package import HTTPMessages
package import Wire

/// The one table from a refusal to what stands on the wire: status, title and whether the same request may
/// succeed later. It equals Protocol/errors.md.
package enum ProblemTable {
    /// A row of the table.
    package struct Row: Sendable {
        /// The status.
        package let status: Status
        /// What happened, for people.
        package let title: String
        /// Whether it may be tried again.
        package let isRetryable: Bool
    }

    /// The row of a code.
    package static func row(_ code: ProblemCode) -> Row {
        switch code {
        case .malformed: Row(.badRequest, "The request cannot be read")
        case .badToken: Row(.badRequest, "A signed message fails its checks")
        case .unsupportedVersion: Row(.badRequest, "This version is not spoken here")
        case .signatureMissing: Row(.unauthorized, "The request is not signed", again: true)
        case .signatureInvalid: Row(.unauthorized, "The request's signature does not hold")
        case .signatureStale: Row(.unauthorized, "The signature's time is too far off", again: true)
        case .replayed: Row(.unauthorized, "This signature was used before", again: true)
        case .clockSkew: Row(.unauthorized, "The token's time is too far off", again: true)
        case .notGranted: Row(.forbidden, "The devices are not paired")
        case .notFound: Row(.notFound, "Not found")
        case .methodNotAllowed: Row(.methodNotAllowed, "The method is not allowed here")
        case .notAcceptable: Row(.notAcceptable, "Events come as text/event-stream or application/json")
        case .requestTimeout: Row(.requestTimeout, "The request came too slowly", again: true)
        case .differs: Row(.conflict, "The same id was used with other contents")
        case .taken: Row(.conflict, "Another device has it")
        case .staleClaimKey: Row(.conflict, "The claim of this key is over")
        case .staleFence: Row(.conflict, "The claim is over")
        case .wrongState: Row(.conflict, "The state does not allow it")
        case .ended: Row(.conflict, "The handoff has ended")
        case .supersedeRefused: Row(.conflict, "The older handoff can no longer be replaced")
        case .pairingExists: Row(.conflict, "The pairing id is in use")
        case .pairingConflict: Row(.conflict, "Somebody else answered")
        case .pairingEnded: Row(.conflict, "The pairing has ended")
        case .pairingOrder: Row(.conflict, "The step before is missing")
        case .contentTooLarge: Row(.contentTooLarge, "The body is too large")
        case .unsupportedMediaType: Row(.unsupportedMediaType, "Bodies are application/json")
        case .expiredToken: Row(.unprocessableContent, "The token has expired or lives too short or too long")
        case .wrongRelay: Row(.unprocessableContent, "The message is for another relay")
        case .wrongToken: Row(.unprocessableContent, "The outcome answers another token")
        case .rateLimited: Row(.tooManyRequests, "Too many requests", again: true)
        case .tooManyOpen: Row(.tooManyRequests, "Too many open handoffs", again: true)
        case .tooManyWaiting: Row(.tooManyRequests, "Too much waits for the recipient", again: true)
        case .headerTooLarge: Row(.headFieldsTooLarge, "The header is too large")
        case .internalError: Row(.internalError, "The relay failed", again: true)
        case .notImplemented: Row(.notImplemented, "Not implemented")
        case .unavailable: Row(.unavailable, "The relay is busy or stopping", again: true)
        }
    }

    /// The code of what the transport refuses before a route is asked.
    package static func code(of status: Status) -> ProblemCode {
        ProblemCode.allCases.first { transportCodes.contains($0) && row($0).status == status } ?? .malformed
    }

    private static let transportCodes: Set<ProblemCode> = [
        .malformed, .requestTimeout, .contentTooLarge, .headerTooLarge, .rateLimited, .internalError,
        .notImplemented, .unavailable,
    ]
}

extension ProblemTable.Row {
    fileprivate init(_ status: Status, _ title: String, again isRetryable: Bool = false) {
        self.init(status: status, title: title, isRetryable: isRetryable)
    }
}
