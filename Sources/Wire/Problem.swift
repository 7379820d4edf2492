package import Handoffs
package import JSON

/// Why the relay refused, by name (Protocol/errors.md). RelayHTTP's one table adds status and title.
package enum ProblemCode: String, Sendable, CaseIterable {
    case malformed
    case badToken = "bad_token"
    case unsupportedVersion = "unsupported_version"
    case signatureMissing = "signature_missing"
    case signatureInvalid = "signature_invalid"
    case signatureStale = "signature_stale"
    case replayed
    case clockSkew = "clock_skew"
    case notGranted = "not_granted"
    case notFound = "not_found"
    case methodNotAllowed = "method_not_allowed"
    case notAcceptable = "not_acceptable"
    case requestTimeout = "request_timeout"
    case differs
    case taken
    case staleClaimKey = "stale_claim_key"
    case staleFence = "stale_fence"
    case wrongState = "wrong_state"
    case ended
    case supersedeRefused = "supersede_refused"
    case pairingExists = "pairing_exists"
    case pairingConflict = "pairing_conflict"
    case pairingEnded = "pairing_ended"
    case pairingOrder = "pairing_order"
    case contentTooLarge = "content_too_large"
    case unsupportedMediaType = "unsupported_media_type"
    case expiredToken = "expired_token"
    case wrongRelay = "wrong_relay"
    case wrongToken = "wrong_token"
    case rateLimited = "rate_limited"
    case tooManyOpen = "too_many_open"
    case tooManyWaiting = "too_many_waiting"
    case headerTooLarge = "header_too_large"
    case internalError = "internal"
    case notImplemented = "not_implemented"
    case unavailable

    /// The `type` of the problem document.
    package var type: String { "\(Self.typePrefix)\(rawValue)" }

    /// What stands before the code in `type`.
    package static let typePrefix = "urn:baton:problem:"
}

/// A problem document as a client reads it (RFC 9457).
package struct Problem: Sendable, Equatable {
    /// The code; nil for one of a later relay, or where somebody between answered.
    package let code: ProblemCode?
    /// The `type` as it came.
    package let type: String
    /// For people.
    package let title: String
    package let detail: String?
    /// Whether the same request may succeed later.
    package let isRetryable: Bool
    /// The relay's time.
    package let serverTime: Instant?
    /// The handoff's state.
    package let state: HandoffState?
    /// To sign the next request with.
    package let nonce: String?
    /// How long to wait first.
    package let retryAfter: Duration?
    /// The part of the signature that was wrong.
    package let component: String?

    /// Reads a document; members that are absent or of another kind are taken as absent, for a proxy may have
    /// written it (relay 76). Throws only where it is no JSON object.
    package init(parsing body: [UInt8]) throws(JSONError) {
        let node = try JSONNode(parsing: body, limits: WireLimits.json(bytesMax: WireLimits.bodyBytesMax))
        let members = try node.object()
        func text(_ name: String) -> String? {
            guard case .string(let text)? = members[name], text.utf8.count <= 1024 else { return nil }
            return text
        }
        func number(_ name: String) -> Int64? {
            guard case .integer(let number)? = members[name], (0...Int64(1) << 53).contains(number) else {
                return nil
            }
            return number
        }
        type = text("type") ?? "about:blank"
        code =
            type.hasPrefix(ProblemCode.typePrefix)
            ? ProblemCode(rawValue: String(type.dropFirst(ProblemCode.typePrefix.count))) : nil
        title = text("title") ?? ""
        detail = text("detail")
        isRetryable = members["retryable"] == .bool(true)
        serverTime = number("server_time_ms").map { Instant(milliseconds: $0) }
        state = text("state").flatMap { HandoffState(rawValue: $0) }
        nonce = text("nonce")
        retryAfter = number("retry_after_ms").map { .milliseconds($0) }
        component = text("component")
    }
}
