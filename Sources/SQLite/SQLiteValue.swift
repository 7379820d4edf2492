/// A value that a statement is given in place of a `?`.
package enum SQLiteValue: Sendable, Equatable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])

    /// The integer, or null for nil.
    package init(_ value: Int64?) { self = value.map { .integer($0) } ?? .null }

    /// The text, or null for nil.
    package init(_ value: String?) { self = value.map { .text($0) } ?? .null }

    /// The bytes, or null for nil.
    package init(_ value: [UInt8]?) { self = value.map { .blob($0) } ?? .null }

    /// 1 for true and 0 for false, as `Row.bool` reads them.
    package init(_ value: Bool) { self = .integer(value ? 1 : 0) }
}

extension SQLiteValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(stringLiteral value: String) { self = .text(value) }
}
