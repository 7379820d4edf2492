package import Checkout
import CheckoutJSON
package import Crypto
import Encodings
import JSON
import Signing

/// A merchant's signed price of one state of a session: what the sheet is built from (Protocol/merchant.md,
/// quote).
package struct Quote: Hashable, Sendable {
    /// The compact JWS.
    package let text: String
    package let keyID: String
    /// Scheme and authority of the merchant.
    package let origin: String
    package let sessionID: String
    package let revision: Int64
    /// Seconds since 1970.
    package let issuedAt: Int64
    package let expiresAt: Int64
    /// As signed; marked where the session that it came with does not add up (checkout 31).
    package internal(set) var request: PaymentRequest
    /// Hash of what the session held.
    package let contents: [UInt8]

    /// What a payment token is bound to: the hash of the text.
    package var digest: [UInt8] { SHA256.hash(Array(text.utf8)) }

    /// Reads a quote without believing it: good enough to draw a sheet, not to pay.
    package init(unverified text: String) throws(QuoteRefusal) {
        let jws = try Self.jws(text)
        let claims = try QuoteClaims(payload: jws.payload)
        self.text = text
        keyID = jws.keyID
        origin = claims.origin
        sessionID = claims.sessionID
        revision = claims.revision
        issuedAt = claims.issuedAt
        expiresAt = claims.expiresAt
        contents = claims.contents
        request = claims.request
    }

    /// Signs a quote. Throws only where the system's cryptography fails.
    package init(
        origin: String, sessionID: String, revision: Int64, issuedAt: Int64, expiresAt: Int64,
        request: PaymentRequest, contents: [UInt8], key: MerchantKey
    ) throws(CryptoFailure) {
        let payload: JSONValue = [
            "iss": .string(origin), "sid": .string(sessionID), "rev": .integer(revision),
            "iat": .integer(issuedAt),
            "exp": .integer(expiresAt), "request": PaymentRequestJSON.value(of: request),
            "contents": .string(Base64.encode(contents)),
        ]
        let jws = try CompactJWS(signing: payload.encoded(), kind: .quote, keyID: key.id, with: key.key)
        self.text = jws.text
        keyID = key.id
        self.origin = origin
        self.sessionID = sessionID
        self.revision = revision
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.request = request
        self.contents = contents
    }

    static func jws(_ text: String) throws(QuoteRefusal) -> CompactJWS {
        do throws(JWSRefusal) { return try CompactJWS(text, kind: .quote) } catch { throw .jws(error) }
    }
}
