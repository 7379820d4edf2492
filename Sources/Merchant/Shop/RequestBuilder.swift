import Checkout

/// Makes the payment request that a quote signs, and from which the sheet is built.
enum RequestBuilder {
    /// The request of a session that has a total.
    static func request(_ session: CheckoutSession, _ payee: RequestPayee) -> PaymentRequest {
        let selected = session.options.first { $0.id == session.selectedOptionID }
        var request = PaymentRequest(
            countryCode: payee.country, currency: session.currency, supportedNetworks: payee.networks,
            lineItems: lineItems(session),
            total: LineItem(payee.name, session.total ?? .zero(session.currency)))
        if let selected {
            request.shippingKind = kind(selected.kind)
            request.requiredShippingFields = fields(selected.kind)
            if selected.kind == .pickup { request.pickupPlace = selected.place }
            request.selectedMethodID = selected.id
        }
        let digitalOnly = session.options.allSatisfy { $0.kind == .digital }
        request.shippingMethods = digitalOnly ? [] : session.options.map(method)
        if digitalOnly { request.selectedMethodID = nil }
        request.promoCodes = session.promo.filter { $0.isApplied && !$0.code.isEmpty }.map {
            ForeignText($0.code)
        }
        return request
    }

    private static func lineItems(_ session: CheckoutSession) -> [LineItem] {
        var items = session.lines.map { line in
            let count = line.quantity == 1 ? "" : " × \(line.quantity)"
            return LineItem(ForeignText(line.name.raw + count), line.amount)
        }
        for total in session.totals {
            switch total.kind {
            // Free delivery on a pickup takes nothing off; it is shown among the codes.
            case .discount where total.amount.isZero: break
            case .discount, .storeCredit:
                items.append(LineItem(total.text, Amount(-total.amount.minorUnits, total.amount.currency)))
            case .fulfillment where total.amount.isZero: break
            case .fulfillment, .tax, .fee, .giftWrap, .tip: items.append(LineItem(total.text, total.amount))
            case .itemsBaseAmount, .itemsDiscount, .subtotal, .total, .other: break
            }
        }
        return items
    }

    private static func method(_ option: FulfillmentOption) -> ShippingMethod {
        ShippingMethod(
            id: option.id, label: option.title, detail: option.detail, amount: option.amount,
            arrival: option.arrival, kind: kind(option.kind))
    }

    private static func kind(_ kind: FulfillmentOption.Kind) -> ShippingKind {
        switch kind {
        case .shipping, .digital: .shipping
        case .localDelivery: .delivery
        case .pickup: .storePickup
        }
    }

    /// Only what this purchase needs (AP-6).
    private static func fields(_ kind: FulfillmentOption.Kind) -> Set<ContactField> {
        switch kind {
        case .digital: [.email]
        case .pickup: [.name]
        case .shipping, .localDelivery: [.name, .postalAddress]
        }
    }
}
