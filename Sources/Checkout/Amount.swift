/// Why a sum of money was refused.
package enum MoneyError: Error, Hashable {
    /// The sum does not fit 64 bits of minor units.
    case overflow
    case mixedCurrencies(Currency, Currency)
    /// Not a decimal number as our wire writes them; the text is kept short.
    case invalidAmount(String)
    /// More digits after the point than the currency has (checkout 29).
    case tooManyDigits(String, exponent: Int)
}

/// An exact sum of money: whole minor units and their currency (house rule V5).
package struct Amount: Hashable, Sendable {
    package let minorUnits: Int64
    package let currency: Currency

    /// So many minor units: cents, yen, fils.
    package init(_ minorUnits: Int64, _ currency: Currency) {
        self.minorUnits = minorUnits
        self.currency = currency
    }

    /// Nothing, in a currency.
    package static func zero(_ currency: Currency) -> Amount { Amount(0, currency) }

    package var isNegative: Bool { minorUnits < 0 }
    package var isZero: Bool { minorUnits == 0 }

    /// The sum. Throws `overflow` or `mixedCurrencies`.
    package func adding(_ other: Amount) throws(MoneyError) -> Amount {
        guard currency == other.currency else { throw .mixedCurrencies(currency, other.currency) }
        let (sum, overflows) = minorUnits.addingReportingOverflow(other.minorUnits)
        guard !overflows else { throw .overflow }
        return Amount(sum, currency)
    }

    /// The difference. Throws `overflow` or `mixedCurrencies`.
    package func subtracting(_ other: Amount) throws(MoneyError) -> Amount {
        guard currency == other.currency else { throw .mixedCurrencies(currency, other.currency) }
        let (difference, overflows) = minorUnits.subtractingReportingOverflow(other.minorUnits)
        guard !overflows else { throw .overflow }
        return Amount(difference, currency)
    }

    /// So many times the amount, as for a quantity. Throws `overflow`.
    package func times(_ count: Int64) throws(MoneyError) -> Amount {
        let (product, overflows) = minorUnits.multipliedReportingOverflow(by: count)
        guard !overflows else { throw .overflow }
        return Amount(product, currency)
    }

    /// The same sum the other way. Throws `overflow` for the one number that has no opposite.
    package func negated() throws(MoneyError) -> Amount { try Amount.zero(currency).subtracting(self) }
}

/// Decimal text as the wire writes it, made from integers only (checkout 23, 25).
extension Amount {
    /// With exactly the currency's digits: `10.40`, `-1.00`, `1624`, `8.000`.
    package var decimalText: String {
        let digits = String(minorUnits.magnitude)
        let sign = isNegative ? "-" : ""
        guard currency.exponent > 0 else { return sign + digits }
        let padding = String(repeating: "0", count: max(0, currency.exponent + 1 - digits.count))
        let padded = padding + digits
        return "\(sign)\(padded.dropLast(currency.exponent)).\(padded.suffix(currency.exponent))"
    }

    /// Reads what `DecimalText` takes, with at most the currency's digits after the point.
    ///
    /// Throws `invalidAmount`, `tooManyDigits` or `overflow`.
    package init(decimalText text: String, _ currency: Currency) throws(MoneyError) {
        guard let decimal = DecimalText(text) else { throw .invalidAmount(String(text.prefix(40))) }
        guard !decimal.hasExcessDigits(for: currency) else {
            throw .tooManyDigits(String(text.prefix(40)), exponent: currency.exponent)
        }
        guard let amount = decimal.amount(in: currency) else { throw .overflow }
        self = amount
    }
}
