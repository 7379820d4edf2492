import Checkout
import JSON
import Testing

@testable import Merchant

/// For any bag, codes and choices: the sheet's lines give the total, the total is the quote's and the one
/// that is charged, and what was shown at consent is what was paid, with 0, 2 and 3 decimals.
@Suite struct ShopPropertyTests {
    /// xorshift64*: the same bags for the same seed.
    private struct Dice: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state ^= state >> 12
            state ^= state << 25
            state ^= state >> 27
            return state &* 2_685_821_657_736_338_717
        }
    }

    private func catalog(_ currency: String, _ dice: inout Dice) -> String {
        func amount(_ max: Int64) -> Int64 { Int64.random(in: 0...max, using: &dice) }
        let products = (0..<6).map { index in
            #"{"id":"p\#(index)","title":"P\#(index)","price":\#(amount(99_999)),"#
                + #""fulfillment":["shipping","pickup"]}"#
        }
        let place =
            #"{"name":"Here","address":{"name":"H","line_one":"1","city":"C","state":"S","country":"US","#
            + #""postal_code":"1"}}"#
        let tax = amount(2500)
        return """
            {"merchant":{"name":"M","country":"US","currency":"\(currency)","networks":["visa"],
               "tax_basis_points":\(tax),"compound_discounts":\(Bool.random(using: &dice)),
               "fees":[{"title":"Fee","amount":\(amount(99))}]},
             "products":[\(products.joined(separator: ","))],
             "deliveries":[
               {"type":"shipping","id":"post","title":"Post","amount":\(amount(2000))},
               {"type":"shipping","id":"fast","title":"Fast","amount":\(amount(9000))},
               {"type":"pickup","id":"here","title":"Here","amount":0,"location":\(place)}],
             "promotions":[
               {"code":"A","name":"A","kind":"percentage","basis_points":\(1 + amount(9999))},
               {"code":"B","name":"B","kind":"fixed","amount":\(amount(50_000))},
               {"code":"C","name":"C","kind":"free_shipping"},
               {"code":"D","name":"D","kind":"store_credit","amount":\(amount(50_000))},
               {"code":"E","name":"E","kind":"percentage","basis_points":3333,"minimum":\(amount(50_000))},
               {"name":"Auto","kind":"fixed","amount":\(amount(300))},
               {"name":"Free","kind":"free_delivery","deliveries":["post"],"minimum":\(amount(90_000))}]}
            """
    }

    private func checkSums(_ answer: CheckoutAnswer, _ seed: String) throws {
        let session = answer.session
        let total = try #require(session.total)
        #expect(session.totalsAreConsistent && !total.isNegative, "\(seed)")
        let request = try #require(answer.quote).request
        #expect(request.total.amount == total, "\(seed)")
        #expect(request.lineItems.reduce(0) { $0 + $1.amount.minorUnits } == total.minorUnits, "\(seed)")
        #expect(!request.totalsAreInconsistent, "\(seed)")
        // Once out of the text and in again, digit for digit.
        let read = try Amount(decimalText: total.decimalText, total.currency)
        #expect(read == total, "\(seed)")
    }

    @Test(arguments: ["JPY", "USD", "KWD"], 1...40)
    func `lines, total, quote and charge are one sum for any bag`(currency: String, seed: Int) async throws {
        var dice = Dice(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1)
        let fixture = try ShopFixture(catalog(currency, &dice))
        let name = "\(currency) \(seed)"
        let home = PostalAddress(lines: ["1 Elm"], city: "X", region: "IL", postalCode: "1", country: "US")
        let bag = (0..<Int.random(in: 1...5, using: &dice)).map { _ in
            ("p\(Int.random(in: 0...5, using: &dice))", Int64.random(in: 1...9, using: &dice))
        }
        let codes = ["A", "b", " C ", "D", "e", "none"].shuffled(using: &dice)
            .prefix(Int.random(in: 0...6, using: &dice))
        var answer = try await fixture.open(
            bag, codes: Array(codes), address: home.shortened, currency: currency)
        #expect(answer.session.promo.filter { !$0.code.isEmpty }.count == codes.count, "\(name)")
        try checkSums(answer, name)
        for step in 0..<Int.random(in: 0...3, using: &dice) {
            var change = CheckoutUpdate()
            change.optionID = ["post", "fast", "here"].randomElement(using: &dice)
            if Bool.random(using: &dice) { change.codes = Array(codes.shuffled(using: &dice).dropLast()) }
            answer = try await fixture.client().update(
                change, options: answer.session.options, of: answer.access, idempotencyKey: "u\(step)")
            try checkSums(answer, name)
        }
        var last = CheckoutUpdate()
        last.address = home
        last.contact = Contact(givenName: "Ada", familyName: "Nord", email: "ada@example.com", phone: "1")
        answer = try await fixture.client().update(
            last, options: answer.session.options, of: answer.access, idempotencyKey: "last")
        try checkSums(answer, name)
        let shown = try #require(answer.quote).request.total.amount
        let paid = try await fixture.pay(answer)
        #expect(paid.session.status == .completed && paid.session.total == shown, "\(name)")
        #expect(paid.session.order?.total == shown, "\(name)")
        #expect(fixture.store.orders.first?.order.total == shown, "\(name)")
    }
}
