import Checkout
import Surfaces
import Testing

@testable import Formats

/// Amounts of 0, 2 and 3 decimals and days in every locale that Baton promises.
@Suite struct LocaleTableTests {
    /// What is written in one locale.
    struct Customs: CustomTestStringConvertible {
        let locale: String
        let yen: String
        let euro: String
        let dinar: String
        let nothing: String
        let day: String
        let days: String
        var testDescription: String { locale }
    }

    static let all = [
        Customs(
            locale: "en_US", yen: "¥1,234,567", euro: "-€1,234.56", dinar: "KWD 1,234.567", nothing: "$0.00",
            day: "Dec 3, 2026", days: "Dec 3, 2026 – Jan 5, 2027"),
        Customs(
            locale: "en_GB", yen: "JP¥1,234,567", euro: "-€1,234.56", dinar: "KWD 1,234.567",
            nothing: "US$0.00", day: "3 Dec 2026", days: "3 Dec 2026 – 5 Jan 2027"),
        Customs(
            locale: "de_DE", yen: "1.234.567 ¥", euro: "-1.234,56 €", dinar: "1.234,567 KWD",
            nothing: "0,00 $", day: "3. Dez. 2026", days: "3. Dez. 2026 – 5. Jan. 2027"),
        Customs(
            locale: "fr_FR", yen: "1 234 567 JPY", euro: "-1 234,56 €", dinar: "1 234,567 KWD",
            nothing: "0,00 $US", day: "3 déc. 2026", days: "3 déc. 2026 – 5 janv. 2027"),
        Customs(
            locale: "ja_JP", yen: "¥1,234,567", euro: "-€1,234.56", dinar: "KWD 1,234.567", nothing: "$0.00",
            day: "2026年12月3日", days: "2026年12月3日～2027年1月5日"),
        Customs(
            locale: "zh_CN", yen: "JP¥1,234,567", euro: "-€1,234.56", dinar: "KWD 1,234.567",
            nothing: "US$0.00", day: "2026年12月3日", days: "2026年12月3日至2027年1月5日"),
        Customs(
            locale: "ar_KW", yen: "١٬٢٣٤٬٥٦٧ JP¥", euro: "-١٬٢٣٤٫٥٦ €", dinar: "١٬٢٣٤٫٥٦٧ د.ك.",
            nothing: "٠٫٠٠ US$", day: "٣ ديسمبر، ٢٠٢٦", days: "٣ ديسمبر ٢٠٢٦ – ٥ يناير ٢٠٢٧"),
    ]

    /// Spaces of every kind as one, without the marks that steer direction.
    private func plain(_ text: String) -> String {
        String(
            text.unicodeScalars.compactMap { scalar -> Character? in
                switch scalar.value {
                case 0xA0, 0x2009, 0x202F: " "
                case 0x200E, 0x200F, 0x61C: nil
                case 0xFFE5: "¥"
                default: Character(scalar)
                }
            })
    }

    @Test(arguments: all)
    func `issue 3: amounts and days are written as the locale does`(customs: Customs) throws {
        let formats = LocaleFormats(LocaleName(environment: ["LANG": "\(customs.locale).UTF-8"]))
        func amount(_ minorUnits: Int64, _ code: String) throws -> String {
            plain(formats.amount(Amount(minorUnits, try #require(Currency(code)))))
        }
        #expect(try amount(1_234_567, "JPY") == customs.yen)
        #expect(try amount(-123_456, "EUR") == customs.euro)
        #expect(try amount(1_234_567, "KWD") == customs.dinar)
        #expect(try amount(0, "USD") == customs.nothing)
        let first = try #require(CalendarDate(text: "2026-12-03"))
        let last = try #require(CalendarDate(text: "2027-01-05"))
        #expect(plain(formats.date(first)) == customs.day)
        #expect(plain(formats.dates(try #require(CalendarDateRange(first, last)))) == customs.days)
    }

    @Test(arguments: all)
    func `issue 3: no locale loses or adds a digit`(customs: Customs) throws {
        let formats = LocaleFormats(LocaleName(environment: ["LANG": customs.locale]))
        for (code, exponent) in [("JPY", 0), ("USD", 2), ("KWD", 3)] {
            let currency = try #require(Currency(code))
            for minorUnits: Int64 in [0, 1, 10, 999, 1000, 1005, 123_456_789, .max] {
                for text in [
                    formats.amount(Amount(minorUnits, currency)),
                    formats.spoken(Amount(minorUnits, currency)),
                ] {
                    let digits = text.unicodeScalars.compactMap { scalar -> String? in
                        guard scalar.properties.generalCategory == .decimalNumber else { return nil }
                        return scalar.properties.numericValue.map { String(Int($0)) }
                    }
                    let padding = String(
                        repeating: "0", count: max(0, exponent + 1 - String(minorUnits).count))
                    #expect(digits.joined() == padding + String(minorUnits), "\(text)")
                }
            }
        }
    }

    @Test func `marks that steer direction take no room in a row`() throws {
        let formats = LocaleFormats(LocaleName(environment: ["LANG": "ar_KW"]))
        let shown = formats.amount(Amount(-1234, try #require(Currency("KWD"))))
        #expect(CellWidth.of(shown) == CellWidth.of(plain(shown)))
    }
}
