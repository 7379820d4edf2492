package import Handoffs
package import JSON

/// `POST /v1/handoffs`: one to four tokens of one handoff, all or nothing.
package struct HandoffCreateRequest: WireMessage {
    /// Compact JWSs.
    package let tokens: [String]

    /// A create of these tokens.
    package init(tokens: [String]) { self.tokens = tokens }

    package init(from node: JSONNode) throws(JSONError) {
        try node.requireOnly(["tokens"])
        let list = try node.member("tokens")
        var tokens: [String] = []
        for element in try list.array() {
            tokens.append(try element.text(bytesMax: WireLimits.tokenBytesMax))
        }
        guard (1...HandoffLimits.recipientsMax).contains(tokens.count) else {
            throw list.invalid("must hold 1 to \(HandoffLimits.recipientsMax) tokens")
        }
        self.tokens = tokens
    }

    package var json: JSONValue { ["tokens": .array(tokens.map { .string($0) })] }
}

/// `POST /v1/handoffs/{jti}/claim`.
package struct ClaimRequest: WireMessage {
    /// The watch.
    package let sender: DeviceID
    /// Made by the phone for this claim.
    package let claimKey: ClaimKey

    /// A claim of a handoff of `sender`.
    package init(sender: DeviceID, claimKey: ClaimKey) {
        self.sender = sender
        self.claimKey = claimKey
    }

    package init(from node: JSONNode) throws(JSONError) {
        try node.requireOnly(["iss", "claim_key"])
        sender = try node.member("iss").id()
        claimKey = try node.member("claim_key").id()
    }

    package var json: JSONValue { ["iss": .id(sender), "claim_key": .id(claimKey)] }
}

/// `POST /v1/handoffs/{jti}/renew`, `release`, `authorizing` and `decline`.
package struct FenceRequest: WireMessage {
    /// The watch.
    package let sender: DeviceID
    /// Of the claim that is meant.
    package let fence: Fence

    /// A step of the claim `fence`.
    package init(sender: DeviceID, fence: Fence) {
        self.sender = sender
        self.fence = fence
    }

    package init(from node: JSONNode) throws(JSONError) {
        try node.requireOnly(["iss", "fence"])
        sender = try node.member("iss").id()
        fence = try node.member("fence").fence()
    }

    package var json: JSONValue { ["iss": .id(sender), "fence": .integer(fence.number)] }
}

/// `POST /v1/handoffs/{jti}/outcome`.
package struct OutcomeRequest: WireMessage {
    /// The compact JWS.
    package let outcome: String

    /// Brings an outcome.
    package init(outcome: String) { self.outcome = outcome }

    package init(from node: JSONNode) throws(JSONError) {
        try node.requireOnly(["outcome"])
        outcome = try node.member("outcome").text(bytesMax: WireLimits.tokenBytesMax)
    }

    package var json: JSONValue { ["outcome": .string(outcome)] }
}

/// `POST /v1/handoffs/{jti}/cancel`: the path says it all.
package struct CancelRequest: WireMessage {
    /// A cancel.
    package init() {}

    package init(from node: JSONNode) throws(JSONError) { try node.requireOnly([]) }

    package var json: JSONValue { [:] }
}

/// `POST /v1/notices`: a sealed message to a paired device.
package struct NoticeRequest: WireMessage {
    /// For whom.
    package let recipient: DeviceID
    /// Sealed.
    package let body: [UInt8]

    /// A notice to `recipient`.
    package init(recipient: DeviceID, body: [UInt8]) {
        self.recipient = recipient
        self.body = body
    }

    package init(from node: JSONNode) throws(JSONError) {
        try node.requireOnly(["rcp", "body"])
        recipient = try node.member("rcp").id()
        body = try node.member("body").bytes(countMax: WireLimits.noticeBytesMax)
    }

    package var json: JSONValue { ["rcp": .id(recipient), "body": .bytes(body)] }
}
