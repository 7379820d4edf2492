package import Checkout
package import JSON

/// So many of one variant.
package struct OrderedVariant: Hashable, Sendable {
    package var id: String
    package var quantity: Int64

    package init(id: String, quantity: Int64) {
        self.id = id
        self.quantity = quantity
    }
}

/// What opens a session.
package struct CheckoutCreate: Hashable, Sendable {
    package var items: [OrderedVariant]
    package var currency: Currency
    package var codes: [String]
    /// Where it goes, shortened; nil where the person withholds it.
    package var address: PostalAddress?
    /// A gift message or a word for whoever brings it (ACP's `order_notes`); empty for none.
    package var notes = ""

    package init(
        items: [OrderedVariant], currency: Currency, codes: [String] = [], address: PostalAddress? = nil
    ) {
        self.items = items
        self.currency = currency
        self.codes = codes
        self.address = address
    }

    /// The body of the request. Each item has its quantity, which the release's schema forgot (checkout 77).
    package func encoded() -> [UInt8] {
        var object: JSONObject = [
            "line_items": .array(items.map(\.json)), "currency": .string(currency.code.lowercased()),
            "capabilities": ["extensions": ["discount"]],
        ]
        if let address {
            object["fulfillment_details"] = ["address": AddressJSON.value(of: address, name: "")]
        }
        if !codes.isEmpty { object["discounts"] = ["codes": .array(codes.map { .string($0) })] }
        if !notes.isEmpty { object["order_notes"] = .string(notes) }
        return JSONValue.object(object).encoded()
    }
}

/// What changes a session; absent members stay as they are.
package struct CheckoutUpdate: Hashable, Sendable {
    package var items: [OrderedVariant]?
    package var optionID: String?
    package var codes: [String]?
    /// Shortened before the passcode, full in the last update.
    package var address: PostalAddress?
    /// Told in the last update alone.
    package var contact: Contact?
    /// In place of the notes before; empty takes them back.
    package var notes: String?

    package init() {}

    package var isEmpty: Bool { self == CheckoutUpdate() }

    /// The body of the request.
    package func encoded(options: [FulfillmentOption]) -> [UInt8] {
        var object = JSONObject()
        if let items { object["line_items"] = .array(items.map(\.json)) }
        var details = JSONObject()
        if let contact {
            object["buyer"] = contact.buyer
            details["name"] = .string(contact.name)
            if !contact.phone.isEmpty { details["phone_number"] = .string(contact.phone) }
            if !contact.email.isEmpty { details["email"] = .string(contact.email) }
        }
        if let address { details["address"] = AddressJSON.value(of: address, name: contact?.name ?? "") }
        if !details.isEmpty { object["fulfillment_details"] = .object(details) }
        if let optionID {
            let kind = options.first { $0.id == optionID }?.kind ?? .shipping
            object["selected_fulfillment_options"] = [
                ["type": .string(kind.rawValue), "option_id": .string(optionID), "item_ids": []]
            ]
        }
        if let codes { object["discounts"] = ["codes": .array(codes.map { .string($0) })] }
        if let notes { object["order_notes"] = .string(notes) }
        return JSONValue.object(object).encoded()
    }
}

/// What pays a session. Its bytes are journaled before they are sent, and sent again as they are.
package struct CompleteRequest: Sendable {
    package var contact: Contact
    /// The payment token.
    package var token: JSONValue

    package init(contact: Contact, token: JSONValue) {
        self.contact = contact
        self.token = token
    }

    /// The body of the request.
    package func encoded() -> [UInt8] {
        let value: JSONValue = [
            "buyer": contact.buyer,
            "payment_data": [
                "handler_id": .string(PayHandler.name),
                "instrument": [
                    "type": "card",
                    // ACP's `token` is a text; an EC_v1 token is an object, so it travels as its JSON.
                    "credential": [
                        "type": .string(PayHandler.credentialType), "token": .string(token.encodedString()),
                    ],
                ],
            ],
        ]
        return value.encoded()
    }
}

extension OrderedVariant {
    fileprivate var json: JSONValue { ["id": .string(id), "quantity": .integer(quantity)] }
}

extension Contact {
    /// ACP's `Buyer`.
    fileprivate var buyer: JSONValue {
        var object = JSONObject()
        if !givenName.isEmpty { object["first_name"] = .string(givenName) }
        if !familyName.isEmpty { object["last_name"] = .string(familyName) }
        object["email"] = .string(email.isEmpty ? AddressJSON.unknown : email)
        if !phone.isEmpty { object["phone_number"] = .string(phone) }
        return .object(object)
    }
}
