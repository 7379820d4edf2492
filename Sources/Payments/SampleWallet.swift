import Checkout
package import Crypto

/// A wallet for trying out: `baton-phone setup --sample`.
package enum SampleWallet {
    /// A passcode of twelve letters and digits that are not mistaken for each other, 60 bits.
    package static func passcode() -> Secret {
        let alphabet = Array("abcdefghjkmnpqrstuvwxyz234567890".utf8)
        let letters = RandomBytes.make(12).map { alphabet[Int($0) % alphabet.count] }
        return Secret(letters)
    }

    /// Three cards, a contact and two addresses, of nobody.
    package static func fill(_ unlocked: inout UnlockedWallet, expiringIn year: Int) throws(WalletFailure) {
        for number in ["4242424242424242", "5200828282828210", "378282246310005"] {
            _ = try unlocked.addCard(
                NewCard(
                    number: Secret(Array(number.utf8)), expiryYear: year, expiryMonth: 12,
                    holder: "Ada Example"))
        }
        _ = try unlocked.wallet.addContact(
            Contact(
                givenName: "Ada", familyName: "Example", email: "ada@example.com", phone: "+1 415 555 0100"))
        _ = try unlocked.wallet.addAddress(
            givenName: "Ada", familyName: "Example",
            address: PostalAddress(
                lines: ["1 Market Street"], city: "San Francisco", region: "CA", postalCode: "94105",
                country: "US"))
        _ = try unlocked.wallet.addAddress(
            givenName: "Ada", familyName: "Example",
            address: PostalAddress(
                lines: ["500 Castro Street", "Floor 2"], city: "Mountain View", region: "CA",
                postalCode: "94041", country: "US"))
    }
}
