package import Handoffs
package import JSON

/// What an outcome says outside its seal (Protocol/outcome.md): which token it answers, never how it went.
package struct OutcomeClaims: SignedClaims {
    /// `iss`: the phone.
    package let phone: DeviceID
    /// `aud`: the watch.
    package let watch: DeviceID
    /// `jti`: the handoff.
    package let id: HandoffID
    /// `tok`: SHA-256 of the token's signing input.
    package let token: Digest
    /// `fence`: the claim that it ends.
    package let fence: Fence
    /// `iat`, in seconds.
    package let issuedAt: Int64
    /// `enc`: the encapsulated key.
    package let encapsulated: [UInt8]
    /// `ct`: the sealed part, of one of two sizes, whatever it says.
    package let ciphertext: [UInt8]

    package static let memberNames: Set<String> = [
        "v", "iss", "aud", "jti", "tok", "fence", "iat", "enc", "ct",
    ]

    /// Claims as the phone makes them.
    package init(
        phone: DeviceID, watch: DeviceID, id: HandoffID, token: Digest, fence: Fence, issuedAt: Int64,
        encapsulated: [UInt8], ciphertext: [UInt8]
    ) {
        self.phone = phone
        self.watch = watch
        self.id = id
        self.token = token
        self.fence = fence
        self.issuedAt = issuedAt
        self.encapsulated = encapsulated
        self.ciphertext = ciphertext
    }

    package init(from node: JSONNode) throws(JSONError) {
        phone = try node.member("iss").id()
        watch = try node.member("aud").id()
        id = try node.member("jti").id()
        token = try node.member("tok").id()
        fence = try node.member("fence").fence()
        issuedAt = try node.member("iat").seconds()
        encapsulated = try node.member("enc").bytes(countMax: WireLimits.encapsulatedBytes)
        ciphertext = try node.member("ct").bytes(countMax: WireLimits.sealedPaymentOutcomeBytes)
        guard encapsulated.count == WireLimits.encapsulatedBytes else {
            throw try node.member("enc").invalid("must have \(WireLimits.encapsulatedBytes) bytes")
        }
        let sizes = [WireLimits.sealedOutcomeBytes, WireLimits.sealedPaymentOutcomeBytes]
        guard sizes.contains(ciphertext.count) else {
            throw try node.member("ct").invalid("must have \(sizes[0]) or \(sizes[1]) bytes")
        }
    }

    package var json: JSONValue {
        [
            "v": 1, "iss": .id(phone), "aud": .id(watch), "jti": .id(id), "tok": .id(token),
            "fence": .integer(fence.number), "iat": .integer(issuedAt), "enc": .bytes(encapsulated),
            "ct": .bytes(ciphertext),
        ]
    }
}
