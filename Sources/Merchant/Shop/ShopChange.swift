import Checkout
import JSON

/// What a create or update asks for, read strictly where it counts; absent members stay as they are.
struct ShopChange: Sendable {
    var items: [OrderedVariant]?
    var currency: String?
    var codes: [String]?
    var contact: Contact?
    var address: PostalAddress?
    var optionID: String?
    var notes: String?

    init(from node: JSONNode) throws(JSONError) {
        _ = try node.object()
        // The release's own examples say both names (checkout 77).
        if let lines = try Self.present(node, "line_items", "items") { items = try Self.items(lines) }
        currency = try node.present("currency")?.string()
        if let list = try node.present("discounts")?.present("codes") {
            codes = try Self.codes(list)
        } else if let list = try node.present("coupons") {
            codes = try Self.codes(list)
        }
        let details = try node.present("fulfillment_details")
        if let address = try details?.present("address") {
            self.address = try AddressJSON.address(from: address)
        }
        if let notes = try node.present("order_notes") {
            let text = try notes.string()
            guard text.count <= ShopLimits.notesMax else {
                throw notes.invalid("has more than \(ShopLimits.notesMax) characters")
            }
            self.notes = text
        }
        contact = try Self.contact(buyer: node.present("buyer"), details)
        optionID = try node.elements("selected_fulfillment_options").first?.member("option_id").string()
    }

    private static func present(_ node: JSONNode, _ names: String...) throws(JSONError) -> JSONNode? {
        for name in names { if let member = try node.present(name) { return member } }
        return nil
    }

    private static func items(_ node: JSONNode) throws(JSONError) -> [OrderedVariant] {
        let lines = try node.array()
        guard (1...Catalog.linesMax).contains(lines.count) else {
            throw node.invalid("must have 1 to \(Catalog.linesMax) entries")
        }
        var items: [OrderedVariant] = []
        for line in lines {
            let inner = try line.present("item")
            let id = try (inner ?? line).member("id").string()
            let quantity = try line.present("quantity")?.integer(in: 1...Catalog.quantityMax) ?? 1
            items.append(OrderedVariant(id: id, quantity: quantity))
        }
        return items
    }

    private static func codes(_ node: JSONNode) throws(JSONError) -> [String] {
        let list = try node.array()
        guard list.count <= Catalog.codesMax else {
            throw node.invalid("has more than \(Catalog.codesMax) codes")
        }
        var codes: [String] = []
        for entry in list {
            let code = try entry.string()
            guard code.utf8.count <= Catalog.codeBytesMax else { throw entry.invalid("is too long") }
            codes.append(code)
        }
        return codes
    }

    static func contact(buyer: JSONNode?, _ details: JSONNode?) throws(JSONError) -> Contact? {
        guard buyer != nil || details != nil else { return nil }
        var contact = Contact()
        if let buyer {
            contact.givenName = AddressJSON.read(try buyer.present("first_name")?.string())
            contact.familyName = AddressJSON.read(try buyer.present("last_name")?.string())
            contact.email = AddressJSON.read(try buyer.present("email")?.string())
            contact.phone = AddressJSON.read(try buyer.present("phone_number")?.string())
        }
        if let details {
            if contact.name.isEmpty {
                contact.givenName = AddressJSON.read(try details.present("name")?.string())
            }
            if contact.email.isEmpty {
                contact.email = AddressJSON.read(try details.present("email")?.string())
            }
            if contact.phone.isEmpty {
                contact.phone = AddressJSON.read(try details.present("phone_number")?.string())
            }
        }
        return contact
    }
}

extension ShopSession {
    /// Takes over what the change names. An empty contact never erases a known one.
    mutating func apply(_ change: ShopChange) {
        if let items = change.items { self.items = items }
        if let codes = change.codes { self.codes = codes }
        if let address = change.address { self.address = address }
        if let optionID = change.optionID { self.optionID = optionID }
        if let notes = change.notes { self.notes = notes }
        guard let new = change.contact else { return }
        if !new.givenName.isEmpty { contact.givenName = new.givenName }
        if !new.familyName.isEmpty { contact.familyName = new.familyName }
        if !new.email.isEmpty { contact.email = new.email }
        if !new.phone.isEmpty { contact.phone = new.phone }
    }
}
