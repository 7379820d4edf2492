/// What the sheet is built from: the shape of `ApplePayPaymentRequest` (Apple Pay on the Web, version 14), as
/// values.
package struct PaymentRequest: Hashable, Sendable {
    /// Two capital letters: where the payment is processed.
    package var countryCode: String
    package var currency: Currency
    package var supportedNetworks: [CardNetwork]
    package var capabilities: Set<MerchantCapability>
    package var lineItems: [LineItem]
    /// Its label is the name on the card statement (AP-9).
    package var total: LineItem
    /// The app between person and merchant: "Pay MERCHANT (via APP)".
    package var intermediary: ForeignText?
    package var requiredShippingFields: Set<ContactField> = []
    package var requiredBillingFields: Set<ContactField> = []
    package var shippingMethods: [ShippingMethod] = []
    package var selectedMethodID: String?
    package var shippingKind = ShippingKind.shipping
    /// Where the goods are picked up, shown and not chosen (AP-6).
    package var pickupPlace: PostalAddress?
    /// Shown read-only (AP-3).
    package var promoCodes: [ForeignText] = []
    /// The most that a pending total may become (checkout 35), and why it is not known yet (AP-10).
    package var pendingMaximum: Amount?
    package var pendingReason: ForeignText?
    /// A fixed amount held, not charged (AP-10).
    package var preauthorization: Amount?
    package var agreement: PaymentAgreement?
    /// What the person has to say yes to before paying, beside the terms.
    package var objections: [RequestObjection] = []

    /// A request for a total, with everything else as its members say.
    package init(
        countryCode: String, currency: Currency, supportedNetworks: [CardNetwork],
        capabilities: Set<MerchantCapability> = [.supports3DS], lineItems: [LineItem], total: LineItem
    ) {
        self.countryCode = countryCode
        self.currency = currency
        self.supportedNetworks = supportedNetworks
        self.capabilities = capabilities
        self.lineItems = lineItems
        self.total = total
    }

    /// The method that the merchant says is chosen, if it is offered.
    package var selectedMethod: ShippingMethod? {
        shippingMethods.first { $0.id == selectedMethodID }
    }
}
