package import JSON
internal import Signing
internal import Wire

extension SealingRefusal {
    /// The stable name of the reason, as Protocol/token.md and the vectors have it.
    package var code: String {
        switch self {
        case .signed(let refusal): refusal.code
        case .claims(.malformed): "claims"
        case .claims(.unsupportedVersion): "unsupported_version"
        case .otherDevice: "other_device"
        case .otherRelay: "other_relay"
        case .otherToken: "other_token"
        case .notAuthentic: "not_authentic"
        case .contents: "contents"
        case .tooLarge: "too_large"
        case .crypto: "crypto"
        }
    }

    /// The member that was refused, where the reason lies in one.
    package var place: JSONPath? {
        switch self {
        case .signed(.header(let error)), .claims(.malformed(let error)), .contents(let error): error.path
        case .signed, .claims, .otherDevice, .otherRelay, .otherToken, .notAuthentic, .tooLarge, .crypto: nil
        }
    }
}
