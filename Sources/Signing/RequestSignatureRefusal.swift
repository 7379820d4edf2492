/// Why the signature of a request was refused (RFC 9421 in the profile of Protocol/http.md).
package enum RequestSignatureRefusal: Error, Equatable {
    /// There is none.
    case missing
    /// Not the one form of the profile; says where it departs.
    case malformed(String)
    /// The named component differs from what was signed: `content-digest` or `@authority` where that can be
    /// told.
    case mismatch(component: String)
    /// The signature is not one of this key over this request.
    case signature
}

extension RequestSignatureRefusal: CustomStringConvertible {
    package var description: String {
        switch self {
        case .missing: "the request carries no signature"
        case .malformed(let place): "the signature is not of the one form that is taken: \(place)"
        case .mismatch(let component): "the component \(component) differs from what was signed"
        case .signature: "the signature does not verify"
        }
    }
}
