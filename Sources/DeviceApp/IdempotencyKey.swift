internal import Crypto
internal import Encodings
internal import Handoffs

/// The merchant's idempotency key of one attempt to pay (design, section 5): it follows from the handoff, so
/// that a crash cannot lose it, and nobody without the sealed salt can know it.
enum IdempotencyKey {
    /// The key of the attempt with this number.
    static func complete(salt: [UInt8], _ id: HandoffID, attempt: Int64) -> String {
        let parts = [
            Array("baton/complete/1".utf8), salt, Array(id.text.utf8), Array(String(attempt).utf8),
        ]
        return Base64.encode(SHA256.hash(LengthPrefixed.encode(parts)))
    }
}
