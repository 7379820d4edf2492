package import Checkout
import CheckoutJSON
package import Crypto
import Encodings
package import HTTPMessages
package import JSON
import Signing

/// A payment request that its merchant has signed without a session behind it: it stands for itself until it
/// expires (Protocol/merchant.md, standing quotes).
package struct StandingQuote: Hashable, Sendable {
    /// The compact JWS.
    package let text: String
    package let keyID: String
    /// Scheme and authority of the merchant.
    package let origin: String
    package let revision: Int64
    /// Seconds since 1970.
    package let issuedAt: Int64
    package let expiresAt: Int64
    package let request: PaymentRequest
    /// Where the payment is brought; nil where it is given back to whoever sent the quote.
    package let completeURL: BaseURL?
    /// The payment processing certificate, DER; nil where no token can be made.
    package let certificateDER: [UInt8]?

    /// The longest text that is read.
    package static let bytesMax = 65_536
    /// How long a quote may stand.
    package static let secondsMax: Int64 = 86_400

    /// What a payment token is bound to: the hash of the text.
    package var digest: [UInt8] { SHA256.hash(Array(text.utf8)) }

    /// What was signed, whichever of its forms the signature has: two texts with one identity are one quote.
    package var identity: [UInt8] {
        let end = text.utf8.lastIndex(of: UInt8(ascii: ".")) ?? text.utf8.endIndex
        return SHA256.hash(Array(text.utf8[..<end]))
    }

    /// Reads a quote without believing it: good enough to draw a sheet, not to pay. White space around it is
    /// read over, as a file has it.
    package init(unverified text: String) throws(QuoteRefusal) {
        let bytes = text.utf8.count
        guard bytes <= Self.bytesMax else { throw .jws(.tooLong(bytes: bytes, max: Self.bytesMax)) }
        let text = String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        let jws = try Self.jws(text)
        let claims = try StandingQuoteClaims(payload: jws.payload)
        self.text = text
        keyID = jws.keyID
        origin = claims.origin
        revision = claims.revision
        issuedAt = claims.issuedAt
        expiresAt = claims.expiresAt
        request = claims.request
        completeURL = claims.completeURL
        certificateDER = claims.certificateDER
    }

    /// Signs `request` as it was read, with unknown members, and reads the result back. Throws a refusal
    /// where nobody would take it.
    package static func sign(
        request: JSONValue, origin: String, issuedAt: Int64, expiresAt: Int64, completeURL: BaseURL?,
        certificateDER: [UInt8]?, key: MerchantKey
    ) throws(StandingQuoteFailure) -> StandingQuote {
        var payload: JSONObject = [
            "iss": .string(origin), "rev": 1, "iat": .integer(issuedAt), "exp": .integer(expiresAt),
            "request": request,
        ]
        payload["complete_url"] = completeURL.map { .string($0.text) }
        payload["certificate"] = certificateDER.map { .string(Base64.encode($0, .standard)) }
        let text: String
        do throws(CryptoFailure) {
            text = try CompactJWS(
                signing: JSONValue.object(payload).encoded(), kind: .quote, keyID: key.id, with: key.key
            ).text
        } catch {
            throw .crypto(error)
        }
        do throws(QuoteRefusal) { return try StandingQuote(unverified: text) } catch { throw .quote(error) }
    }

    static func jws(_ text: String) throws(QuoteRefusal) -> CompactJWS {
        do throws(JWSRefusal) {
            return try CompactJWS(text, kind: .quote, bytesMax: bytesMax)
        } catch {
            throw .jws(error)
        }
    }
}

/// Why a request was not signed.
package enum StandingQuoteFailure: Error {
    case quote(QuoteRefusal)
    case crypto(CryptoFailure)
}

/// The members of a standing quote, read strictly.
private struct StandingQuoteClaims {
    let origin: String
    let revision: Int64
    let issuedAt: Int64
    let expiresAt: Int64
    let request: PaymentRequest
    let completeURL: BaseURL?
    let certificateDER: [UInt8]?

    init(payload: [UInt8]) throws(QuoteRefusal) {
        let node: JSONNode
        do throws(JSONError) {
            let root = try JSONNode(
                parsing: payload, limits: JSONLimits(bytesMax: StandingQuote.bytesMax))
            try root.requireOnly(["iss", "rev", "iat", "exp", "request", "complete_url", "certificate"])
            let issuer = try root.member("iss")
            origin = try issuer.string()
            guard let base = BaseURL(origin), base.origin == origin else {
                throw issuer.invalid("must be an origin such as https://shop.example")
            }
            revision = try root.member("rev").integer(in: 0...Int64.max)
            issuedAt = try root.member("iat").integer(in: 0...Self.secondsMax)
            let expiry = try root.member("exp")
            expiresAt = try expiry.integer(in: issuedAt...Self.secondsMax)
            guard expiresAt - issuedAt <= StandingQuote.secondsMax else {
                throw expiry.invalid("must be at most \(StandingQuote.secondsMax) s after iat")
            }
            completeURL = try root.optional("complete_url").map { node throws(JSONError) in
                guard let url = BaseURL(try node.string()) else {
                    throw node.invalid("must be an https URL without query, user or fragment")
                }
                return url
            }
            certificateDER = try root.optional("certificate").map { node throws(JSONError) in
                guard let der = Base64.decode(try node.string(), .standard), der.count <= Certificate.bytesMax
                else { throw node.invalid("must be a certificate in base64") }
                return der
            }
            node = try root.member("request")
        } catch {
            throw .malformed(error)
        }
        do throws(PaymentRequestJSONError) {
            request = try PaymentRequestJSON.request(from: node)
        } catch {
            throw .request(error)
        }
    }

    /// The year 9999: beyond it a time is a mistake.
    private static let secondsMax: Int64 = 253_402_300_799
}
