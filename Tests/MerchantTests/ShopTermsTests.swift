import Checkout
import JSON
import Testing

@testable import Merchant

/// What a purchase agrees to beyond one payment, fees, and money that a person has at the shop (AP-8, AP-10,
/// checkout 4, 5, 40).
@Suite struct ShopTermsTests {
    private static let catalog = """
        {"merchant":{"name":"Shop","country":"US","currency":"USD","networks":["visa"],
           "fees":[{"title":"Service fee","amount":50}]},
         "products":[
          {"id":"tea","title":"Tea","fulfillment":["digital"],"price":1000},
          {"id":"ride","title":"Ride","fulfillment":["digital"],"price":0,
           "terms":{"kind":"pending","reason":"The way is not known yet","maximum":4500}},
          {"id":"bike","title":"Bike","fulfillment":["digital"],"price":20000,
           "terms":{"kind":"preauthorization"}},
          {"id":"club","title":"Club","fulfillment":["digital"],"price":0,
           "terms":{"kind":"recurring","description":"Tea club","management_url":"https://shop.example/club",
            "regular":{"label":"Club","amount":999,"unit":"month"},
            "trial":{"label":"Trial","amount":0,"every":14,"unit":"day"}}},
          {"id":"course","title":"Course","fulfillment":["digital"],"price":0,
           "terms":{"kind":"deferred","description":"Course","management_url":"https://shop.example/c",
            "label":"Course","amount":4500,"days":14,"free_cancellation_days":7}},
          {"id":"card","title":"Card","fulfillment":["digital"],"price":2000,
           "terms":{"kind":"automatic_reload","description":"Card","management_url":"https://shop.example/r",
            "label":"Top-up","amount":2000,"threshold":500}}],
         "deliveries":[{"type":"digital","id":"email","title":"E-mail","amount":0}],
         "promotions":[
          {"code":"CREDIT","name":"Store credit","kind":"store_credit","amount":500},
          {"name":"Spring sale","kind":"fixed","amount":100,"minimum":1000}]}
        """

    private func quoted(_ items: [(String, Int64)], codes: [String] = []) async throws -> CheckoutAnswer {
        try await ShopFixture(Self.catalog).open(items, codes: codes)
    }

    private func request(_ item: String) async throws -> PaymentRequest {
        try #require(try await quoted([(item, 1)]).quote).request
    }

    @Test func `automatic discounts, fees and store credit stand as what they are (checkout 4, 5)`()
        async throws
    {
        let made = try await quoted([("tea", 2)], codes: ["credit"])
        // 2000 - 100 + 50 - 500
        #expect(made.session.total?.minorUnits == 1450 && made.session.totalsAreConsistent)
        let kinds = made.session.totals.map(\.kind)
        #expect(kinds == [.itemsBaseAmount, .subtotal, .discount, .fulfillment, .fee, .storeCredit, .total])
        #expect(made.session.promo.map(\.code) == ["CREDIT", ""])
        let lines = try #require(made.quote).request.lineItems.map(\.amount.minorUnits)
        #expect(lines == [2000, -100, 50, -500])
        // Credit never pays more than there is to pay.
        let small = try await quoted([("ride", 1)], codes: ["CREDIT"])
        #expect(small.session.total?.minorUnits == 0 && small.session.totalsAreConsistent)
    }

    @Test func `a sum that is not known says why and how much at most (AP-10)`() async throws {
        let request = try await request("ride")
        #expect(request.total.isPending && request.pendingMaximum?.minorUnits == 4500)
        #expect(request.pendingReason == "The way is not known yet")
        #expect(try await self.request("bike").preauthorization?.minorUnits == 19_950)
    }

    @Test func `a trial, a regular payment, a later one and a top-up have their terms (AP-8)`() async throws {
        guard case .recurring(let club)? = try await request("club").agreement,
            case .recurring(let trial)? = club.trial?.timing,
            case .recurring(let regular) = club.regular.timing
        else {
            Issue.record("no trial")
            return
        }
        #expect(trial.count == 14 && trial.unit == .day && trial.end == regular.start)
        #expect(regular.unit == .month && club.regular.amount.minorUnits == 999)
        guard case .deferred(let course)? = try await request("course").agreement else {
            Issue.record("nothing deferred")
            return
        }
        #expect(course.billing.timing == .deferred(date: CalendarDate(text: "2026-12-17")))
        #expect(course.freeCancellation?.date == CalendarDate(text: "2026-12-10"))
        guard case .automaticReload(let card)? = try await request("card").agreement else {
            Issue.record("no reload")
            return
        }
        #expect(card.billing.amount.minorUnits == 2000)
    }

    @Test func `one agreement a payment, and what is due now is charged (checkout 40)`() async throws {
        let two = try await quoted([("club", 1), ("card", 1)])
        #expect(two.session.messages.contains { $0.code == "conflict" })
        #expect(try await quoted([("club", 2)]).session.messages.contains { $0.code == "conflict" })
        let fixture = try ShopFixture(Self.catalog)
        let paid = try await fixture.pay(try await fixture.open([("club", 1)]))
        #expect(paid.session.order?.total?.minorUnits == 50)
    }
}
