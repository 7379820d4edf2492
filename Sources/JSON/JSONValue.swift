/// A JSON text as a tree (RFC 8259): integers and reals kept apart, members in the order they were written.
package enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    /// A number written without fraction and exponent. What does not fit is refused when it is read.
    case integer(Int64)
    /// A number written with a fraction or an exponent; kept so that unknown members survive, never
    /// used for money.
    case real(Double)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    /// What a message calls this kind of value.
    package var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .integer: "an integer"
        case .real: "a number with a fraction or exponent"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringLiteral,
    ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(members: elements.map { ($0.0, $0.1) }))
    }

    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
}
