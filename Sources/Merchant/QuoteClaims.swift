import Checkout
import CheckoutJSON
import Encodings
import JSON

/// The members of a quote, read strictly.
struct QuoteClaims {
    let origin: String
    let sessionID: String
    let revision: Int64
    let issuedAt: Int64
    let expiresAt: Int64
    let contents: [UInt8]
    let request: PaymentRequest

    init(payload: [UInt8]) throws(QuoteRefusal) {
        let node: JSONNode
        do throws(JSONError) {
            node = try JSONNode(parsing: payload).member("request")
            let root = try JSONNode(parsing: payload)
            try root.requireOnly(["iss", "sid", "rev", "iat", "exp", "request", "contents"])
            origin = try root.member("iss").string()
            sessionID = try root.member("sid").string()
            revision = try root.member("rev").integer(in: 0...Int64.max)
            issuedAt = try root.member("iat").integer(in: 0...Self.secondsMax)
            expiresAt = try root.member("exp").integer(in: 0...Self.secondsMax)
            let contents = try root.member("contents")
            guard let hash = Base64.decode(try contents.string()), hash.count == Self.hashBytes else {
                throw contents.invalid("is no hash")
            }
            self.contents = hash
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
    private static let hashBytes = 32
}
