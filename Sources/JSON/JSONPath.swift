/// Where in a text a value stands, printed as in RFC 9535 where names are plain: `$.a.b[0]`.
package indirect enum JSONPath: Sendable, Hashable {
    case root
    case member(JSONPath, String)
    case element(JSONPath, Int)
}

extension JSONPath: CustomStringConvertible {
    package var description: String {
        switch self {
        case .root: "$"
        case .element(let parent, let index): "\(parent)[\(index)]"
        case .member(let parent, let name):
            Self.isPlain(name) ? "\(parent).\(name)" : "\(parent)[\(Self.quoted(name))]"
        }
    }

    private static func isPlain(_ name: String) -> Bool {
        guard let first = name.utf8.first, name.utf8.count <= 64 else { return false }
        let isLetter = { (byte: UInt8) in
            (65...90).contains(byte) || (97...122).contains(byte) || byte == UInt8(ascii: "_")
        }
        return isLetter(first) && name.utf8.allSatisfy { isLetter($0) || (48...57).contains($0) }
    }

    /// A foreign name inside a message: shortened, and free of what a terminal would obey.
    private static func quoted(_ name: String) -> String {
        let shortened = name.unicodeScalars.prefix(64).map { scalar in
            scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.properties.isBidiControl
                ? "?" : String(scalar)
        }
        return "'\(shortened.joined())\(name.unicodeScalars.count > 64 ? "…" : "")'"
    }
}
