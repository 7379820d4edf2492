import Testing

@testable import Checkout

@Suite struct AmountTests {
    @Test(arguments: [
        ("USD", 1040, "10.40"), ("usd", -100, "-1.00"), ("USD", 5, "0.05"), ("JPY", 1624, "1624"),
        ("KWD", 8000, "8.000"), ("KWD", -7, "-0.007"), ("ISK", 0, "0"),
        ("USD", Int64.min, "-92233720368547758.08"),
    ])
    func `checkout 16, 19, 20: decimal text has the currency's digits`(
        code: String, minorUnits: Int64, text: String
    ) throws {
        let currency = try #require(Currency(code))
        #expect(Amount(minorUnits, currency).decimalText == text)
        #expect(try Amount(decimalText: text, currency) == Amount(minorUnits, currency))
    }

    @Test(arguments: [
        "151.20000000000002", "10,50", "", "-", ".5", "5.", "1e2", "+1", " 1", "1 ", "0x1", "١", "1.2.3",
        "--1",
        "3.9875", "NaN",
    ])
    func `checkout 23, 25, 29: what is no amount is refused`(text: String) throws {
        let currency = try #require(Currency("USD"))
        #expect(throws: MoneyError.self) { try Amount(decimalText: text, currency) }
    }

    @Test func `checkout 17: a fraction of a currency without one is refused`() throws {
        let yen = try #require(Currency("JPY"))
        #expect(throws: MoneyError.tooManyDigits("16.24", exponent: 0)) {
            try Amount(decimalText: "16.24", yen)
        }
        #expect(Currency("QQQ") == nil)
        #expect(Currency("EU") == nil)
    }

    @Test func `V5: sums are checked for overflow and for mixed currencies`() throws {
        let dollar = try #require(Currency("USD"))
        let euro = try #require(Currency("EUR"))
        let most = Amount(.max, dollar)
        #expect(throws: MoneyError.overflow) { try most.adding(Amount(1, dollar)) }
        #expect(throws: MoneyError.overflow) { try Amount(.min, dollar).negated() }
        #expect(throws: MoneyError.overflow) { try most.times(2) }
        #expect(throws: MoneyError.mixedCurrencies(dollar, euro)) { try most.adding(Amount(1, euro)) }
        #expect(try Amount(1299, dollar).adding(Amount(-300, dollar)).minorUnits == 999)
        #expect(throws: MoneyError.overflow) { try Amount(decimalText: "99999999999999999999", dollar) }
    }
}
