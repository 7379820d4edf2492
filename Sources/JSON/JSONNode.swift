/// A value with the place it was read from, so that every complaint names the member.
package struct JSONNode: Sendable {
    package let value: JSONValue
    package let path: JSONPath

    /// The root of a text, or a value at a known place.
    package init(_ value: JSONValue, at path: JSONPath = .root) {
        self.value = value
        self.path = path
    }

    /// The root of `text`, which may itself be a member of another. Throws what
    /// `JSONValue(parsing:limits:)` throws.
    package init(
        parsing text: [UInt8], at path: JSONPath = .root, limits: JSONLimits = JSONLimits()
    ) throws(JSONError) {
        self.init(try JSONValue(parsing: text, limits: limits), at: path)
    }

    /// A required member. Throws `mismatch` unless this is an object, `missing` where the member is absent.
    package func member(_ name: String) throws(JSONError) -> JSONNode {
        guard let value = try object()[name] else { throw .missing(.member(path, name)) }
        return JSONNode(value, at: .member(path, name))
    }

    /// A member that may be absent; `null` counts as present. Throws `mismatch` unless this is an object.
    package func optional(_ name: String) throws(JSONError) -> JSONNode? {
        guard let value = try object()[name] else { return nil }
        return JSONNode(value, at: .member(path, name))
    }

    /// A member that may be absent or `null`, for messages of others.
    ///
    /// Throws `mismatch` unless this is an object.
    package func present(_ name: String) throws(JSONError) -> JSONNode? {
        guard let node = try optional(name), node.value != .null else { return nil }
        return node
    }

    /// The text, or `mismatch`.
    package func string() throws(JSONError) -> String {
        guard case .string(let text) = value else { throw mismatch("a string") }
        return text
    }

    /// The integer, or `mismatch`: also for `100.0`, `1e2` and `"100"` (checkout 82).
    package func integer() throws(JSONError) -> Int64 {
        guard case .integer(let number) = value else { throw mismatch("an integer") }
        return number
    }

    /// An integer within `range`, or `mismatch` or `invalid`.
    package func integer(in range: ClosedRange<Int64>) throws(JSONError) -> Int64 {
        let number = try integer()
        guard range.contains(number) else {
            throw invalid("must be between \(range.lowerBound) and \(range.upperBound), not \(number)")
        }
        return number
    }

    /// The boolean, or `mismatch`.
    package func bool() throws(JSONError) -> Bool {
        guard case .bool(let flag) = value else { throw mismatch("a boolean") }
        return flag
    }

    /// The elements with their places, or `mismatch`.
    package func array() throws(JSONError) -> [JSONNode] {
        guard case .array(let elements) = value else { throw mismatch("an array") }
        return elements.enumerated().map { JSONNode($0.element, at: .element(path, $0.offset)) }
    }

    /// The object, or `mismatch`.
    package func object() throws(JSONError) -> JSONObject {
        guard case .object(let object) = value else { throw mismatch("an object") }
        return object
    }

    /// The members with their places, or `mismatch`.
    package func members() throws(JSONError) -> [(name: String, node: JSONNode)] {
        try object().members.map { ($0.name, JSONNode($0.value, at: .member(path, $0.name))) }
    }

    /// Refuses members that a strict message does not have. Throws `mismatch` or `unknownMember`.
    package func requireOnly(_ names: Set<String>) throws(JSONError) {
        for (name, _) in try object().members where !names.contains(name) {
            throw .unknownMember(.member(path, name))
        }
    }

    /// The complaint that this value means nothing here; `reason` reads on after the path.
    package func invalid(_ reason: String) -> JSONError { .invalid(path, reason: reason) }

    private func mismatch(_ expected: String) -> JSONError {
        .mismatch(path, expected: expected, got: value.kind)
    }
}
