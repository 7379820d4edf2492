extension JWSRefusal {
    /// The stable name of the reason, as the vectors of Protocol/vectors have it.
    package var code: String {
        switch self {
        case .tooLong: "too_long"
        case .notCompact: "not_compact"
        case .encoding: "encoding"
        case .header: "header"
        case .algorithm: "algorithm"
        case .type: "type"
        case .keyID: "key_id"
        case .signature: "signature"
        }
    }
}
