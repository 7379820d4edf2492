/// Why a JSON text or a member of it was refused, with the place and without the value.
package enum JSONError: Error, Equatable {
    /// The text is longer than allowed, in bytes.
    case tooLarge(bytes: Int, max: Int)
    /// Arrays and objects nest deeper than allowed.
    case tooDeep(max: Int)
    /// Not JSON: bad syntax or UTF-8, a duplicate member, an integer beyond 64 bits, a NUL character.
    case malformed(line: Int, column: Int, detail: String)
    /// A required member is absent.
    case missing(JSONPath)
    /// A value of another kind than expected.
    case mismatch(JSONPath, expected: String, got: String)
    /// A value of the right kind that means nothing here.
    case invalid(JSONPath, reason: String)
    /// A member that a strict message does not have.
    case unknownMember(JSONPath)
}

extension JSONError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tooLarge(let bytes, let max): "the text has \(bytes) bytes, at most \(max) are allowed"
        case .tooDeep(let max): "arrays and objects nest deeper than \(max) levels"
        case .malformed(let line, let column, let detail): "line \(line), column \(column): \(detail)"
        case .missing(let path): "\(path) is missing"
        case .mismatch(let path, let expected, let got): "\(path) must be \(expected), not \(got)"
        case .invalid(let path, let reason): "\(path) \(reason)"
        case .unknownMember(let path): "\(path) is not a member of this message"
        }
    }
}

extension JSONError {
    /// The member that it is about, where it is about one.
    package var path: JSONPath? {
        switch self {
        case .missing(let path), .unknownMember(let path): path
        case .mismatch(let path, _, _): path
        case .invalid(let path, _): path
        case .tooLarge, .tooDeep, .malformed: nil
        }
    }
}
