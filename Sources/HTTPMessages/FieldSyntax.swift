/// The character classes of field lines (RFC 9110, section 5.6).
enum FieldSyntax {
    /// Letters, digits and the marks that RFC 9110 allows in a token.
    static func isTokenByte(_ byte: UInt8) -> Bool {
        byte < 128 && (byte < 64 ? tokenLow : tokenHigh) >> UInt64(byte & 63) & 1 == 1
    }

    static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(isTokenByte)
    }

    /// No control character but a tab; bytes beyond ASCII pass as in UTF-8.
    static func isValue(_ text: String) -> Bool {
        text.utf8.allSatisfy(isValueByte)
    }

    static func isValueByte(_ byte: UInt8) -> Bool {
        byte >= 32 && byte != 127 || byte == UInt8(ascii: "\t")
    }

    /// What may stand in a request target: visible ASCII without the marks that RFC 3986 keeps out of a URI.
    static func isTargetByte(_ byte: UInt8) -> Bool {
        byte < 128 && (byte < 64 ? targetLow : targetHigh) >> UInt64(byte & 63) & 1 == 1
    }

    /// What may stand in a Host field: a name, an address, or an address in brackets, with a port.
    static func isHost(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy {
                isTargetByte($0) && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?")
                    && $0 != UInt8(ascii: "@")
            }
    }

    /// What may stand in a host's name: letters in lower case, digits, a hyphen, an underscore.
    static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    private static let token = bits("!#$%&'*+-.^_`|~" + letters)
    private static let target = bits("-._~:/?[]@!$&'()*+,;=%" + letters)
    private static let tokenLow = token.low
    private static let tokenHigh = token.high
    private static let targetLow = target.low
    private static let targetHigh = target.high

    private static func bits(_ characters: String) -> (low: UInt64, high: UInt64) {
        var low: UInt64 = 0
        var high: UInt64 = 0
        for byte in characters.utf8 {
            if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
        }
        return (low, high)
    }
}
