import Crypto
import Encodings
import HTTPMessages

/// What a request shows to be let to a session: its bearer, and for a POST time and signature.
struct SessionProof: Sendable {
    private let bearer: [UInt8]
    private let timestamp: String
    private let signature: [UInt8]
    private let input: [UInt8]
    private let needsSignature: Bool
    private let seconds: Int64

    init(_ request: Request, at seconds: Int64) {
        let authorization = request.fields["authorization"] ?? ""
        bearer = authorization.hasPrefix("Bearer ") ? Array(authorization.dropFirst(7).utf8) : []
        timestamp = request.fields["timestamp"] ?? ""
        signature = Base64.decode(request.fields["signature"] ?? "") ?? []
        input = RequestMAC.input(request, path: request.target, time: timestamp)
        needsSignature = request.method == .post
        self.seconds = seconds
    }

    /// Why the session stays closed to this request, or nil. Without its bearer a session does not exist.
    func refusal(for session: ShopSession?) -> ShopRefusal? {
        guard let session, constantTimeEquals(bearer, Array(session.bearer.utf8)) else { return .notFound }
        if !needsSignature { return nil }
        guard let key = Base64.decode(session.key), HMAC.isValid(signature, for: input, key: Secret(key))
        else {
            return .problem(.unauthorized, "invalid_signature", "Signature is missing or wrong", nil)
        }
        guard let time = UTCTime.seconds(timestamp), abs(time - seconds) <= ShopLimits.timestampSecondsMax
        else {
            return .problem(.unauthorized, "stale_timestamp", "Timestamp is too far from now", nil)
        }
        return nil
    }
}
