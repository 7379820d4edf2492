import Testing

@testable import Checkout

/// Requests and wallets that the tests start from.
enum Samples {
    static func dollars(_ cents: Int64) throws -> Amount { Amount(cents, try #require(Currency("USD"))) }

    /// Two coffees shipped, with two methods.
    static func request(total: Int64 = 1540, method: String = "standard") throws -> PaymentRequest {
        var request = PaymentRequest(
            countryCode: "US", currency: try #require(Currency("USD")),
            supportedNetworks: [.visa, .masterCard],
            lineItems: [
                LineItem("Coffee", try dollars(1140)), LineItem("WELCOME10", try dollars(-100)),
                LineItem("Shipping", try dollars(total - 1040)),
            ], total: LineItem("Baton Coffee", try dollars(total)))
        request.requiredShippingFields = [.email, .name, .postalAddress]
        request.shippingMethods = [
            ShippingMethod(id: "standard", label: "Standard", amount: try dollars(500)),
            ShippingMethod(id: "express", label: "Express", amount: try dollars(900)),
        ]
        request.selectedMethodID = method
        return request
    }

    static let wallet = WalletData(
        cards: [
            CardSummary(
                id: "c1", network: .visa, kind: .credit, lastFour: "1234", expiryYear: 2030, expiryMonth: 1),
            CardSummary(
                id: "c2", network: .masterCard, kind: .debit, lastFour: "5678", expiryYear: 2030,
                expiryMonth: 1),
        ],
        contacts: [
            SavedContact(
                id: "p1",
                contact: Contact(
                    givenName: "Ada", familyName: "Example", email: "ada@example.com", phone: "+15550100"))
        ],
        addresses: [
            SavedAddress(
                id: "a1", givenName: "Ada", familyName: "Example",
                address: PostalAddress(
                    lines: ["1 Main Street"], city: "Springfield", region: "CA", postalCode: "94102",
                    country: "US")),
            SavedAddress(
                id: "a2", givenName: "Ada", familyName: "Example",
                address: PostalAddress(
                    lines: ["2 High Street"], city: "London", postalCode: "WC2H 9JQ", country: "GB")),
        ])
}
