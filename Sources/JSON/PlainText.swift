/// Which bytes stand in a JSON string as they are: visible ASCII but the quotation mark and the backslash.
enum PlainText {
    /// Whether one byte does.
    static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    /// How many bytes from the beginning do, told in steps of eight; the last few are for the caller to
    /// look at.
    static func prefixCount(of text: Span<UInt8>) -> Int {
        unsafe text.withUnsafeBytes { bytes in
            var index = 0
            while index + 8 <= bytes.count {
                let word = unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                guard isPlain(word) else { return index }
                index += 8
            }
            return index
        }
    }

    /// Whether all are plain.
    static func isPlain(_ text: Span<UInt8>) -> Bool {
        var index = prefixCount(of: text)
        while index < text.count, isPlain(text[index]) { index += 1 }
        return index == text.count
    }

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080

    /// Whether each of eight bytes is plain. A byte's high bit is set in what follows where it is one of
    /// those that are not; carries can set it for a neighbour of such a byte only.
    private static func isPlain(_ word: UInt64) -> Bool {
        let controls = (word &- 0x20 * ones) & ~word
        let quotes = zeros(word ^ 0x22 * ones)
        let backslashes = zeros(word ^ 0x5C * ones)
        let deletes = zeros(word ^ 0x7F * ones)
        return (word | controls | quotes | backslashes | deletes) & highs == 0
    }

    private static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }
}
