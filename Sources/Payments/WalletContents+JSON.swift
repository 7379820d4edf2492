import Checkout
import Encodings
import JSON

/// The wallet's file.
extension WalletContents {
    func encoded() -> [UInt8] {
        let value: JSONValue = [
            "v": 1, "cards": .array(cards.map(Self.value)), "contacts": .array(contacts.map(Self.value)),
            "addresses": .array(addresses.map(Self.value)),
        ]
        return value.encoded()
    }

    init(parsing bytes: [UInt8]) throws(WalletFailure) {
        do {
            let node = try JSONNode(parsing: bytes)
            _ = try node.member("v").integer(in: 1...1)
            for card in try node.member("cards").array() { cards.append(try Self.card(card)) }
            for contact in try node.member("contacts").array() { contacts.append(try Self.contact(contact)) }
            for address in try node.member("addresses").array() {
                addresses.append(try Self.address(address))
            }
        } catch {
            throw .damaged(file: WalletFileName.wallet.rawValue, reason: error.description)
        }
    }

    private static func value(_ card: StoredCard) -> JSONValue {
        let summary = card.summary
        var object: JSONObject = [
            "id": .string(summary.id), "network": .string(summary.network.rawValue),
            "kind": .string(summary.kind.rawValue), "last_four": .string(summary.lastFour),
            "expiry_year": .integer(Int64(summary.expiryYear)),
            "expiry_month": .integer(Int64(summary.expiryMonth)),
            "nonce": .string(Base64.encode(card.secret.nonce)),
            "sealed": .string(Base64.encode(card.secret.sealed)),
        ]
        if let next = card.next {
            object["next_nonce"] = .string(Base64.encode(next.nonce))
            object["next_sealed"] = .string(Base64.encode(next.sealed))
        }
        object["billing"] = card.billingID.map { .string($0) }
        return .object(object)
    }

    private static func card(_ node: JSONNode) throws(JSONError) -> StoredCard {
        let network = try node.member("network")
        let kind = try node.member("kind")
        guard let knownNetwork = CardNetwork(rawValue: try network.string()) else {
            throw network.invalid("is no network")
        }
        guard let knownKind = CardKind(rawValue: try kind.string()) else { throw kind.invalid("is no kind") }
        let summary = CardSummary(
            id: try node.member("id").string(), network: knownNetwork, kind: knownKind,
            lastFour: try node.member("last_four").string(),
            expiryYear: Int(try node.member("expiry_year").integer(in: 2000...9999)),
            expiryMonth: Int(try node.member("expiry_month").integer(in: 1...12)))
        var card = StoredCard(
            summary: summary, secret: .init(nonce: try node.bytes("nonce"), sealed: try node.bytes("sealed")))
        if try node.optional("next_sealed") != nil {
            card.next = .init(nonce: try node.bytes("next_nonce"), sealed: try node.bytes("next_sealed"))
        }
        card.billingID = try node.optional("billing")?.string()
        return card
    }

    private static func value(_ saved: SavedContact) -> JSONValue {
        [
            "id": .string(saved.id), "given_name": .string(saved.contact.givenName),
            "family_name": .string(saved.contact.familyName), "email": .string(saved.contact.email),
            "phone": .string(saved.contact.phone),
        ]
    }

    private static func contact(_ node: JSONNode) throws(JSONError) -> SavedContact {
        SavedContact(
            id: try node.member("id").string(),
            contact: Contact(
                givenName: try node.member("given_name").string(),
                familyName: try node.member("family_name").string(),
                email: try node.member("email").string(), phone: try node.member("phone").string()))
    }

    private static func value(_ saved: SavedAddress) -> JSONValue {
        [
            "id": .string(saved.id), "given_name": .string(saved.givenName),
            "family_name": .string(saved.familyName),
            "lines": .array(saved.address.lines.map { .string($0) }), "city": .string(saved.address.city),
            "region": .string(saved.address.region), "postal_code": .string(saved.address.postalCode),
            "country": .string(saved.address.country),
        ]
    }

    private static func address(_ node: JSONNode) throws(JSONError) -> SavedAddress {
        var lines: [String] = []
        for line in try node.member("lines").array() { lines.append(try line.string()) }
        return SavedAddress(
            id: try node.member("id").string(), givenName: try node.member("given_name").string(),
            familyName: try node.member("family_name").string(),
            address: PostalAddress(
                lines: lines, city: try node.member("city").string(),
                region: try node.member("region").string(),
                postalCode: try node.member("postal_code").string(),
                country: try node.member("country").string()))
    }
}
