import Testing

@testable import Checkout

/// One place decides whether there is a button to pay (AP-14).
@Suite struct PaymentAvailabilityTests {
    private let networks: Set<CardNetwork> = [.visa, .amex]

    private func card(
        _ id: String, _ network: CardNetwork, _ kind: CardKind = .credit, year: Int = 2030
    ) -> CardSummary {
        CardSummary(id: id, network: network, kind: kind, lastFour: "0000", expiryYear: year, expiryMonth: 2)
    }

    private func request(
        _ networks: [CardNetwork], _ capabilities: Set<MerchantCapability> = []
    ) throws -> PaymentRequest {
        let usd = try #require(Currency("usd"))
        var request = PaymentRequest(
            countryCode: "US", currency: usd, supportedNetworks: networks, lineItems: [],
            total: LineItem("Shop", Amount(100, usd)))
        request.capabilities = capabilities
        return request
    }

    private func decide(
        _ request: PaymentRequest?, _ cards: [CardSummary]?, on day: String = "2026-12-01"
    ) throws -> PaymentAvailability {
        PaymentAvailability(
            request, with: cards.map { WalletData(cards: $0) }, takingCardsOf: networks,
            on: try #require(CalendarDate(text: day)))
    }

    @Test func `AP-14: pay, set up with its reason, or nothing at all`() throws {
        let (visa, amex) = (card("v", .visa), card("a", .amex))
        let old = card("o", .visa, year: 2020)
        let debit = card("d", .visa, .debit)
        #expect(try decide(request([.visa]), [amex, visa]) == .canPay([visa]))
        #expect(try decide(nil, [amex, visa]) == .canPay([amex, visa]))
        #expect(try decide(request([.visa]), nil) == .setUpNeeded(.noWallet))
        #expect(try decide(nil, nil) == .setUpNeeded(.noWallet))
        #expect(try decide(request([.visa]), []) == .setUpNeeded(.noCard))
        #expect(try decide(request([.visa]), [old]) == .setUpNeeded(.expired))
        #expect(try decide(request([.amex]), [visa]) == .setUpNeeded(.notAccepted))
        #expect(try decide(request([.visa], [.supportsCredit]), [debit]) == .setUpNeeded(.notAccepted))
        #expect(try decide(request([.jcb]), [visa]) == .cannot)
        #expect(try decide(request([.jcb]), nil) == .cannot)
    }

    @Test func `a card is good to the end of its month and no longer`() throws {
        #expect(try decide(nil, [card("v", .visa)], on: "2030-02-28") == .canPay([card("v", .visa)]))
        #expect(try decide(nil, [card("v", .visa)], on: "2030-03-01") == .setUpNeeded(.expired))
    }

    @Test func `a card that expires while the sheet is open pays nothing, and no other one in its place`()
        throws
    {
        var fixture = try SheetFixture.ready()
        let card = try #require(fixture.sheet.selectedCard)
        let after = try #require(CalendarDate(text: "\(card.expiryYear + 1)-01-01"))
        fixture.sheet.today = after
        #expect(fixture.sheet.blocker == .noUsableCard)
        let terms = fixture.sheet.terms
        #expect(throws: SheetRefusal.blocked(.noUsableCard)) { try fixture.send(.pay(terms)) }
        // Turned between the passcode and the commit: nothing is committed.
        var late = try SheetFixture.ready()
        try late.pay()
        try late.send(.passcodeAccepted)
        late.sheet.today = after
        try late.answer(late.sheet.request)
        #expect(late.sheet.phase == .ready)
        #expect(late.effects == [])
    }
}
