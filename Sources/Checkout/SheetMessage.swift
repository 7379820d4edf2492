/// What the merchant says about a purchase beside its price, in its own words (checkout 50, 52).
package struct SheetMessage: Hashable, Sendable {
    /// What it means for paying.
    package enum Weight: String, CaseIterable, Hashable, Sendable {
        /// Good to know.
        case note
        /// Something is still missing, though the merchant was told all of the contact.
        case missing
        /// The merchant will not take the payment as things stand.
        case refusal
    }

    package let weight: Weight
    /// The part of the contact that it concerns.
    package let field: ContactField?
    package let text: ForeignText

    /// A message about a field, or about all of it.
    package init(_ weight: Weight, _ field: ContactField? = nil, _ text: ForeignText) {
        self.weight = weight
        self.field = field
        self.text = text
    }
}

extension ContactField {
    /// The part of a contact that a merchant's path names, as in `$.fulfillment_details.address.state`;
    /// nil where it names another.
    package init?(merchantPath path: String) {
        let parts = path.lowercased().split { !($0.isLetter || $0 == "_") }.map(String.init)
        let name = parts.last ?? ""
        if name.contains("email") {
            self = .email
        } else if name.contains("phone") {
            self = .phone
        } else if parts.contains(where: { $0.contains("address") }) {
            self = .postalAddress
        } else if name.hasSuffix("name") || name == "buyer" {
            self = .name
        } else {
            return nil
        }
    }
}
