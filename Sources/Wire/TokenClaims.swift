package import Handoffs
package import JSON

/// What a handoff token says outside its seal (Protocol/token.md).
package struct TokenClaims: SignedClaims {
    /// `iss`: the watch.
    package let sender: DeviceID
    /// `aud`: the phone.
    package let recipient: DeviceID
    /// `jti`: the handoff.
    package let id: HandoffID
    /// `iat`, in seconds.
    package let issuedAt: Int64
    /// `exp`, in seconds.
    package let expiresAt: Int64
    /// `rly`: the relay's base URL.
    package let relay: String
    /// `sup`: the handoff that this one replaces.
    package let supersedes: HandoffID?
    /// `enc`: the encapsulated key.
    package let encapsulated: [UInt8]
    /// `ct`: the sealed part.
    package let ciphertext: [UInt8]

    package static let memberNames: Set<String> = [
        "v", "iss", "aud", "jti", "iat", "exp", "rly", "sup", "enc", "ct",
    ]

    /// Claims as the watch makes them.
    package init(
        sender: DeviceID, recipient: DeviceID, id: HandoffID, issuedAt: Int64, expiresAt: Int64,
        relay: String,
        supersedes: HandoffID?, encapsulated: [UInt8], ciphertext: [UInt8]
    ) {
        self.sender = sender
        self.recipient = recipient
        self.id = id
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.relay = relay
        self.supersedes = supersedes
        self.encapsulated = encapsulated
        self.ciphertext = ciphertext
    }

    package init(from node: JSONNode) throws(JSONError) {
        sender = try node.member("iss").id()
        recipient = try node.member("aud").id()
        id = try node.member("jti").id()
        issuedAt = try node.member("iat").seconds()
        expiresAt = try node.member("exp").seconds()
        relay = try node.member("rly").text(bytesMax: WireLimits.relayBytesMax)
        supersedes = try node.optional("sup")?.id()
        encapsulated = try node.member("enc").bytes(countMax: WireLimits.encapsulatedBytes)
        let sealed = try node.member("ct")
        ciphertext = try sealed.bytes(countMax: 8192 + 16)
        guard WireLimits.sealedHandoffBytes.contains(ciphertext.count) else {
            throw sealed.invalid("must have one of the sizes \(WireLimits.sealedHandoffBytes)")
        }
        guard encapsulated.count == WireLimits.encapsulatedBytes else {
            throw try node.member("enc").invalid("must have \(WireLimits.encapsulatedBytes) bytes")
        }
    }

    package var json: JSONValue {
        var members = MemberList()
        members.add("v", 1)
        members.add("iss", .id(sender))
        members.add("aud", .id(recipient))
        members.add("jti", .id(id))
        members.add("iat", .integer(issuedAt))
        members.add("exp", .integer(expiresAt))
        members.add("rly", .string(relay))
        members.add("sup", supersedes.map { .id($0) })
        members.add("enc", .bytes(encapsulated))
        members.add("ct", .bytes(ciphertext))
        return members.json
    }
}
