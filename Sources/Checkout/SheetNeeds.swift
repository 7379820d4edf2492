/// What this purchase needs, so that the sheet asks for and shows only that (AP-6).
package struct SheetNeeds: Hashable, Sendable {
    /// E-mail, phone and name that the merchant requires.
    package let contactFields: Set<ContactField>
    /// Whether an address is asked for: never for a digital good, never for a pickup.
    package let hasAddress: Bool
    /// Whether the pickup place is shown.
    package let hasPickup: Bool
    package let hasMethods: Bool

    /// What `request` needs.
    package init(_ request: PaymentRequest) {
        contactFields = request.requiredShippingFields.subtracting([.postalAddress])
        hasPickup =
            request.shippingKind.isPickup && !request.shippingMethods.isEmpty
            || request.pickupPlace != nil
        hasAddress = request.requiredShippingFields.contains(.postalAddress) && !hasPickup
        hasMethods = !request.shippingMethods.isEmpty
    }

    /// Whether a contact is shown at all.
    package var hasContact: Bool { !contactFields.isEmpty }
}
