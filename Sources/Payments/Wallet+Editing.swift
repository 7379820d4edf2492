import Checkout

/// What is to be different about an entry; nil leaves a member as it is.
package struct WalletChange: Sendable {
    package var givenName: String?
    package var familyName: String?
    package var email: String?
    package var phone: String?
    package var streets: [String]?
    package var city: String?
    package var region: String?
    package var postalCode: String?
    package var country: String?
    /// Of a card: the id of the address that its statements go to, empty for none.
    package var billing: String?

    package init() {}

    fileprivate var isOfContact: Bool { email != nil || phone != nil }
    fileprivate var isOfAddress: Bool {
        streets != nil || city != nil || region != nil || postalCode != nil || country != nil
    }
    fileprivate var isOfName: Bool { givenName != nil || familyName != nil }
}

/// Changing an entry where it stands.
extension Wallet {
    /// Changes a contact, an address, or where a card is billed; saved when it returns. Throws
    /// `unknownEntry`,
    /// `invalidField` (also for what the entry does not have), or `file`.
    package mutating func edit(_ id: String, _ change: WalletChange) throws(WalletFailure) {
        let check = check
        try save { (contents) throws(WalletFailure) in
            if let index = contents.cards.firstIndex(where: { $0.summary.id == id }) {
                guard !change.isOfContact, !change.isOfAddress, !change.isOfName else {
                    throw .invalidField("card")
                }
                try contents.bill(index, to: change.billing)
            } else if let index = contents.contacts.firstIndex(where: { $0.id == id }) {
                guard !change.isOfAddress, change.billing == nil else { throw .invalidField("contact") }
                let contact = contents.contacts[index].contact.changed(by: change)
                try Self.require(contact, check)
                contents.contacts[index] = SavedContact(id: id, contact: contact)
            } else if let index = contents.addresses.firstIndex(where: { $0.id == id }) {
                guard !change.isOfContact, change.billing == nil else { throw .invalidField("address") }
                let saved = contents.addresses[index].changed(by: change)
                try Self.require(saved, check)
                contents.addresses[index] = saved
            } else {
                throw .unknownEntry(id)
            }
        }
    }

    typealias FieldCheck = ([(String, String)]) throws(WalletFailure) -> Void

    static func require(_ contact: Contact, _ check: FieldCheck) throws(WalletFailure) {
        let fields = [("name", contact.name), ("email", contact.email), ("phone", contact.phone)]
        try check(fields)
        guard contact.email.isEmpty || contact.email.split(separator: "@").count == 2 else {
            throw .invalidField("email")
        }
        guard !fields.allSatisfy({ $0.1.isEmpty }) else { throw .invalidField("contact") }
    }

    static func require(_ saved: SavedAddress, _ check: FieldCheck) throws(WalletFailure) {
        let address = saved.address
        try check(
            [
                ("name", saved.givenName + saved.familyName), ("city", address.city),
                ("region", address.region),
            ]
                + [("postal_code", address.postalCode)] + address.lines.map { ("street", $0) })
        let isCountry = address.country.utf8.allSatisfy { (0x41...0x5A).contains($0) }
        guard address.country.utf8.count == 2, isCountry else { throw .invalidField("country") }
        guard (1...3).contains(address.lines.count) else { throw .invalidField("street") }
    }
}

extension WalletContents {
    /// Sends a card's statements to an address of the wallet.
    fileprivate mutating func bill(_ index: Int, to billing: String?) throws(WalletFailure) {
        guard let billing else { throw .invalidField("billing") }
        guard billing.isEmpty || addresses.contains(where: { $0.id == billing }) else {
            throw .unknownEntry(billing)
        }
        cards[index].billingID = billing.isEmpty ? nil : billing
    }
}

extension Contact {
    fileprivate func changed(by change: WalletChange) -> Contact {
        Contact(
            givenName: change.givenName ?? givenName, familyName: change.familyName ?? familyName,
            email: change.email ?? email, phone: change.phone ?? phone)
    }
}

extension SavedAddress {
    fileprivate func changed(by change: WalletChange) -> SavedAddress {
        SavedAddress(
            id: id, givenName: change.givenName ?? givenName, familyName: change.familyName ?? familyName,
            address: PostalAddress(
                lines: change.streets ?? address.lines, city: change.city ?? address.city,
                region: change.region ?? address.region, postalCode: change.postalCode ?? address.postalCode,
                country: change.country?.uppercased() ?? address.country))
    }
}
