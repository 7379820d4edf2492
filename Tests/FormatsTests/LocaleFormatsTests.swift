import Checkout
import Surfaces
import Testing

@testable import Formats

@Suite struct LocaleFormatsTests {
    private func formats(_ variable: String) -> LocaleFormats {
        LocaleFormats(LocaleName(environment: ["LANG": variable]))
    }

    /// What locales put between number and sign is a no-break space of some kind; tests read it as a space,
    /// and leave out the marks that steer direction.
    private func plain(_ text: String) -> String {
        String(
            text.unicodeScalars.compactMap { scalar -> Character? in
                switch scalar.value {
                case 0xA0, 0x202F: " "
                case 0x200E, 0x200F, 0x61C: nil
                default: Character(scalar)
                }
            })
    }

    @Test(arguments: [
        ("en_US.UTF-8", "USD", Int64(104_000), "$1,040.00"), ("en_GB", "GBP", 1040, "£10.40"),
        ("de_DE.UTF-8@euro", "EUR", 104_000, "1.040,00 €"), ("fr_FR", "EUR", 104_000, "1 040,00 €"),
        ("ja_JP", "JPY", 1624, "¥1,624"), ("zh_CN", "CNY", 1040, "¥10.40"),
        ("en_US", "KWD", 8000, "KWD 8.000"),
        ("en_US", "USD", -100, "-$1.00"), ("de_DE", "USD", -5, "-0,05 $"), ("en_US", "ISK", 500, "ISK 500"),
        ("C", "USD", 1, "$0.01"), ("en_US", "USD", 0, "$0.00"),
    ])
    func `checkout 16, 20, 25: amounts have the currency's digits and the locale's customs`(
        locale: String, code: String, minorUnits: Int64, text: String
    ) throws {
        let amount = Amount(minorUnits, try #require(Currency(code)))
        let shown = plain(formats(locale).amount(amount))
        #expect(shown == text || shown == text.replacing("¥", with: "￥"))
    }

    @Test func `an Arabic locale keeps the three digits of the dinar`() throws {
        let amount = Amount(8000, try #require(Currency("KWD")))
        let shown = formats("ar_KW").amount(amount)
        let digits = shown.unicodeScalars.filter { $0.properties.numericType != nil }
        #expect(digits.count == 4)
    }

    @Test func `the largest and smallest amounts are shown to the last digit`() throws {
        let dollar = try #require(Currency("USD"))
        #expect(formats("en_US").amount(Amount(.max, dollar)) == "$92,233,720,368,547,758.07")
        #expect(formats("en_US").amount(Amount(.min, dollar)) == "-$92,233,720,368,547,758.08")
        #expect(formats("en_US").amount(Amount(15_120, dollar)) == "$151.20")
    }

    @Test(arguments: [
        ("en_US", "Dec 3, 2026"), ("en_GB", "3 Dec 2026"), ("de_DE", "3. Dez. 2026"),
        ("fr_FR", "3 déc. 2026"),
        ("ja_JP", "2026年12月3日"), ("zh_CN", "2026年12月3日"),
    ])
    func `days are written as the locale does`(locale: String, text: String) throws {
        let day = try #require(CalendarDate(text: "2026-12-03"))
        let shown = formats(locale).date(day)
        #expect(plain(shown) == text || locale == "ja_JP" && shown == "2026/12/03")
    }

    @Test func `a range of days says what they share once`() throws {
        let first = try #require(CalendarDate(text: "2026-12-03"))
        let last = try #require(CalendarDate(text: "2026-12-05"))
        let range = try #require(CalendarDateRange(first, last))
        #expect(plain(formats("en_US").dates(range)).replacing("\u{2009}", with: " ") == "Dec 3 – 5, 2026")
        let day = try #require(CalendarDateRange(first, first))
        #expect(formats("en_US").dates(day) == "Dec 3, 2026")
    }

    @Test func `amounts are spoken by name`() throws {
        let amount = Amount(1040, try #require(Currency("USD")))
        #expect(formats("en_US").spoken(amount) == "10.40 US dollars")
    }

    @Test(arguments: [
        (["LANG": "de_DE.UTF-8"], "de-DE"), (["LC_ALL": "fr_FR", "LANG": "de_DE"], "fr-FR"),
        (["LC_ALL": "", "LANG": "ja_JP"], "ja-JP"), (["LANG": "C.UTF-8"], "en-US"),
        (["LANG": "POSIX"], "en-US"),
        ([:], "en-US"), (["LANG": "../x"], "en-US"), (["LANG": "zh_Hans_CN"], "zh-Hans-CN"),
        (["LANG": "de"], "de"),
    ])
    func `the locale comes from the variables`(environment: [String: String], identifier: String) {
        #expect(LocaleName(environment: environment).identifier == identifier)
    }
}
