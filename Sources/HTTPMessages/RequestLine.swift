/// The first line of a request (RFC 9112, section 3).
struct RequestLine {
    let method: Method
    /// As sent, in whichever form.
    let target: String
    let isOld: Bool

    init(_ range: Range<Int>, in head: borrowing Span<UInt8>) throws(Refused) {
        let line = head.extracting(range)
        let space = UInt8(ascii: " ")
        var index = 0
        while index < line.count, FieldSyntax.isTokenByte(line[index]) { index += 1 }
        guard index > 0, index < line.count, line[index] == space else { throw Refused(.badRequest) }
        let method = try FieldLine.text(line.extracting(0..<index))
        let start = index + 1
        index = start
        while index < line.count, FieldSyntax.isTargetByte(line[index]) { index += 1 }
        guard index > start, index < line.count, line[index] == space else { throw Refused(.badRequest) }
        let target = try FieldLine.text(line.extracting(start..<index))
        switch try FieldLine.text(line.extracting(index + 1..<line.count)) {
        case "HTTP/1.1": isOld = false
        case "HTTP/1.0": isOld = true
        default: throw Refused(.badRequest)
        }
        self.method = Method(token: method)
        self.target = target
    }
}

/// One field line (RFC 9112, section 5).
enum FieldLine {
    /// The name in lower case, and the value without the white space around it.
    static func read(_ line: Span<UInt8>) throws(Refused) -> (name: String, value: String) {
        var index = 0
        var hasUppercase = false
        while index < line.count, FieldSyntax.isTokenByte(line[index]) {
            if line[index] >= UInt8(ascii: "A"), line[index] <= UInt8(ascii: "Z") { hasUppercase = true }
            index += 1
        }
        guard index > 0, index < line.count, line[index] == UInt8(ascii: ":") else {
            throw Refused(.badRequest)
        }
        let name = try text(line.extracting(0..<index))
        var start = index + 1
        var end = line.count
        while start < end, isSpace(line[start]) { start += 1 }
        while end > start, isSpace(line[end - 1]) { end -= 1 }
        return (hasUppercase ? name.lowercased() : name, try text(line.extracting(start..<end)))
    }

    /// The bytes as text; what is no UTF-8 is refused, for nobody else reads it in the same way.
    static func text(_ bytes: Span<UInt8>) throws(Refused) -> String {
        do {
            return String(copying: try UTF8Span(validating: bytes))
        } catch {
            throw Refused(.badRequest)
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }
}
