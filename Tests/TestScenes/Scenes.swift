package import Checkout
internal import Testing

/// Sheets to draw, for the tests of surfaces and of screens.
package enum Scenes {
    /// An amount in the currency of every scene.
    package static func dollars(_ cents: Int64) throws -> Amount {
        Amount(cents, try #require(Currency("USD")))
    }

    /// A sheet as it opens, with what its opening asks for; `change` has its way with the request before.
    package static func open(
        _ change: (inout PaymentRequest) throws -> Void = { _ in }
    ) throws -> (sheet: Sheet, effects: [SheetEffect]) {
        var request = PaymentRequest(
            countryCode: "US", currency: try #require(Currency("USD")), supportedNetworks: [.visa],
            lineItems: [
                LineItem("Coffee", try dollars(1140)), LineItem("WELCOME10", try dollars(-100)),
                LineItem("Shipping", try dollars(500)),
            ], total: LineItem("Baton Coffee", try dollars(1540)))
        request.requiredShippingFields = [.email, .name, .postalAddress]
        request.shippingMethods = [
            ShippingMethod(id: "standard", label: "Standard", detail: "3 days", amount: try dollars(500)),
            ShippingMethod(
                id: "express", label: "Express", amount: try dollars(900),
                arrival: CalendarDate(text: "2026-12-03").flatMap { CalendarDateRange($0, $0) }),
        ]
        request.selectedMethodID = "standard"
        request.promoCodes = ["WELCOME10"]
        try change(&request)
        return try Sheet.open(
            request: request, provenance: .sealed,
            merchant: SheetMerchant(origin: "https://shop.example", isKnown: false), sender: "Ada's watch",
            wallet: wallet, today: try #require(CalendarDate(text: "2026-12-01")), now: .zero)
    }

    /// The same after the claim and the first answer: nothing keeps it from being paid.
    package static func sheet(_ change: (inout PaymentRequest) throws -> Void = { _ in }) throws -> Sheet {
        var (sheet, _) = try open(change)
        _ = try sheet.apply(.claimAcknowledged, at: .zero)
        _ = try sheet.apply(.answered(UpdateID(1), sheet.request), at: .zero)
        return sheet
    }

    /// One card, one contact, one address.
    package static let wallet = WalletData(
        cards: [
            CardSummary(
                id: "c1", network: .visa, kind: .credit, lastFour: "1234", expiryYear: 2030, expiryMonth: 1)
        ],
        contacts: [
            SavedContact(
                id: "p1", contact: Contact(givenName: "Ada", familyName: "Example", email: "ada@example.com"))
        ],
        addresses: [
            SavedAddress(
                id: "a1", givenName: "Ada", familyName: "Example",
                address: PostalAddress(
                    lines: ["1 Main Street"], city: "Springfield", region: "CA", postalCode: "94102",
                    country: "US"))
        ])
}
