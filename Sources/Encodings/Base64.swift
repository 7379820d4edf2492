/// Base64 without loss of identity: one text for each byte string, and no other text accepted (RFC 4648,
/// sections 3.5, 4 and 5).
///
/// Written by hand because the toolchain's decoder accepts padding bits that are not zero, so two texts could
/// name one token.
package enum Base64 {
    /// The two alphabets of RFC 4648.
    package enum Alphabet: Sendable {
        /// Section 4, with `=` padding.
        case standard
        /// Section 5, without padding, as JOSE writes it (RFC 7515, section 2).
        case url
    }

    /// The canonical text of `bytes`.
    package static func encode(_ bytes: some Collection<UInt8>, _ alphabet: Alphabet = .url) -> String {
        let table = alphabet == .url ? urlCharacters : standardCharacters
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var accumulator: UInt32 = 0
        var bitCount = 0
        for byte in bytes {
            accumulator = accumulator << 8 | UInt32(byte)
            bitCount += 8
            while bitCount >= 6 {
                bitCount -= 6
                text.append(table[Int(accumulator >> UInt32(bitCount)) & 63])
            }
            accumulator &= (1 << UInt32(bitCount)) - 1
        }
        if bitCount > 0 { text.append(table[Int(accumulator << UInt32(6 - bitCount)) & 63]) }
        if alphabet == .standard { while text.count % 4 != 0 { text.append(UInt8(ascii: "=")) } }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of `text`, or nil where it is not the one canonical text of any byte string.
    package static func decode(_ text: some StringProtocol, _ alphabet: Alphabet = .url) -> [UInt8]? {
        decode(utf8: Array(text.utf8), alphabet)
    }

    /// As `decode(_:_:)`, from UTF-8 code units.
    package static func decode(
        utf8 text: some BidirectionalCollection<UInt8>, _ alphabet: Alphabet = .url
    ) -> [UInt8]? {
        var body = text[...]
        if alphabet == .standard {
            guard text.count % 4 == 0 else { return nil }
            var padding = 0
            while padding < 2, body.last == UInt8(ascii: "=") {
                body = body.dropLast()
                padding += 1
            }
        }
        let values = alphabet == .url ? urlValues : standardValues
        var bytes: [UInt8] = []
        bytes.reserveCapacity(body.count * 3 / 4)
        var accumulator: UInt32 = 0
        var bitCount = 0
        for character in body {
            let value = values[Int(character)]
            guard value != 255 else { return nil }
            accumulator = accumulator << 6 | UInt32(value)
            bitCount += 6
            if bitCount >= 8 {
                bitCount -= 8
                bytes.append(UInt8(truncatingIfNeeded: accumulator >> UInt32(bitCount)))
                accumulator &= (1 << UInt32(bitCount)) - 1
            }
        }
        guard bitCount < 6, accumulator == 0 else { return nil }
        return bytes
    }

    private static let shared = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    private static let urlCharacters = Array((shared + "-_").utf8)
    private static let standardCharacters = Array((shared + "+/").utf8)
    private static let urlValues = values(of: urlCharacters)
    private static let standardValues = values(of: standardCharacters)

    private static func values(of characters: [UInt8]) -> [UInt8] {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, character) in characters.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }
}
