package import CheckoutJSON
package import JSON
package import Signing

/// Why a quote proves nothing.
package enum QuoteRefusal: Error, Equatable {
    /// The session has none.
    case missing
    case jws(JWSRefusal)
    case malformed(JSONError)
    case request(PaymentRequestJSONError)
    /// The merchant publishes no key of that name.
    case unknownKey(String)
    case signature
    /// Made for or by another place.
    case origin(String)
    case session(String)
    case expired
    /// Of another state of the session than the one that came with it.
    case contents
    /// Another total than the session's.
    case total
}

extension QuoteRefusal: CustomStringConvertible {
    package var description: String {
        switch self {
        case .missing: "the merchant gives no signed price"
        case .jws(let refusal): "the signed price \(refusal)"
        case .malformed(let error): "the signed price is malformed: \(error)"
        case .request(let error): "\(error)"
        case .unknownKey(let id): "the merchant publishes no key \(id.prefix(64))"
        case .signature: "the signed price was not signed by the merchant"
        case .origin(let origin): "the signed price is from \(origin.prefix(128))"
        case .session: "the signed price is of another session"
        case .expired: "the signed price has expired"
        case .contents: "the signed price is of another state of the session"
        case .total: "the signed price has another total than the session"
        }
    }
}
