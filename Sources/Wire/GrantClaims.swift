package import Handoffs
package import JSON

/// What a device signs at the end of a pairing (Protocol/pairing.md): that this watch may hand off to this
/// phone.
package struct GrantClaims: SignedClaims {
    /// `iss`: who signs, one of the two.
    package let signer: DeviceID
    /// `snd`: the watch.
    package let sender: DeviceID
    /// `rcp`: the phone.
    package let recipient: DeviceID
    /// `rly`: the relay's base URL.
    package let relay: String
    /// `pid`: the pairing.
    package let pairing: PairingID
    /// `th`: the hash of the transcript; both grants name the same.
    package let transcript: Digest
    /// `iat`, in seconds.
    package let issuedAt: Int64

    package static let memberNames: Set<String> = ["v", "iss", "snd", "rcp", "rly", "pid", "th", "iat"]

    /// Claims as a device makes them.
    package init(
        signer: DeviceID, sender: DeviceID, recipient: DeviceID, relay: String, pairing: PairingID,
        transcript: Digest, issuedAt: Int64
    ) {
        self.signer = signer
        self.sender = sender
        self.recipient = recipient
        self.relay = relay
        self.pairing = pairing
        self.transcript = transcript
        self.issuedAt = issuedAt
    }

    package init(from node: JSONNode) throws(JSONError) {
        signer = try node.member("iss").id()
        sender = try node.member("snd").id()
        recipient = try node.member("rcp").id()
        relay = try node.member("rly").text(bytesMax: WireLimits.relayBytesMax)
        pairing = try node.member("pid").id()
        transcript = try node.member("th").id()
        issuedAt = try node.member("iat").seconds()
    }

    package var json: JSONValue {
        [
            "v": 1, "iss": .id(signer), "snd": .id(sender), "rcp": .id(recipient), "rly": .string(relay),
            "pid": .id(pairing), "th": .id(transcript), "iat": .integer(issuedAt),
        ]
    }
}
