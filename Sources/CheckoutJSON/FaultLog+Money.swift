import Checkout
import JSON

/// An amount of a request: exact, or as written where its currency cannot hold it.
struct ReadAmount {
    let exact: Amount
    let written: ForeignText?
}

/// Amounts and days.
extension FaultLog {
    private static let grammar = "must be a string of digits, with a point only between digits"

    /// An amount within the grammar, exact or kept as written; nil after a complaint. Without a currency only
    /// the grammar is looked at.
    mutating func amount(_ node: JSONNode, _ currency: Currency?) -> ReadAmount? {
        guard let decimal = decimal(node), let currency else { return nil }
        if decimal.hasExcessDigits(for: currency) {
            report(
                .excessDigits, node,
                "\(currency.code) has \(currency.exponent) digits after the point, no more can be charged")
        }
        if let exact = decimal.amount(in: currency) { return ReadAmount(exact: exact, written: nil) }
        if !decimal.hasExcessDigits(for: currency) {
            report(.amountTooLarge, node, "must fit 64 bits of \(currency.code)'s smallest unit")
        }
        return ReadAmount(exact: .zero(currency), written: ForeignText(decimal.text))
    }

    /// A number within the grammar: a string, never a JSON number (checkout 82).
    mutating func decimal(_ node: JSONNode) -> DecimalText? {
        guard case .string(let text) = node.value else {
            report(.amountGrammar, node, Self.grammar)
            return nil
        }
        guard text.utf8.count <= RequestLimits.textMax else {
            report(
                .tooLong, node.path, "has \(text.utf8.count) characters",
                "at most \(RequestLimits.textMax) are allowed")
            return nil
        }
        guard let decimal = DecimalText(text) else {
            report(.amountGrammar, node, Self.grammar)
            return nil
        }
        return decimal
    }

    /// A day that exists, in a text as JavaScript writes dates; a time behind it is checked and dropped.
    mutating func date(_ node: JSONNode) -> CalendarDate? {
        guard case .string(let text) = node.value, text.utf8.count <= 40,
            let date = CalendarDate(text: text), Self.isTime(text.dropFirst(10))
        else {
            report(.badDate, node, "must be a day that exists, as in \"2026-12-03\"")
            return nil
        }
        return date
    }

    /// Nothing, or `THH:MM`, then perhaps `:SS` and a fraction, then perhaps `Z` or an offset.
    private static func isTime(_ text: Substring) -> Bool {
        guard !text.isEmpty else { return true }
        var rest = text.utf8[...]
        guard take(84, &rest), isBelow(25, &rest), take(58, &rest), isBelow(60, &rest) else { return false }
        if take(58, &rest) {
            guard isBelow(61, &rest) else { return false }
            if take(46, &rest) {
                guard let first = rest.first, (48...57).contains(first) else { return false }
                rest = rest.drop { (48...57).contains($0) }
            }
        }
        if take(90, &rest) || rest.isEmpty { return rest.isEmpty }
        guard take(43, &rest) || take(45, &rest) else { return false }
        return isBelow(24, &rest) && take(58, &rest) && isBelow(60, &rest) && rest.isEmpty
    }

    private static func take(_ byte: UInt8, _ rest: inout Substring.UTF8View.SubSequence) -> Bool {
        guard rest.first == byte else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// Takes two digits that give less than `limit`.
    private static func isBelow(_ limit: Int, _ rest: inout Substring.UTF8View.SubSequence) -> Bool {
        let digits = rest.prefix(2)
        guard digits.count == 2, digits.allSatisfy({ (48...57).contains($0) }) else { return false }
        rest = rest.dropFirst(2)
        return digits.reduce(0) { $0 * 10 + Int($1 - 48) } < limit
    }
}
