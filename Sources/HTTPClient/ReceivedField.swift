/// A field line as a server sent it.
enum ReceivedField {
    /// Name and value; nil for lines that are none, which are dropped: an answer steers nothing by its
    /// fields.
    static func read(_ line: String) -> (name: String, value: String)? {
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let name = line[..<colon].lowercased()
        guard !name.isEmpty, name.utf8.allSatisfy(isNameByte) else { return nil }
        var value = line[line.index(after: colon)...]
        while let last = value.last, last.isWhitespace { value.removeLast() }
        while let first = value.first, first == " " || first == "\t" { value.removeFirst() }
        guard value.utf8.allSatisfy({ $0 >= 32 && $0 != 127 || $0 == 9 }) else { return nil }
        return (name, String(value))
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
            UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
