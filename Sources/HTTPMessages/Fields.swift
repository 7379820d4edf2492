/// Header fields in the order of the message, their names in lower case (RFC 9110, section 5).
package struct Fields: Hashable, Sendable {
    private var lines: [Line] = []

    private struct Line: Hashable, Sendable {
        var name: String
        var value: String
    }

    package init() {}

    /// The field's value, several lines of one name joined by a comma (RFC 9110, section 5.2); nil when
    /// absent. Setting replaces all lines of that name by one; nil removes them.
    package subscript(_ name: String) -> String? {
        get {
            let key = Self.lowercase(name)
            var found: String?
            for line in lines where line.name == key {
                found = found.map { "\($0), \(line.value)" } ?? line.value
            }
            return found
        }
        set {
            let key = Self.lowercase(name)
            lines.removeAll { $0.name == key }
            if let newValue { append(name: key, value: newValue) }
        }
    }

    /// The value of each line of that name, for what may stand only once.
    package func values(_ name: String) -> [String] {
        let key = Self.lowercase(name)
        return lines.filter { $0.name == key }.map(\.value)
    }

    /// Adds a line and leaves others of that name alone.
    package mutating func append(_ name: String, _ value: String) {
        append(name: Self.lowercase(name), value: value)
    }

    /// A line whose name is already in lower case and whose value was checked by the parser.
    mutating func append(lowercased name: String, checked value: String) {
        lines.append(Line(name: name, value: value))
    }

    private mutating func append(name: String, value: String) {
        precondition(FieldSyntax.isToken(name), "no field is named \(name)")
        precondition(FieldSyntax.isValue(value), "the value of \(name) holds a control character")
        lines.append(Line(name: name, value: value))
    }

    private static func lowercase(_ name: String) -> String {
        name.utf8.contains { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") } ? name.lowercased() : name
    }
}

extension Fields: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { lines.count }
    package subscript(_ index: Int) -> (name: String, value: String) {
        (lines[index].name, lines[index].value)
    }
}

extension Fields: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { append(name, value) }
    }
}
