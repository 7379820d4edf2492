import Checkout
import HTTPMessages
import JSON
import Merchant
import Testing

/// Sessions between client and shop: prices, codes, ways to get the goods.
@Suite struct ShopSessionTests {
    let home = PostalAddress(
        lines: ["5 Elm"], city: "Springfield", region: "IL", postalCode: "62704", country: "US")

    @Test func `a session is created, priced, quoted and paid`() async throws {
        let fixture = try ShopFixture()
        let made = try await fixture.open([("latte-large", 2)], codes: ["ten"])
        #expect(made.session.status == .ready)
        // 2 × 5.51 = 11.02, less 1.10, and 8 % of 9.92.
        #expect(made.session.total?.minorUnits == 1071)
        #expect(made.session.totalsAreConsistent)
        let quote = try #require(made.quote)
        #expect(quote.request.total.label.raw == "Bar")
        #expect(quote.request.total.amount == made.session.total)
        #expect(quote.request.shippingKind == .storePickup)
        #expect(quote.request.pickupPlace?.city == "Springfield")
        #expect(quote.request.requiredShippingFields == [.name])
        let paid = try await fixture.pay(made)
        #expect(paid.session.status == .completed)
        #expect(paid.session.order?.number == "1043")
        #expect(paid.session.order?.total == made.session.total)
        let later = try await fixture.client().retrieve(made.access)
        #expect(later.session == paid.session)
        let usd = try #require(Currency("usd"))
        let order = try await fixture.client().order(
            try #require(paid.session.order).id, made.access, currency: usd)
        #expect(order == paid.session.order)
    }

    @Test func `checkout 8: codes count in any case and spacing, and the shop's spelling comes back`()
        async throws
    {
        for code in ["ten", " Ten ", "TEN"] {
            let made = try await ShopFixture().open([("latte", 1)], codes: [code])
            #expect(made.session.promo.map(\.code) == ["TEN"])
            #expect(made.session.total?.minorUnits == 437)
        }
    }

    @Test func `checkout 10, 11: each code gets its own verdict, all eight reasons apart`() async throws {
        let fixture = try ShopFixture()
        let cases: [(String, PromoRejection)] = [
            ("OLD", .expired), ("NOPE", .invalid), ("BIG", .minimumNotMet), ("GONE", .usageLimitReached),
            ("MEMBER", .userNotLoggedIn), ("STAFF", .userNotLoggedIn),
        ]
        let made = try await fixture.open([("latte", 1)], codes: cases.map(\.0) + ["TEN", "ten", "SOLO"])
        var reasons = made.session.promo.map { result -> PromoRejection? in
            if case .rejected(let reason, _) = result.verdict { return reason }
            return nil
        }
        #expect(reasons == cases.map(\.1) + [nil, .alreadyApplied, .combinationDisallowed])
        var change = CheckoutUpdate()
        change.codes = ["STAFF"]
        change.contact = Contact(email: "jane@example.com")
        let updated = try await fixture.client().update(
            change, options: [], of: made.access, idempotencyKey: "u")
        reasons = updated.session.promo.map { result in
            if case .rejected(let reason, _) = result.verdict { return reason }
            return nil
        }
        #expect(reasons == [.userIneligible])
    }

    @Test func `checkout 14, 32: discounts stop at nothing to pay, and nothing can be paid`() async throws {
        let fixture = try ShopFixture()
        let made = try await fixture.open([("latte", 1)], codes: ["FIVER", "ALL", "TEN"])
        #expect(made.session.total?.minorUnits == 0)
        #expect(made.session.totalsAreConsistent)
        #expect(try await fixture.pay(made).session.order?.total?.isZero == true)
    }

    @Test func `AP-4: what goes different ways is not one purchase`() async throws {
        let made = try await ShopFixture().open([("latte", 1), ("ticket", 1)])
        #expect(made.session.status == .notReady)
        #expect(made.session.messages.first?.code == "conflict")
        #expect(made.session.options.isEmpty)
    }

    @Test func `AP-6: a ticket asks for an e-mail address and for no other`() async throws {
        let made = try await ShopFixture().open([("ticket", 1)])
        let request = try #require(made.quote).request
        #expect(request.requiredShippingFields == [.email])
        #expect(request.shippingMethods.isEmpty)
        #expect(request.pickupPlace == nil)
    }

    @Test func `AP-7: another method changes kind, price and what is asked for`() async throws {
        let fixture = try ShopFixture()
        let made = try await fixture.open([("roses", 1)], codes: ["SHIP"], address: home.shortened)
        #expect(made.session.options.map(\.id) == ["counter", "post", "express"])
        var change = CheckoutUpdate()
        change.optionID = "post"
        let updated = try await fixture.client().update(
            change, options: made.session.options, of: made.access, idempotencyKey: "u")
        let request = try #require(updated.quote).request
        #expect(request.shippingKind == .shipping)
        #expect(request.selectedMethodID == "post")
        #expect(request.requiredShippingFields == [.name, .postalAddress])
        #expect(updated.quote?.revision == 2)
        // Goods and tax; the post is free.
        #expect(updated.session.total?.minorUnits == 3887)
        #expect(updated.session.totalsAreConsistent)
    }

    @Test func `checkout 47: a country that the post does not reach is said, and another has fewer ways`()
        async throws
    {
        let fixture = try ShopFixture()
        let made = try await fixture.open([("roses", 1)], address: PostalAddress(country: "FR"))
        #expect(made.session.options.map(\.id) == ["counter", "post"])
        var change = CheckoutUpdate()
        change.address = PostalAddress(country: "JP")
        change.optionID = "post"
        let updated = try await fixture.client().update(
            change, options: made.session.options, of: made.access, idempotencyKey: "u")
        #expect(updated.session.options.map(\.id) == ["counter"])
        #expect(updated.session.selectedOptionID == "counter")
    }

    @Test func `checkout 50: a state that the US do not have is named by its member`() async throws {
        let fixture = try ShopFixture()
        var home = home
        home.region = "Kowloon"
        let made = try await fixture.open([("roses", 1)], address: home)
        var change = CheckoutUpdate()
        change.optionID = "post"
        let updated = try await fixture.client().update(
            change, options: made.session.options, of: made.access, idempotencyKey: "u")
        #expect(updated.session.status == .notReady)
        #expect(updated.session.messages.contains { $0.param == "$.fulfillment_details.address.state" })
    }

    @Test func `a quote is kept while it says the same and has time left`() async throws {
        let fixture = try ShopFixture()
        let made = try await fixture.open([("latte", 1)])
        fixture.pass(600)
        #expect(try await fixture.client().retrieve(made.access).quote == made.quote)
        fixture.pass(200)
        let fresh = try #require(try await fixture.client().retrieve(made.access).quote)
        #expect(fresh.revision == 2)
        #expect(fresh.request == made.quote?.request)
    }

    @Test func `checkout 4: an automatic discount is taken off without a code`() async throws {
        let automatic = #"{"name": "Tuesday", "kind": "fixed", "amount": 50}, {"code": "TEN""#
        let fixture = try ShopFixture(ShopFixture.catalog.replacing(#"{"code": "TEN""#, with: automatic))
        let made = try await fixture.open([("latte", 1)])
        #expect(made.session.promo.map(\.code) == [""])
        #expect(made.session.total?.minorUnits == 432)
        let lines = try #require(made.quote).request.lineItems
        #expect(lines.contains { $0.label.raw == "Tuesday" && $0.amount.minorUnits == -50 })
    }

    @Test func `free delivery shows no line of nothing on a pickup`() async throws {
        let made = try await ShopFixture().open([("roses", 1)], codes: ["SHIP"])
        let request = try #require(made.quote).request
        #expect(request.promoCodes.map(\.raw) == ["SHIP"])
        #expect(!request.lineItems.contains { $0.amount.isZero })
    }

    @Test func `AP-13: an order's link shows its number and status to people, and no more`() async throws {
        let fixture = try ShopFixture(
            ShopFixture.catalog.replacing(#""name": "Bar","#, with: #""name": "B<b>r","#))
        let made = try await fixture.open([("latte", 1)])
        let order = try #require(try await fixture.pay(made).session.order)
        let link = try #require(order.link).raw
        let target = "/" + link.split(separator: "/").dropFirst(2).joined(separator: "/")
        let response = await fixture.send(Request(method: .get, target: target))
        let page = String(decoding: ShopFixture.bytes(of: response), as: UTF8.self)
        #expect(response.fields["content-type"] == "text/html; charset=utf-8")
        #expect(page.contains("Order 1043 at B&lt;b&gt;r"))
        #expect(!page.contains("Latte") && !page.contains("Jane") && !page.contains(made.session.id))
    }

    @Test func `a cancelled session stays cancelled`() async throws {
        let fixture = try ShopFixture()
        let made = try await fixture.open([("latte", 1)])
        #expect(
            try await fixture.client().cancel(made.access, idempotencyKey: "x").session.status == .canceled)
        await #expect(throws: MerchantFailure.self) { try await fixture.pay(made) }
        #expect(fixture.store.orders.isEmpty)
    }

    @Test func `products say what is left, and an option picks the variant`() async throws {
        let fixture = try ShopFixture()
        let products = try await fixture.client().products()
        let latte = try #require(products.first { $0.id == "latte" })
        #expect(latte.variant(options: [("size", "Large")])?.id == "latte-large")
        #expect(latte.variant(options: [("size", "huge")]) == nil)
        _ = try await fixture.pay(fixture.open([("orchid", 1)]))
        let orchid = try await fixture.client().products().first { $0.id == "orchid" }
        #expect(orchid?.variants.first?.isAvailable == false)
    }

    @Test(arguments: ["USD", "JPY", "KWD"])
    func `any bag, codes and way: the sheet's lines add up to the total, and the shop's sums to its own`(
        currency: String
    ) async throws {
        let fixture = try ShopFixture(ShopFixture.catalog.replacing("USD", with: currency))
        var generator = SplitMix(state: 7)
        let codes = ["TEN", "FIVER", "ALL", "SHIP", "BIG", "OLD", "SOLO", "ten"]
        let bags: [[String]] = [["latte", "latte-large"], ["roses"], ["ticket"], ["roses", "orchid"]]
        for round in 0..<200 {
            let bag = bags[Int.random(in: 0..<bags.count, using: &generator)]
            let items = bag.map { ($0, $0 == "orchid" ? 1 : Int64.random(in: 1...9, using: &generator)) }
            let chosen = codes.filter { _ in Bool.random(using: &generator) }
            let made = try await fixture.open(
                items, codes: chosen, address: home, key: "k\(round)", currency: currency)
            var answer = made
            if let option = made.session.options.randomElement(using: &generator) {
                var change = CheckoutUpdate()
                change.optionID = option.id
                answer = try await fixture.client().update(
                    change, options: made.session.options, of: made.access, idempotencyKey: "u")
            }
            let request = try #require(answer.quote).request
            let sum = request.lineItems.reduce(Int64(0)) { $0 + $1.amount.minorUnits }
            #expect(sum == request.total.amount.minorUnits, "round \(round): \(items) \(chosen)")
            #expect(answer.session.totalsAreConsistent)
            #expect(!request.total.amount.isNegative)
        }
    }
}

/// A small generator with a seed.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
