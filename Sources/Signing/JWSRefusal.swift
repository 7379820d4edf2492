package import JSON

/// Why a compact JWS was refused before anything inside was believed. No case tells more than the text
/// itself shows.
package enum JWSRefusal: Error, Equatable {
    /// Longer than any message of its kind, in bytes.
    case tooLong(bytes: Int, max: Int)
    /// Not three non-empty parts with a dot between.
    case notCompact
    /// A part is not canonical base64url; names it.
    case encoding(part: String)
    /// The header is not strict JSON with exactly `alg`, `typ` and `kid`: `crit`, `zip`, `jwk` and all
    /// others refused.
    case header(JSONError)
    /// Another algorithm than ES256, `none` among them.
    case algorithm
    /// Another `typ` than the place takes.
    case type
    /// The `kid` is not the one who says to have signed.
    case keyID
    /// The signature is not one of this key over this text.
    case signature
}

extension JWSRefusal: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tooLong(let bytes, let max): "has \(bytes) bytes, at most \(max) are allowed"
        case .notCompact: "is not a compact JWS"
        case .encoding(let part): "has a \(part) that is not canonical base64url"
        case .header(let error): "has a header whose \(error)"
        case .algorithm: "has an alg other than ES256"
        case .type: "has another typ than this place takes"
        case .keyID: "has a kid other than its signer"
        case .signature: "has a signature that does not verify"
        }
    }
}
