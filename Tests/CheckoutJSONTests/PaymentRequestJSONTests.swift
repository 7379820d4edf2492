import Checkout
import CheckoutJSON
import JSON
import Testing

@Suite struct PaymentRequestJSONTests {
    static let apple = """
        {"countryCode":"US","currencyCode":"USD","supportedNetworks":["visa","masterCard","somethingNew"],
         "merchantCapabilities":["supports3DS","supportsCredit","other"],
         "lineItems":[{"label":"Latte","amount":"4.50"},{"label":"Off","type":"final","amount":"-0.50"}],
         "total":{"label":"Bean & Bloom","amount":"9.00","type":"final"},
         "requiredShippingContactFields":["postalAddress","name"],"requiredBillingContactFields":["email"],
         "shippingType":"delivery",
         "shippingMethods":[
          {"label":"Bike","detail":"Today","amount":"5.00","identifier":"bike",
           "dateComponentsRange":{"startDateComponents":{"years":2026,"months":12,"days":3,"hours":0},
                                  "endDateComponents":{"years":2026,"months":12,"days":4,"hours":0}}},
          {"label":"Van","detail":"","amount":"2.00","identifier":"van"}],
         "applicationData":"eA==","unknown":{"x":1.5}}
        """

    @Test func `a request made for Apple Pay on the Web is read`() throws {
        let request = try PaymentRequestJSON.request(from: JSONNode(parsing: Array(Self.apple.utf8)))
        #expect(request.countryCode == "US")
        #expect(request.supportedNetworks == [.visa, .masterCard])
        #expect(request.capabilities == [.supports3DS, .supportsCredit])
        #expect(request.lineItems.map(\.amount.minorUnits) == [450, -50])
        #expect(request.total.amount.minorUnits == 900)
        #expect(request.requiredShippingFields == [.postalAddress, .name, .email])
        #expect(request.requiredBillingFields == [])
        #expect(request.shippingKind == .delivery)
        #expect(request.shippingMethods.map(\.id) == ["bike", "van"])
        #expect(request.shippingMethods[0].arrival?.last.text == "2026-12-04")
        #expect(request.shippingMethods[1].detail == nil)
        #expect(request.selectedMethodID == "bike")
    }

    @Test func `what is written is read back equal`() throws {
        let usd = try #require(Currency("USD"))
        var request = try PaymentRequestJSON.request(from: JSONNode(parsing: Array(Self.apple.utf8)))
        request.selectedMethodID = "van"
        request.intermediary = "Hall"
        request.shippingMethods[1].kind = .storePickup
        request.promoCodes = ["WELCOME10", "\u{202e}x"]
        request.pendingReason = "Tip to come"
        request.pendingMaximum = Amount(2000, usd)
        request.preauthorization = Amount(5000, usd)
        request.object(.totalsDoNotAddUp)
        request.requiredBillingFields = [.postalAddress]
        request.pickupPlace = PostalAddress(lines: ["1 Main St"], city: "Springfield", country: "US")
        let day = try #require(CalendarDate(text: "2026-12-03"))
        let monthly = PaymentTiming.recurring(RecurringTerms(every: 2, .month, start: day, end: nil))
        request.lineItems.append(LineItem("Club", Amount(999, usd), timing: monthly))
        request.lineItems.append(LineItem("Later", Amount(1, usd), timing: .deferred(date: day)))
        request.lineItems.append(LineItem("Ride", .zero(usd), isPending: true))
        request.agreement = .recurring(
            RecurringAgreement(
                AgreementText(description: "Club", terms: "Terms", managementURL: "https://a.example"),
                regular: LineItem("Club", Amount(999, usd), timing: monthly),
                trial: LineItem("Trial", .zero(usd), timing: monthly)))
        let text = PaymentRequestJSON.value(of: request).encoded()
        #expect(try PaymentRequestJSON.request(from: JSONNode(parsing: text)) == request)
    }

    @Test(arguments: [
        (#""amount":"4.50""#, #""amount":4.5"#), (#""amount":"4.50""#, #""amount":"4.505""#),
        (#""amount":"4.50""#, #""amount":"4,50""#), (#""amount":"4.50""#, #""amount":"151.20000000000002""#),
        (#""amount":"4.50""#, #""type":"final""#), (#""currencyCode":"USD""#, #""currencyCode":"XXZ""#),
        (#""supportedNetworks":["visa","masterCard","somethingNew"]"#, #""supportedNetworks":[]"#),
        (#""requiredBillingContactFields":["email"]"#, #""requiredBillingContactFields":["fax"]"#),
        (#""amount":"9.00""#, #""amount":"-1.00""#),
        (#""amount":"9.00","type":"final""#, #""type":"pending""#),
        (#""shippingType":"delivery""#, #""shippingType":"drone""#),
        (#""identifier":"van""#, #""identifier":"bike""#),
        (#""years":2026,"months":12,"days":3"#, #""years":2026,"months":13,"days":3"#),
        (
            #"{"label":"Latte","amount":"4.50"}"#,
            #"{"label":"C","amount":"1.00","paymentTiming":"recurring","recurringPaymentIntervalCount":0}"#
        ),
        (
            #"{"label":"Latte","amount":"4.50"}"#,
            #"{"label":"C","amount":"1.00","paymentTiming":"recurring","recurringPaymentIntervalCount":"1"}"#
        ),
    ])
    func `checkout 23, 25, 29, 35, 37, 41, 83: what no sheet can show is refused`(
        from: String, to: String
    ) throws {
        let text = Self.apple.replacing(from, with: to)
        #expect(text != Self.apple)
        let node = try JSONNode(parsing: Array(text.utf8))
        #expect(throws: PaymentRequestJSONError.self) { try PaymentRequestJSON.request(from: node) }
    }

    @Test func `checkout 16, 20: the exponent is the currency's`() throws {
        for (code, text, minor) in [("JPY", "1624", Int64(1624)), ("KWD", "8.000", 8000)] {
            let json = """
                {"countryCode":"JP","currencyCode":"\(code)","supportedNetworks":["visa"],
                 "merchantCapabilities":["supports3DS"],"total":{"label":"A","amount":"\(text)"}}
                """
            let request = try PaymentRequestJSON.request(from: JSONNode(parsing: Array(json.utf8)))
            #expect(request.total.amount.minorUnits == minor)
        }
        let json = """
            {"countryCode":"JP","currencyCode":"JPY","supportedNetworks":["visa"],
             "merchantCapabilities":["supports3DS"],"total":{"label":"A","amount":"16.24"}}
            """
        let node = try JSONNode(parsing: Array(json.utf8))
        #expect(throws: PaymentRequestJSONError.self) { try PaymentRequestJSON.request(from: node) }
    }
}
