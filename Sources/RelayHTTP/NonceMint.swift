internal import Crypto
internal import Encodings
internal import Handoffs

/// Nonces that the relay gives out with a 401, good once, for one key, within 60 s, at any clock of the
/// device (Protocol/http.md, "A clock that is off"). Nothing is kept for them: each proves itself by a MAC.
struct NonceMint: Sendable {
    private let secret: Secret
    private static let timeCount = 8
    private static let randomCount = 12
    private static let macCount = 16
    static let lifetime: Duration = .seconds(60)

    init() { secret = RandomBytes.makeSecret(32) }

    /// A nonce for `key`.
    func make(for key: DeviceID, at uptime: Duration) -> String {
        let time = UInt64(bitPattern: uptime.inMilliseconds)
        let head =
            stride(from: UInt64(56), through: 0, by: -8).map { UInt8(truncatingIfNeeded: time >> $0) }
            + RandomBytes.make(Self.randomCount)
        return Base64.encode(head + mac(head, key))
    }

    /// Whether it was given to `key` within its lifetime.
    func isValid(_ nonce: String, for key: DeviceID, at uptime: Duration) -> Bool {
        let count = Self.timeCount + Self.randomCount
        guard let bytes = Base64.decode(nonce), bytes.count == count + Self.macCount else { return false }
        let head = Array(bytes[..<count])
        guard constantTimeEquals(Array(bytes[count...]), mac(head, key)) else { return false }
        let time = head.prefix(Self.timeCount).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let age = uptime - .milliseconds(Int64(bitPattern: time))
        return age >= .zero && age <= Self.lifetime
    }

    private func mac(_ head: [UInt8], _ key: DeviceID) -> [UInt8] {
        Array(HMAC.authenticate(head + key.bytes, key: secret).prefix(Self.macCount))
    }
}
