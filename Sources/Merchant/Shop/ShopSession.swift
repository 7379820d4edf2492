package import Checkout
package import JSON

/// A session as the shop keeps it: what was asked for, and what was promised. Prices are worked out afresh
/// each time.
package struct ShopSession: Hashable, Sendable {
    /// Where it stands for good.
    package enum State: String, Hashable, Sendable {
        case open, completed, canceled
        /// The card's issuer wants to be asked; the person goes on at the session's page.
        case authenticating
    }

    /// A payment that waits for the card's issuer.
    package struct Authenticating: Hashable, Sendable {
        package var orderID: String
        /// In minor units.
        package var total: Int64
    }

    package let id: String
    package var state = State.open
    package var items: [OrderedVariant]
    package var codes: [String]
    package var contact = Contact()
    package var address: PostalAddress?
    package var optionID: String?
    package var notes = ""
    package var revision: Int64 = 0
    package var quote: String?
    package var orderID: String?
    /// What is answered once the session is paid.
    package var sold: [UInt8]?
    /// The last attempt to pay was declined.
    package var isDeclined = false
    /// The person has agreed on the session's page to what the goods ask for.
    package var isApproved = false
    /// What an issuer's yes makes: the order's id, for the sum that was agreed to.
    package var authenticating: Authenticating?
    /// Seconds since 1970.
    package let expiresAt: Int64
    package let bearer: String
    /// When it was opened, as its end says: days of an agreement are counted from there, so that one
    /// session's request stays the same.
    var madeAt: Int64 { expiresAt - ShopLimits.sessionSeconds }

    /// Of the requests' signatures, base64url.
    package let key: String

    /// A fresh session.
    package init(
        id: String, items: [OrderedVariant], codes: [String], expiresAt: Int64, bearer: String, key: String
    ) {
        self.id = id
        self.items = items
        self.codes = codes
        self.expiresAt = expiresAt
        self.bearer = bearer
        self.key = key
    }
}

/// The session as a store keeps it.
extension ShopSession {
    package var json: JSONValue {
        var object: JSONObject = [
            "id": .string(id), "state": .string(state.rawValue),
            "items": .array(items.map { ["id": .string($0.id), "quantity": .integer($0.quantity)] }),
            "codes": .array(codes.map { .string($0) }), "revision": .integer(revision),
            "declined": .bool(isDeclined), "expires_at": .integer(expiresAt), "bearer": .string(bearer),
            "key": .string(key), "given_name": .string(contact.givenName),
            "family_name": .string(contact.familyName),
            "email": .string(contact.email), "phone": .string(contact.phone),
        ]
        if let address { object["address"] = AddressJSON.value(of: address, name: contact.name) }
        if let optionID { object["option"] = .string(optionID) }
        if !notes.isEmpty { object["notes"] = .string(notes) }
        if isApproved { object["approved"] = true }
        if let authenticating {
            object["authenticating"] = [
                "order": .string(authenticating.orderID), "total": .integer(authenticating.total),
            ]
        }
        if let quote { object["quote"] = .string(quote) }
        if let orderID { object["order"] = .string(orderID) }
        if let sold { object["sold"] = .string(String(decoding: sold, as: UTF8.self)) }
        return .object(object)
    }

    /// Reads what `json` wrote.
    package init(from node: JSONNode) throws(JSONError) {
        var items: [OrderedVariant] = []
        for item in try node.elements("items") {
            items.append(
                OrderedVariant(
                    id: try item.member("id").string(), quantity: try item.member("quantity").integer()))
        }
        var codes: [String] = []
        for code in try node.elements("codes") { codes.append(try code.string()) }
        self.init(
            id: try node.member("id").string(), items: items, codes: codes,
            expiresAt: try node.member("expires_at").integer(), bearer: try node.member("bearer").string(),
            key: try node.member("key").string())
        let state = try node.member("state")
        guard let known = State(rawValue: try state.string()) else { throw state.invalid("is no state") }
        self.state = known
        revision = try node.member("revision").integer()
        isDeclined = try node.member("declined").bool()
        contact = Contact(
            givenName: try node.member("given_name").string(),
            familyName: try node.member("family_name").string(),
            email: try node.member("email").string(), phone: try node.member("phone").string())
        if let address = try node.present("address") { self.address = try AddressJSON.address(from: address) }
        optionID = try node.present("option")?.string()
        notes = try node.present("notes")?.string() ?? ""
        isApproved = try node.present("approved")?.bool() ?? false
        if let waiting = try node.present("authenticating") {
            authenticating = Authenticating(
                orderID: try waiting.member("order").string(), total: try waiting.member("total").integer())
        }
        quote = try node.present("quote")?.string()
        orderID = try node.present("order")?.string()
        sold = try node.present("sold").map { member throws(JSONError) in Array(try member.string().utf8) }
    }
}
