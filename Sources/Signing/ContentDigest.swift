internal import Crypto
internal import Encodings

/// The `Content-Digest` field (RFC 9530, section 2) with SHA-256 alone: over zero bytes where there is no
/// body.
package enum ContentDigest {
    /// The field's value for `body`.
    package static func value(for body: [UInt8]) -> String {
        "sha-256=:\(Base64.encode(SHA256.hash(body), .standard)):"
    }
}
