package import Crypto
import Encodings
package import HTTPMessages

/// Where a session lives and what opens it.
package struct SessionAccess: Sendable {
    package let origin: BaseURL
    package let sessionID: String
    /// As it stands behind `Bearer`; nil where the merchant gives none.
    package let bearer: Secret?
    /// The key of `Signature`.
    package let signingKey: Secret?

    package init(origin: BaseURL, sessionID: String, bearer: Secret?, signingKey: Secret?) {
        self.origin = origin
        self.sessionID = sessionID
        self.bearer = bearer
        self.signingKey = signingKey
    }

    /// What the answer to create gave.
    init(_ session: CheckoutSession, at origin: BaseURL) {
        let credentials = session.credentials
        self.init(
            origin: origin, sessionID: session.id,
            bearer: credentials.map { Secret(Array($0.bearer.utf8)) },
            signingKey: credentials.flatMap { Base64.decode($0.key) }.map { Secret($0) })
    }

    /// Adds `Authorization`, and to a POST `Timestamp` and `Signature`.
    func authorize(_ request: inout Request, at seconds: Int64) {
        if let bearer {
            request.fields["authorization"] = "Bearer " + String(decoding: bearer.copyBytes(), as: UTF8.self)
        }
        guard let signingKey, request.method == .post else { return }
        let time = UTCTime.text(seconds)
        request.fields["timestamp"] = time
        let path = String(request.target.dropFirst(origin.path.count))
        let input = RequestMAC.input(request, path: path, time: time)
        request.fields["signature"] = Base64.encode(HMAC.authenticate(input, key: signingKey))
    }
}

/// What `Signature` covers: method, path below the merchant's base, time and body, so that a body cannot be
/// moved to another place or time (Protocol/merchant.md, credentials).
enum RequestMAC {
    static func input(_ request: Request, path: String, time: String) -> [UInt8] {
        Array("\(request.method.token)\n\(path)\n\(time)\n".utf8) + request.body
    }
}
