import Checkout
import JSON

/// What a purchase asks of the person, and what is checked and not used.
extension RequestScan {
    static func readFields(_ node: JSONNode, _ request: inout PaymentRequest, _ log: inout FaultLog) {
        for field in contactFields(node, "requiredShippingContactFields", &log) {
            request.requiredShippingFields.insert(field)
        }
        // E-mail, phone and name asked for under billing would never be answered: they belong to the contact
        // (checkout 53).
        for field in contactFields(node, "requiredBillingContactFields", &log) {
            switch field {
            case .postalAddress: request.requiredBillingFields.insert(field)
            case .email, .name, .phone: request.requiredShippingFields.insert(field)
            }
        }
        if let kind = log.member("shippingType", of: node) {
            let allowed = ShippingKind.allCases.map(\.rawValue).joined(separator: ", ")
            let value = log.choice(kind, of: "one of \(allowed)") { ShippingKind(rawValue: $0) }
            request.shippingKind = value ?? .shipping
        }
        if case .string(let code)? = log.member("couponCode", of: node)?.value, !ForeignText(code).isEmpty {
            request.promoCodes.append(ForeignText(code))
        }
    }

    /// `phoneticName` is taken and asks for the name: the wallet has no other.
    private static func contactFields(
        _ node: JSONNode, _ name: String, _ log: inout FaultLog
    ) -> [ContactField] {
        guard let member = log.member(name, of: node) else { return [] }
        let allowed = ContactField.allCases.map(\.rawValue).joined(separator: ", ")
        var fields: [ContactField] = []
        for element in log.sequence(member) ?? [] {
            let field = log.choice(element, of: "one of \(allowed), phoneticName") { text in
                text == "phoneticName" ? .name : ContactField(rawValue: text)
            }
            if let field { fields.append(field) }
        }
        return fields
    }

    /// Members that are checked as a browser does, and not used: contacts come from the wallet alone (AP-11).
    static func readOthers(_ node: JSONNode, _ log: inout FaultLog) {
        for name in ["billingContact", "shippingContact"] {
            guard let member = log.member(name, of: node), let contact = log.dictionary(member) else {
                continue
            }
            readContact(contact, &log)
        }
        if let member = log.member("supportedCountries", of: node) {
            for element in log.sequence(member) ?? [] {
                _ = log.choice(element, .unknownCountry, of: "a country code of ISO 3166-1") { Country($0) }
            }
        }
        if let member = log.member("shippingContactEditingMode", of: node) {
            let modes = ["available", "enabled", "storePickup"]
            _ = log.choice(member, of: "available or storePickup") { modes.contains($0) ? $0 : nil }
        }
        if let member = log.member("features", of: node) { _ = log.sequence(member) }
    }

    private static func readContact(_ contact: JSONNode, _ log: inout FaultLog) {
        let names = [
            "phoneNumber", "emailAddress", "givenName", "familyName", "phoneticGivenName",
            "phoneticFamilyName", "subLocality", "locality", "postalCode", "subAdministrativeArea",
            "administrativeArea", "country", "countryCode",
        ]
        for name in names { _ = log.optionalText(name, of: contact) }
        guard let lines = log.member("addressLines", of: contact) else { return }
        for line in log.sequence(lines) ?? [] { _ = log.text(line) }
    }
}
