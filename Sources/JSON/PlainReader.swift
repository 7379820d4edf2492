/// Reads texts as programs write them: on one line without spaces, strings of visible ASCII without an
/// escape, integers of up to 18 digits. Nearly all that a relay gets is of this kind, and copying it
/// through libjansson's tree costs more than checking its signature.
///
/// It never refuses: whatever is not plain, or not JSON, is nil and is left to libjansson, which judges it.
struct PlainReader {
    private let text: [UInt8]
    private var index = 0

    /// Members of one object; looking for duplicates among more would cost too much.
    private static let membersMax = 32

    private init(_ text: [UInt8]) { self.text = text }

    /// The object or array that is all of `text`, where it is plain and nests no deeper than `depthMax`.
    static func read(_ text: [UInt8], depthMax: Int) -> JSONValue? {
        guard let first = text.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
            return nil
        }
        var reader = PlainReader(text)
        guard let value = reader.value(depthMax), reader.index == text.count else { return nil }
        return value
    }

    private mutating func value(_ depthLeft: Int) -> JSONValue? {
        guard index < text.count else { return nil }
        switch text[index] {
        case UInt8(ascii: "\""): return string().map { .string($0) }
        case UInt8(ascii: "{"): return depthLeft > 0 ? object(depthLeft - 1) : nil
        case UInt8(ascii: "["): return depthLeft > 0 ? array(depthLeft - 1) : nil
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return integer()
        case UInt8(ascii: "t"): return word("true") ? .bool(true) : nil
        case UInt8(ascii: "f"): return word("false") ? .bool(false) : nil
        case UInt8(ascii: "n"): return word("null") ? .null : nil
        default: return nil
        }
    }

    private mutating func object(_ depthLeft: Int) -> JSONValue? {
        index += 1
        var members: [(name: String, value: JSONValue)] = []
        if take(UInt8(ascii: "}")) { return .object(JSONObject()) }
        members.reserveCapacity(12)
        while true {
            guard let name = string(), take(UInt8(ascii: ":")), let value = value(depthLeft) else {
                return nil
            }
            guard members.count < Self.membersMax, !members.contains(where: { $0.name == name }) else {
                return nil
            }
            members.append((name, value))
            if take(UInt8(ascii: ",")) { continue }
            return take(UInt8(ascii: "}")) ? .object(JSONObject(members: members)) : nil
        }
    }

    private mutating func array(_ depthLeft: Int) -> JSONValue? {
        index += 1
        var elements: [JSONValue] = []
        if take(UInt8(ascii: "]")) { return .array(elements) }
        while true {
            guard let value = value(depthLeft) else { return nil }
            elements.append(value)
            if take(UInt8(ascii: ",")) { continue }
            return take(UInt8(ascii: "]")) ? .array(elements) : nil
        }
    }

    private mutating func string() -> String? {
        guard take(UInt8(ascii: "\"")), let end = Self.endOfString(in: text.span, from: index) else {
            return nil
        }
        defer { index = end + 1 }
        return String(decoding: text[index..<end], as: UTF8.self)
    }

    private static func endOfString(in text: Span<UInt8>, from start: Int) -> Int? {
        var end = start + PlainText.prefixCount(of: text.extracting(start..<text.count))
        while end < text.count {
            let byte = text[end]
            if byte == UInt8(ascii: "\"") { return end }
            guard PlainText.isPlain(byte) else { return nil }
            end += 1
        }
        return nil
    }

    /// No leading zero, no minus zero, and what follows ends the number.
    private mutating func integer() -> JSONValue? {
        let isNegative = take(UInt8(ascii: "-"))
        let start = index
        var number: Int64 = 0
        while index < text.count, index - start < 19, (48...57).contains(text[index]) {
            guard index - start < 18 else { return nil }
            number = number * 10 + Int64(text[index] - 48)
            index += 1
        }
        guard index > start, text[start] != 48 || (index == start + 1 && !isNegative) else { return nil }
        return .integer(isNegative ? -number : number)
    }

    private mutating func word(_ word: StaticString) -> Bool {
        guard text.count - index >= word.utf8CodeUnitCount else { return false }
        for offset in 0..<word.utf8CodeUnitCount {
            guard unsafe text[index + offset] == word.utf8Start[offset] else { return false }
        }
        index += word.utf8CodeUnitCount
        return true
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard index < text.count, text[index] == byte else { return false }
        index += 1
        return true
    }
}
