/// What this purchase needs, so that the sheet asks for and shows only that (AP-6).
package struct SheetNeeds: Hashable, Sendable {
    /// E-mail, phone and name that the merchant requires.
    package let contactFields: Set<ContactField>
    /// Whether an address is asked for: never for a digital good, never where the person goes to a place.
    package let hasAddress: Bool
    /// Whether the pickup place is shown.
    package let hasPickup: Bool
    package let hasMethods: Bool
    /// Whether the merchant gets the address that the card is billed to.
    package let hasBilling: Bool

    /// What `request` needs.
    package init(_ request: PaymentRequest) {
        contactFields = request.requiredShippingFields.subtracting([.postalAddress])
        // Where the merchant wants an address it gets the person's, also for what is fetched there
        // (servicePickup); a place of the merchant's own takes its part.
        hasAddress = request.requiredShippingFields.contains(.postalAddress) && request.pickupPlace == nil
        hasPickup =
            !hasAddress
            && (request.pickupPlace != nil
                || request.shippingKind.isPickup && !request.shippingMethods.isEmpty)
        hasBilling = request.requiredBillingFields.contains(.postalAddress)
        hasMethods = !request.shippingMethods.isEmpty
    }

    /// Whether a contact is shown at all.
    package var hasContact: Bool { !contactFields.isEmpty }
}
