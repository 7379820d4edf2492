/// A contact of the wallet.
package struct SavedContact: Hashable, Sendable {
    package let id: String
    package let contact: Contact

    package init(id: String, contact: Contact) {
        self.id = id
        self.contact = contact
    }
}

/// An address of the wallet, with the name that belongs on it.
package struct SavedAddress: Hashable, Sendable {
    package let id: String
    package let givenName: String
    package let familyName: String
    package let address: PostalAddress

    package init(id: String, givenName: String, familyName: String, address: PostalAddress) {
        self.id = id
        self.givenName = givenName
        self.familyName = familyName
        self.address = address
    }
}

/// The wallet as the sheet sees it, at the moment it opens (AP-11). In each list the preferred entry is
/// first.
package struct WalletData: Hashable, Sendable {
    package var cards: [CardSummary]
    package var contacts: [SavedContact]
    package var addresses: [SavedAddress]

    package init(
        cards: [CardSummary] = [], contacts: [SavedContact] = [], addresses: [SavedAddress] = []
    ) {
        self.cards = cards
        self.contacts = contacts
        self.addresses = addresses
    }
}

extension SavedAddress {
    /// The name that belongs on the address.
    package var name: String { [givenName, familyName].filter { !$0.isEmpty }.joined(separator: " ") }
}
