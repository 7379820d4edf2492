package import Handoffs
package import JSON

/// `POST /v1/pairings`: the watch opens a pairing and makes its signing key known.
package struct PairingOpenRequest: WireMessage {
    /// The watch's choice.
    package let pairing: PairingID
    /// Its signing key; the request is signed with it.
    package let key: PublicKeyJWK

    /// Opens `pairing` with `key`.
    package init(pairing: PairingID, key: PublicKeyJWK) {
        self.pairing = pairing
        self.key = key
    }

    package init(from node: JSONNode) throws(JSONError) {
        try node.requireOnly(["pid", "key"])
        pairing = try node.member("pid").id()
        key = try PublicKeyJWK(from: node.member("key"))
    }

    package var json: JSONValue { ["pid": .id(pairing), "key": key.json] }
}

/// `POST /v1/pairings/{pid}/messages`: one step, sealed; an answer brings the phone's signing key.
package struct PairingMessageRequest: WireMessage {
    /// Which step.
    package let step: Pairing.Step
    /// Sealed to the other device.
    package let body: [UInt8]
    /// With `answer` only.
    package let key: PublicKeyJWK?

    /// A step; `key` exactly when it is the answer.
    package init(step: Pairing.Step, body: [UInt8], key: PublicKeyJWK? = nil) {
        self.step = step
        self.body = body
        self.key = key
    }

    package init(from node: JSONNode) throws(JSONError) {
        try node.requireOnly(["step", "body", "key"])
        step = try node.member("step").name()
        body = try node.member("body").bytes(countMax: PairingLimits.bodyBytesMax)
        if let key = try node.optional("key") {
            guard step == .answer else { throw key.invalid("comes with an answer only") }
            self.key = try PublicKeyJWK(from: key)
        } else {
            guard step != .answer else { throw .missing(.member(node.path, "key")) }
            key = nil
        }
    }

    package var json: JSONValue {
        var members = MemberList()
        members.add("step", .string(step.rawValue))
        members.add("body", .bytes(body))
        members.add("key", key?.json)
        return members.json
    }
}

/// `POST /v1/pairings/{pid}/grant`.
package struct GrantRequest: WireMessage {
    /// The compact JWS.
    package let grant: String

    /// Brings a grant.
    package init(grant: String) { self.grant = grant }

    package init(from node: JSONNode) throws(JSONError) {
        try node.requireOnly(["grant"])
        grant = try node.member("grant").text(bytesMax: WireLimits.tokenBytesMax)
    }

    package var json: JSONValue { ["grant": .string(grant)] }
}
