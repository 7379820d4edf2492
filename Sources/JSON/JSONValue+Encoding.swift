extension JSONValue {
    /// The text of this value on one line, without spaces, members in their order (RFC 8259).
    ///
    /// Written here rather than through libjansson: building its tree to print it would cost more than
    /// printing, and the relay prints several of these for each handoff.
    package func encoded() -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(256)
        append(to: &text)
        return text
    }

    /// As `encoded()`, as a string.
    package func encodedString() -> String { String(decoding: encoded(), as: UTF8.self) }

    private func append(to text: inout [UInt8]) {
        switch self {
        case .null: text += "null".utf8
        case .bool(let flag): text += (flag ? "true" : "false").utf8
        case .integer(let number): text += String(number).utf8
        case .real(let number):
            precondition(number.isFinite, "JSON has no infinity and no NaN (RFC 8259, section 6)")
            text += number.description.utf8
        case .string(let string): Self.append(string, to: &text)
        case .array(let elements):
            text.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                element.append(to: &text)
            }
            text.append(UInt8(ascii: "]"))
        case .object(let object):
            text.append(UInt8(ascii: "{"))
            for (index, member) in object.members.enumerated() {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                Self.append(member.name, to: &text)
                text.append(UInt8(ascii: ":"))
                member.value.append(to: &text)
            }
            text.append(UInt8(ascii: "}"))
        }
    }

    private static func append(_ string: String, to text: inout [UInt8]) {
        text.append(UInt8(ascii: "\""))
        // Tokens and ids, which are most of what the relay writes, need no escape and are copied whole.
        let isPlain = unsafe string.utf8.withContiguousStorageIfAvailable { bytes in
            guard unsafe PlainText.isPlain(bytes.span) else { return false }
            unsafe text.append(contentsOf: bytes)
            return true
        }
        if isPlain == true {
            text.append(UInt8(ascii: "\""))
            return
        }
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\"".utf8
            case "\\": text += "\\\\".utf8
            case "\n": text += "\\n".utf8
            case "\r": text += "\\r".utf8
            case "\t": text += "\\t".utf8
            default:
                if obeys(scalar) {
                    append(escaped: scalar.value, to: &text)
                } else {
                    text += String(scalar).utf8
                }
            }
        }
        text.append(UInt8(ascii: "\""))
    }

    /// Whether a terminal obeys it rather than shows it: controls of both sets, line and paragraph
    /// separators, and the marks that turn the direction of writing.
    private static func obeys(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
            || (0x2028...0x2029).contains(scalar.value)
            || scalar.properties.isBidiControl
    }

    private static func append(escaped value: UInt32, to text: inout [UInt8]) {
        let digits = Array("0123456789abcdef".utf8)
        text += "\\u".utf8
        for shift: UInt32 in [12, 8, 4, 0] { text.append(digits[Int(value >> shift & 15)]) }
    }
}
