package import Crypto
internal import Encodings
package import Handoffs

extension DeviceID {
    /// The RFC 7638 thumbprint of a signing key: the device's name at a relay.
    package init(thumbprintOf key: P256PublicKey) {
        self = Self.thumbprint(members: [
            ("crv", "P-256"), ("kty", "EC"), ("x", Base64.encode(key.x)), ("y", Base64.encode(key.y)),
        ])
    }

    /// The same over the members that a key's kind requires (RFC 7638, section 3.2), in any order; their
    /// values need no escape.
    static func thumbprint(members: [(name: String, value: String)]) -> DeviceID {
        let texts = members.sorted { $0.name < $1.name }.map { #""\#($0.name)":"\#($0.value)""# }
        let digest = SHA256.hash(Array("{\(texts.joined(separator: ","))}".utf8))
        guard let storage = Storage(bytes: digest) else {
            preconditionFailure("a SHA-256 digest of \(digest.count) bytes")
        }
        return DeviceID(storage: storage)
    }
}
