package import Checkout
import FoundationEssentials
import FoundationInternationalization
import Surfaces

/// Amounts and dates as the person's locale writes them, by the toolchain's ICU.
///
/// Exact: the number handed to ICU is a decimal made from integers, and the digits after the sign are the
/// currency's own, never a locale's default (house rule V5).
package struct LocaleFormats: TextFormats {
    private let name: LocaleName

    /// Cheap: ICU is first touched when something is formatted.
    package init(_ name: LocaleName) { self.name = name }

    private var locale: Locale { Locale(identifier: name.identifier) }

    /// With the currency's sign or code, as the locale places it.
    package func amount(_ amount: Amount) -> String { text(amount, .standard) }

    /// With the currency's name.
    package func spoken(_ amount: Amount) -> String { text(amount, .fullName) }

    private func text(
        _ amount: Amount, _ presentation: Decimal.FormatStyle.Currency.Configuration.Presentation
    )
        -> String
    {
        Self.decimal(amount).formatted(
            .currency(code: amount.currency.code).locale(locale).presentation(presentation)
                .precision(.fractionLength(amount.currency.exponent)))
    }

    /// The exact value: the minor units shifted by the exponent, no floating point on the way.
    static func decimal(_ amount: Amount) -> Decimal {
        let magnitude = Decimal(amount.minorUnits.magnitude)
        return Decimal(
            sign: amount.isNegative ? .minus : .plus, exponent: -amount.currency.exponent,
            significand: magnitude)
    }

    /// In the locale's abbreviated form.
    package func date(_ date: CalendarDate) -> String {
        guard let moment = moment(of: date) else { return date.text }
        return moment.formatted(style)
    }

    /// Both days, what they share said once.
    package func dates(_ range: CalendarDateRange) -> String {
        guard range.first != range.last else { return date(range.first) }
        guard let first = moment(of: range.first), let last = moment(of: range.last) else {
            return "\(date(range.first)) – \(date(range.last))"
        }
        return Date.IntervalFormatStyle(
            date: .abbreviated, time: .omitted, locale: locale, calendar: Self.calendar,
            timeZone: Self.timeZone
        ).format(first..<last)
    }

    private var style: Date.FormatStyle {
        Date.FormatStyle(
            date: .abbreviated, time: .omitted, locale: locale, calendar: Self.calendar,
            timeZone: Self.timeZone)
    }

    /// Noon in UTC, so that no zone turns a day into its neighbour.
    private func moment(of date: CalendarDate) -> Date? {
        Self.calendar.date(
            from: DateComponents(
                timeZone: Self.timeZone, year: date.year, month: date.month, day: date.day, hour: 12))
    }

    private static let timeZone = TimeZone.gmt

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone.gmt
        return calendar
    }()
}
