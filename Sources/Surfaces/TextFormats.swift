package import Checkout

/// How amounts and dates are written for a person; handed in, so that surfaces stay pure.
package protocol TextFormats: Sendable {
    /// An amount with its currency, exact to its last digit.
    func amount(_ amount: Amount) -> String
    /// A day.
    func date(_ date: CalendarDate) -> String
    /// From one day to another.
    func dates(_ range: CalendarDateRange) -> String
    /// An amount as it is spoken.
    func spoken(_ amount: Amount) -> String
}

/// The wire's own way to write: digits, then the currency's code; days as ISO 8601. Needs no locale.
package struct WireFormats: TextFormats {
    package init() {}

    /// As in `10.40 USD`.
    package func amount(_ amount: Amount) -> String { "\(amount.decimalText) \(amount.currency.code)" }

    /// As in `2026-12-03`.
    package func date(_ date: CalendarDate) -> String { date.text }

    /// Both days, or the one.
    package func dates(_ range: CalendarDateRange) -> String {
        range.first == range.last ? range.first.text : "\(range.first.text) – \(range.last.text)"
    }

    /// As it is written.
    package func spoken(_ amount: Amount) -> String { self.amount(amount) }
}
