import Testing

@testable import Checkout

@Suite struct PaymentRequestTests {
    @Test func `checkout 32: a total of zero opens a sheet`() throws {
        var request = try Samples.request()
        request.total.amount = try Samples.dollars(0)
        #expect(throws: Never.self) { try request.validate() }
    }

    @Test func `checkout 14, 35, 37, 40, 41: what cannot be shown truthfully is refused by its name`() throws
    {
        let euro = try #require(Currency("EUR"))
        let monthly = PaymentTiming.recurring(RecurringTerms(every: 1, .month))
        let never = PaymentTiming.recurring(RecurringTerms(every: 0, .month))
        let cent = try Samples.dollars(1)
        let cases: [(PaymentRequestError, (inout PaymentRequest) -> Void)] = [
            (.negativeTotal(try Samples.dollars(-1)), { $0.total.amount = Amount(-1, cent.currency) }),
            (.pendingWithoutMaximum, { $0.total.isPending = true }),
            (.pendingWithAmount(member: "lineItems[0]"), { $0.lineItems[0].isPending = true }),
            (.emptyLabel(member: "total.label"), { $0.total.label = " " }),
            (.emptyLabel(member: "lineItems[1].label"), { $0.lineItems[1].label = "\u{1B}" }),
            (.noNetworks, { $0.supportedNetworks = [] }),
            (.unknownMethod(id: "x"), { $0.selectedMethodID = "x" }),
            (.duplicateMethod(id: "standard"), { $0.shippingMethods[1].id = "standard" }),
            (
                .mixedCurrencies(member: "shippingMethods[1].amount", got: euro, expected: cent.currency),
                { $0.shippingMethods[1].amount = Amount(1, euro) }
            ),
            (
                .invalidInterval(member: "lineItems[0].recurringPaymentIntervalCount", count: 0),
                { $0.lineItems[0].timing = never }
            ),
            (
                .severalAgreements,
                {
                    $0.lineItems[0].timing = monthly
                    $0.lineItems[1].timing = .automaticReload(threshold: cent)
                }
            ),
            (
                .tooMany(member: "lineItems", count: 301, max: 300),
                { $0.lineItems = Array(repeating: LineItem("x", cent), count: 301) }
            ),
        ]
        for (expected, change) in cases {
            var request = try Samples.request()
            change(&request)
            #expect(throws: expected) { try request.validate() }
        }
    }
}
