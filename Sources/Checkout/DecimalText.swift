/// A decimal number as a request writes it: an optional minus, digits, and after a point more digits.
///
/// No locale, no exponent sign, no spaces, no plus sign, digits on both sides of a point: what browsers take
/// for an amount (checkout 23, 25). Exact at any length.
package struct DecimalText: Hashable, Sendable {
    /// As it was written.
    package let text: String
    private let isBelowZero: Bool
    /// Without leading zeros.
    private let whole: String
    /// Without trailing zeros.
    private let fraction: String
    private let fractionDigits: Int

    /// The number in `text`; nil for whatever is outside the grammar.
    package init?(_ text: String) {
        let isBelowZero = text.utf8.first == UInt8(ascii: "-")
        let parts = (isBelowZero ? text.dropFirst() : text[...])
            .split(separator: ".", omittingEmptySubsequences: false)
        let isNumber = parts.allSatisfy { part in
            !part.isEmpty && part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
        guard (1...2).contains(parts.count), isNumber else { return nil }
        self.text = text
        self.isBelowZero = isBelowZero
        whole = String(parts[0].drop { $0 == "0" })
        let digits = parts.count == 2 ? parts[1] : ""
        fractionDigits = digits.utf8.count
        fraction = String(digits.reversed().drop { $0 == "0" }.reversed())
    }

    package var isZero: Bool { whole.isEmpty && fraction.isEmpty }
    package var isNegative: Bool { isBelowZero && !isZero }

    /// Whether it is above a whole number, exactly.
    package func exceeds(_ limit: Int64) -> Bool {
        guard !isBelowZero else { return false }
        let digits = limit == 0 ? "" : String(limit)
        if whole.utf8.count != digits.utf8.count { return whole.utf8.count > digits.utf8.count }
        return whole == digits ? !fraction.isEmpty : whole > digits
    }

    /// Whether more digits stand after the point than the currency has, zeros too (checkout 29).
    package func hasExcessDigits(for currency: Currency) -> Bool { fractionDigits > currency.exponent }

    /// The same sum in minor units; nil where it is no whole number of them, or beyond 64 bits. Never rounds.
    package func amount(in currency: Currency) -> Amount? {
        guard fraction.utf8.count <= currency.exponent else { return nil }
        let zeros = String(repeating: "0", count: currency.exponent - fraction.utf8.count)
        let digits = whole + fraction + zeros
        guard !digits.isEmpty else { return .zero(currency) }
        guard let minorUnits = Int64((isBelowZero ? "-" : "") + digits) else { return nil }
        return Amount(minorUnits, currency)
    }
}
