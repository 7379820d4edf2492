internal import Crypto
internal import Encodings
internal import Handoffs

/// Idempotency keys that cannot be lost, for they follow from the handoff (checkout 70).
enum IdempotencyKey {
    /// For attempt `attempt` to complete (design, section 5).
    static func complete(salt: [UInt8], _ id: HandoffID, attempt: Int64) -> String {
        hash([Array("baton/complete/1".utf8), salt, Array(id.text.utf8), Array("\(attempt)".utf8)])
    }

    /// For closing the session that nobody shall pay any more.
    static func cancel(salt: [UInt8], _ id: HandoffID) -> String {
        hash([Array("baton/cancel/1".utf8), salt, Array(id.text.utf8)])
    }

    /// What names a handoff to the merchant of a standing quote: the same in each attempt and on each phone.
    static func payment(salt: [UInt8], _ id: HandoffID) -> String {
        hash([Array("baton/payment/1".utf8), salt, Array(id.text.utf8)])
    }

    private static func hash(_ parts: [[UInt8]]) -> String {
        Base64.encode(SHA256.hash(LengthPrefixed.encode(parts)))
    }

    /// For a question whose answer is not needed twice.
    static func fresh() -> String { Base64.encode(RandomBytes.make(16)) }
}
