import Testing

@testable import Checkout

/// A sheet, driven by events at moments that the test names.
struct SheetFixture {
    var sheet: Sheet
    var effects: [SheetEffect]
    var now = Duration.zero

    init(
        _ request: PaymentRequest? = nil, provenance: SheetProvenance = .sealed,
        wallet: WalletData = Samples.wallet, prefill: SheetPrefill = SheetPrefill(),
        allowsUnsigned: Bool = false
    ) throws {
        (sheet, effects) = try Sheet.open(
            request: try request ?? Samples.request(), provenance: provenance,
            merchant: SheetMerchant(origin: "https://shop.example", isKnown: false), sender: "Ada's watch",
            wallet: wallet, prefill: prefill, today: try #require(CalendarDate(text: "2026-12-01")),
            allowsUnsigned: allowsUnsigned, now: .zero)
    }

    /// Claimed, refreshed and ready to pay.
    static func ready(_ request: PaymentRequest? = nil) throws -> SheetFixture {
        var fixture = try SheetFixture(request)
        try fixture.send(.claimAcknowledged)
        try fixture.answer(try request ?? Samples.request())
        #expect(fixture.sheet.blocker == nil)
        return fixture
    }

    mutating func send(_ event: SheetEvent) throws { effects = try sheet.apply(event, at: now) }

    /// Answers the question under way.
    mutating func answer(_ request: PaymentRequest) throws {
        try send(.answered(try #require(sheet.awaited), request))
    }

    mutating func pay() throws { try send(.pay(sheet.terms)) }

    /// From ready to the merchant working on it.
    mutating func payUntilCompleting() throws {
        try pay()
        try send(.passcodeAccepted)
        try answer(sheet.request)
        try send(.committed)
        #expect(sheet.phase == .authorizing(.completing))
    }

    static func order() throws -> OrderSummary {
        OrderSummary(number: "1043", total: try Samples.dollars(1540))
    }
}
