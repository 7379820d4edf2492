package import JSON

/// Sizes on the wire; each equals its row in Protocol/limits.md.
package enum WireLimits {
    /// The body of a create: four tokens of the largest size.
    package static let createBodyBytesMax = 65_536
    /// Every other body.
    package static let bodyBytesMax = 16_384
    /// One token, outcome or grant in compact form.
    package static let tokenBytesMax = 16_384
    /// A relay's base URL: it must fit into a QR code together with the rest.
    package static let relayBytesMax = 512
    /// The body of a notice.
    package static let noticeBytesMax = 2048
    /// The size of a sealed notice, behind its encapsulated key: half a KiB of padded text and the tag.
    package static let sealedNoticeBytes = 512 + 16
    /// How long a long poll may wait.
    package static let waitSecondsMax: Int64 = 25
    /// The sizes of a sealed handoff: 2, 4 or 8 KiB of padded text and the tag.
    package static let sealedHandoffBytes = [2048 + 16, 4096 + 16, 8192 + 16]
    /// The size of a sealed outcome: 1 KiB of padded text and the tag, whatever it says.
    package static let sealedOutcomeBytes = 1024 + 16
    /// The same for a handoff that asks for the payment back: 8 KiB, for success and failure alike.
    package static let sealedPaymentOutcomeBytes = 8192 + 16
    /// An encapsulated key: an uncompressed P-256 point.
    package static let encapsulatedBytes = 65
    /// The last second that a token may name: the year 9999.
    package static let secondsMax: Int64 = 253_402_300_799

    /// How the bodies are read.
    package static func json(bytesMax: Int) -> JSONLimits { JSONLimits(bytesMax: bytesMax, depthMax: 12) }
}
