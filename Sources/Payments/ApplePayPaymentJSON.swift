package import Checkout
internal import Encodings
package import JSON

/// The result of a payment in the shape of `ApplePayPayment` (Apple Pay on the Web): what a merchant's server
/// takes already.
package enum ApplePayPaymentJSON {
    /// The card as a merchant may see it.
    package struct CardLabel: Hashable, Sendable {
        /// "Visa 1234"
        package let displayName: String
        package let network: CardNetwork
        package let kind: CardKind

        /// The label of a card.
        package init(_ card: CardSummary) {
            displayName = "\(card.network.displayName) \(card.lastFour)"
            network = card.network
            kind = card.kind
        }
    }

    /// A contact as the purchase asked for it.
    package struct Person: Hashable, Sendable {
        package let contact: Contact
        package let address: PostalAddress?

        /// A person, with an address where one was asked for.
        package init(contact: Contact, address: PostalAddress?) {
            self.contact = contact
            self.address = address
        }
    }

    /// The payment. `token` is nil where nobody was named whom it could be sealed to.
    package static func value(
        token: PaymentToken?, card: CardLabel, billing: Person?, shipping: Person?
    ) -> JSONValue {
        var payment = JSONObject()
        payment["token"] = token.map { token in
            [
                "paymentData": token.json,
                "paymentMethod": [
                    "displayName": .string(card.displayName), "network": .string(name(card.network)),
                    "type": .string(card.kind.rawValue),
                ],
                "transactionIdentifier": .string(Hexadecimal.encode(token.transactionID)),
            ]
        }
        payment["billingContact"] = billing.flatMap(contact)
        payment["shippingContact"] = shipping.flatMap(contact)
        return .object(payment)
    }

    /// `ApplePayPaymentMethod.network` has the networks' own spelling.
    private static func name(_ network: CardNetwork) -> String { network.displayName }

    /// `ApplePayPaymentContact`; nil where nothing was asked for.
    private static func contact(_ person: Person) -> JSONValue? {
        var object = JSONObject()
        func put(_ name: String, _ text: String) { if !text.isEmpty { object[name] = .string(text) } }
        put("givenName", person.contact.givenName)
        put("familyName", person.contact.familyName)
        put("emailAddress", person.contact.email)
        put("phoneNumber", person.contact.phone)
        if let address = person.address {
            if !address.lines.isEmpty {
                object["addressLines"] = .array(address.lines.map { .string($0) })
            }
            put("locality", address.city)
            put("administrativeArea", address.region)
            put("postalCode", address.postalCode)
            put("countryCode", address.country)
        }
        return object.isEmpty ? nil : .object(object)
    }
}
