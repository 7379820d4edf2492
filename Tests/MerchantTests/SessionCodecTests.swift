import Checkout
import JSON
import Merchant
import Testing

@Suite struct SessionCodecTests {
    let usd = Currency("usd")

    func session() throws -> CheckoutSession {
        let usd = try #require(usd)
        var session = CheckoutSession(id: "cs_1", status: .ready, currency: usd)
        session.lines = [
            SessionLine(
                id: "li_1", itemID: "latte-large", name: "Latte", quantity: 2, unitAmount: Amount(450, usd),
                amount: Amount(900, usd))
        ]
        session.totals = [
            SessionTotal(.subtotal, "Subtotal", Amount(900, usd)),
            SessionTotal(.discount, "WELCOME10", Amount(90, usd)), SessionTotal(.tax, "Tax", Amount(67, usd)),
            SessionTotal(.total, "Total", Amount(877, usd)),
        ]
        let day = try #require(CalendarDate(text: "2026-12-03"))
        let days = try #require(CalendarDateRange(day, day))
        var pickup = FulfillmentOption(.pickup, id: "counter", title: "At the counter", amount: .zero(usd))
        pickup.arrival = days
        pickup.placeName = "Bar"
        pickup.place = PostalAddress(
            lines: ["1 Main St"], city: "Springfield", region: "IL", postalCode: "62701", country: "US")
        session.options = [
            pickup,
            FulfillmentOption(
                .localDelivery, id: "bike", title: "Bike", detail: "Today", amount: Amount(500, usd),
                arrival: days),
            FulfillmentOption(.shipping, id: "post", title: "Post", amount: Amount(300, usd), arrival: days),
            FulfillmentOption(.digital, id: "mail", title: "By e-mail", amount: .zero(usd)),
        ]
        session.selectedOptionID = "counter"
        session.promo = [
            PromoResult(code: "WELCOME10", .applied(Amount(90, usd), label: "10 % off")),
            PromoResult(code: "old", .rejected(.expired, "It has expired.")),
            PromoResult(code: "", .applied(Amount(0, usd), label: "Automatic")),
        ]
        session.messages = [
            SessionMessage(.error, code: "payment_declined", text: "No", param: "$.payment_data")
        ]
        session.handler = PayHandler(merchantID: "m", certificateDER: [1, 2, 3], networks: [.visa])
        session.quote = "a.b.c"
        session.credentials = SessionCredentials(bearer: "b", key: "a2V5")
        session.expiresAt = 1_800_000_000
        var order = MerchantOrder(id: "o", sessionID: "cs_1", number: "1043", status: "confirmed")
        order.total = Amount(877, usd)
        order.link = "https://a.example/o"
        order.arrival = days
        session.order = order
        return session
    }

    @Test func `a session comes back as it was written`() throws {
        let session = try session()
        let node = try JSONNode(parsing: session.json.encoded())
        #expect(try CheckoutSession(from: node) == session)
        #expect(session.isDeclined)
        #expect(session.totalsAreConsistent)
    }

    @Test func `checkout 31: sums that do not give the total are noticed`() throws {
        var session = try session()
        session.totals[3].amount = Amount(878, session.currency)
        #expect(!session.totalsAreConsistent)
    }

    @Test func `checkout 5: store credit is taken off`() throws {
        var session = try session()
        session.totals.append(SessionTotal(.storeCredit, "Credit", Amount(500, session.currency)))
        session.totals[3].amount = Amount(377, session.currency)
        #expect(session.totalsAreConsistent)
    }

    func read(_ text: String) throws -> CheckoutSession {
        try CheckoutSession(from: JSONNode(parsing: Array(text.utf8)))
    }

    func text(currency: String = "usd", amount: String, more: String = "") -> String {
        """
        {"id":"s","status":"ready_for_payment","currency":"\(currency)","line_items":[],
         "fulfillment_options":[],
         "totals":[{"type":"total","display_text":"T","amount":\(amount)}],"messages":[],"links":[]\(more)}
        """
    }

    @Test(arguments: ["\"100\"", "100.0", "1e2", "100.5", "null"])
    func `checkout 82: only an integer is an amount`(amount: String) throws {
        #expect(throws: JSONError.self) { try read(text(amount: amount)) }
    }

    @Test func `checkout 19: another exponent is the merchant's to declare, and converted exactly`() throws {
        let more = #","metadata":{"currency_exponent":2}"#
        #expect(try read(text(currency: "isk", amount: "162400", more: more)).total?.minorUnits == 1624)
        #expect(try read(text(currency: "isk", amount: "1624")).total?.minorUnits == 1624)
        #expect(throws: JSONError.self) { try read(text(currency: "isk", amount: "162450", more: more)) }
    }

    @Test func `checkout 10, 11: each code has one record, and unknown reasons are kept`() throws {
        let more = """
            ,"discounts":{"codes":["good"," Good ","gone","strange","quiet"],
             "applied":[{"id":"d","code":"GOOD","coupon":{"id":"c","name":"Good"},"amount":100},
                        {"id":"e","coupon":{"id":"f","name":"Tuesday"},"amount":-50,"automatic":true}],
             "rejected":[{"code":" Good ","reason":"discount_code_already_applied"},
                         {"code":"strange","reason":"discount_code_stacking_conflict","message":"no"}]}
            """
        let messages = """
            "messages":[{"type":"warning","code":"discount_code_expired","param":"$.discounts.codes[2]",
             "content_type":"plain","content":"Over."}]
            """
        let promo = try read(text(amount: "1", more: more).replacing("\"messages\":[]", with: messages)).promo
        #expect(promo.map(\.code) == ["GOOD", " Good ", "gone", "strange", "quiet", ""])
        #expect(promo[0].verdict == .applied(Amount(100, try #require(usd)), label: "Good"))
        #expect(promo[1].verdict == .rejected(.alreadyApplied, ""))
        #expect(promo[2].verdict == .rejected(.expired, "Over."))
        #expect(promo[3].verdict == .rejected(.other("discount_code_stacking_conflict"), "no"))
        #expect(!promo[4].isApplied)
        #expect(promo[5].verdict == .applied(Amount(50, try #require(usd)), label: "Tuesday"))
    }

    @Test func `checkout 79: unknown statuses, kinds and members are read over`() throws {
        let more =
            #","order":{"id":"o","checkout_session_id":"s","permalink_url":"u","status":"beamed"},"new":1.5"#
        let session = try read(text(amount: "1", more: more).replacing("ready_for_payment", with: "dreaming"))
        #expect(session.status == .other("dreaming"))
        #expect(session.order?.status == "beamed")
        #expect(session.order?.number == "o")
    }

    @Test(arguments: [
        ("2026-12-03T09:15:00Z", Int64(1_796_289_300)), ("1970-01-01T00:00:00Z", 0),
        ("2000-02-29T23:59:59Z", 951_868_799),
    ])
    func `times are read as they are written`(text: String, seconds: Int64) {
        #expect(UTCTime.seconds(text) == seconds)
        #expect(UTCTime.text(seconds) == text)
    }

    @Test(arguments: [
        "2026-12-03", "2026-12-03T09:15:00+01:00", "2026-02-30T00:00:00Z", "2026-12-03T24:00:00Z", "x",
    ])
    func `what is no time in UTC is none`(text: String) {
        #expect(UTCTime.seconds(text) == nil)
    }
}
