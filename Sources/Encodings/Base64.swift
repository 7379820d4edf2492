/// Base64 without loss of identity: one text for each byte string, and no other text accepted (RFC 4648,
/// sections 3.5, 4 and 5).
///
/// Written by hand because the toolchain's decoder accepts padding bits that are not zero, so two texts could
/// name one token. The work is done on arrays and spans: every token passes here several times, and a generic
/// collection costs a call a byte across modules.
package enum Base64 {
    /// The two alphabets of RFC 4648.
    package enum Alphabet: Sendable {
        /// Section 4, with `=` padding.
        case standard
        /// Section 5, without padding, as JOSE writes it (RFC 7515, section 2).
        case url
    }

    /// The canonical text of `bytes`.
    package static func encode(_ bytes: [UInt8], _ alphabet: Alphabet = .url) -> String {
        String(decoding: encodedBytes(bytes.span, alphabet), as: UTF8.self)
    }

    /// The canonical text of a part of an array.
    package static func encode(_ bytes: ArraySlice<UInt8>, _ alphabet: Alphabet = .url) -> String {
        String(decoding: encodedBytes(bytes.span, alphabet), as: UTF8.self)
    }

    /// As `encode(_:_:)`, for any other collection.
    package static func encode(_ bytes: some Collection<UInt8>, _ alphabet: Alphabet = .url) -> String {
        encode(Array(bytes), alphabet)
    }

    /// The bytes of `text`, or nil where it is not the one canonical text of any byte string.
    package static func decode(_ text: String, _ alphabet: Alphabet = .url) -> [UInt8]? {
        decode(utf8: Array(text.utf8), alphabet)
    }

    /// As `decode(_:_:)`, for a part of a string or another one.
    package static func decode(_ text: some StringProtocol, _ alphabet: Alphabet = .url) -> [UInt8]? {
        decode(utf8: Array(text.utf8), alphabet)
    }

    /// As `decode(_:_:)`, from UTF-8 code units.
    package static func decode(utf8 text: [UInt8], _ alphabet: Alphabet = .url) -> [UInt8]? {
        decode(text.span, alphabet)
    }

    /// As `decode(_:_:)`, from a part of an array of UTF-8 code units.
    package static func decode(utf8 text: ArraySlice<UInt8>, _ alphabet: Alphabet = .url) -> [UInt8]? {
        decode(text.span, alphabet)
    }

    private static func encodedBytes(_ bytes: Span<UInt8>, _ alphabet: Alphabet) -> [UInt8] {
        let table = (alphabet == .url ? urlCharacters : standardCharacters).span
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var index = 0
        while index + 2 < bytes.count {
            let word = UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2])
            text.append(table[Int(word >> 18)])
            text.append(table[Int(word >> 12 & 63)])
            text.append(table[Int(word >> 6 & 63)])
            text.append(table[Int(word & 63)])
            index += 3
        }
        if bytes.count - index == 1 {
            let word = UInt32(bytes[index]) << 16
            text.append(table[Int(word >> 18)])
            text.append(table[Int(word >> 12 & 63)])
        } else if bytes.count - index == 2 {
            let word = UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8
            text.append(table[Int(word >> 18)])
            text.append(table[Int(word >> 12 & 63)])
            text.append(table[Int(word >> 6 & 63)])
        }
        if alphabet == .standard { while text.count % 4 != 0 { text.append(UInt8(ascii: "=")) } }
        return text
    }

    private static func decode(_ text: Span<UInt8>, _ alphabet: Alphabet) -> [UInt8]? {
        var count = text.count
        if alphabet == .standard {
            guard count % 4 == 0 else { return nil }
            var padding = 0
            while padding < 2, count > 0, text[count - 1] == UInt8(ascii: "=") {
                count -= 1
                padding += 1
            }
        }
        guard count % 4 != 1 else { return nil }
        let values = (alphabet == .url ? urlValues : standardValues).span
        var isValid = true
        let bytes = [UInt8](capacity: count * 3 / 4) { bytes in
            isValid = decodeWhole(text, count, values, &bytes)
        }
        return isValid ? bytes : nil
    }

    /// Everything, four characters at a time and then the rest.
    private static func decodeWhole(
        _ text: Span<UInt8>, _ count: Int, _ values: Span<UInt8>, _ bytes: inout OutputSpan<UInt8>
    ) -> Bool {
        var index = 0
        // A character of neither alphabet has the value 255, whose two high bits no other value has.
        while index + 3 < count {
            let first = values[Int(text[index])]
            let second = values[Int(text[index + 1])]
            let third = values[Int(text[index + 2])]
            let fourth = values[Int(text[index + 3])]
            guard (first | second | third | fourth) < 64 else { return false }
            bytes.append(first << 2 | second >> 4)
            bytes.append(second << 4 | third >> 2)
            bytes.append(third << 6 | fourth)
            index += 4
        }
        return decodeEnd(text, index, count, values, &bytes)
    }

    /// The last two or three characters; the bits that no byte takes must be zero.
    private static func decodeEnd(
        _ text: Span<UInt8>, _ index: Int, _ count: Int, _ values: Span<UInt8>,
        _ bytes: inout OutputSpan<UInt8>
    ) -> Bool {
        guard index < count else { return true }
        let first = values[Int(text[index])]
        let second = values[Int(text[index + 1])]
        guard (first | second) < 64 else { return false }
        bytes.append(first << 2 | second >> 4)
        guard count - index == 3 else { return second & 15 == 0 }
        let third = values[Int(text[index + 2])]
        guard third < 64 else { return false }
        bytes.append(second << 4 | third >> 2)
        return third & 3 == 0
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
