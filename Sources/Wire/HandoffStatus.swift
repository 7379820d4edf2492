package import Handoffs
package import JSON

/// Where a handoff stands: the answer of most routes and the data of most events (Protocol/http.md). It has
/// the same members and the same size whether the purchase succeeded or failed.
package struct HandoffStatus: WireMessage {
    /// Sender and id.
    package var key: HandoffKey
    /// The state.
    package var state: HandoffState
    /// How far it has come.
    package var rung: Rung
    /// Of the latest claim; 0 before the first.
    package var fence: Fence
    /// `iat` and `exp` of the tokens, in seconds; absent in a tombstone.
    package var issuedAt: Int64?
    package var expiresAt: Int64?
    /// How long it can still be claimed; while offered.
    package var expiresIn: Duration?
    /// How long the claim holds; while claimed.
    package var lease: Duration?
    /// When the relay will call it in doubt; while authorizing.
    package var inDoubtIn: Duration?
    /// Who claims or claimed it.
    package var claimedBy: DeviceID?
    /// Whether the watch asked to cancel after the point of no return.
    package var isCancelRequested: Bool
    /// What took its place.
    package var supersededBy: HandoffID?
    /// In the event `delivered`: which phone has it.
    package var deliveredTo: DeviceID?
    /// The recipient's token.
    package var token: String?
    /// The outcome.
    package var outcome: String?
    /// The relay's time when it wrote this.
    package var serverTime: Instant?

    /// A status with what every one has.
    package init(key: HandoffKey, state: HandoffState, rung: Rung, fence: Fence) {
        self.key = key
        self.state = state
        self.rung = rung
        self.fence = fence
        isCancelRequested = false
    }

    package init(from node: JSONNode) throws(JSONError) {
        key = HandoffKey(sender: try node.member("iss").id(), id: try node.member("jti").id())
        state = try node.member("state").name()
        rung = try node.member("ladder").name()
        fence = Fence(number: try node.member("fence").integer(in: 0...Int64(1) << 53))
        issuedAt = try node.present("iat")?.seconds()
        expiresAt = try node.present("exp")?.seconds()
        expiresIn = try node.present("expires_in_ms")?.milliseconds()
        lease = try node.present("lease_ms")?.milliseconds()
        inDoubtIn = try node.present("in_doubt_in_ms")?.milliseconds()
        claimedBy = try node.present("claimed_by")?.id()
        isCancelRequested = try node.present("cancel_requested")?.bool() ?? false
        supersededBy = try node.present("superseded_by")?.id()
        deliveredTo = try node.present("to")?.id()
        token = try node.present("token")?.text(bytesMax: WireLimits.tokenBytesMax)
        outcome = try node.present("outcome")?.text(bytesMax: WireLimits.tokenBytesMax)
        serverTime = try node.present("server_time_ms")?.instant()
    }

    package var json: JSONValue {
        var members = MemberList()
        members.add("iss", .id(key.sender))
        members.add("jti", .id(key.id))
        members.add("state", .string(state.rawValue))
        members.add("ladder", .string(rung.rawValue))
        members.add("fence", .integer(fence.number))
        members.add("iat", issuedAt.map { .integer($0) })
        members.add("exp", expiresAt.map { .integer($0) })
        members.add("expires_in_ms", expiresIn.map { .milliseconds($0) })
        members.add("lease_ms", lease.map { .milliseconds($0) })
        members.add("in_doubt_in_ms", inDoubtIn.map { .milliseconds($0) })
        members.add("claimed_by", claimedBy.map { .id($0) })
        members.add("cancel_requested", isCancelRequested ? true : nil)
        members.add("superseded_by", supersededBy.map { .id($0) })
        members.add("to", deliveredTo.map { .id($0) })
        members.add("token", token.map { .string($0) })
        members.add("outcome", outcome.map { .string($0) })
        members.add("server_time_ms", serverTime.map { .integer($0.milliseconds) })
        return members.json
    }
}

extension HandoffStatus {
    /// The text of `json`, without its tree.
    package func encoded() -> [UInt8] {
        var text = ObjectText(room: 512 + (token?.utf8.count ?? 0) + (outcome?.utf8.count ?? 0))
        text.add("iss", key.sender)
        text.add("jti", key.id)
        text.add("state", word: state.rawValue)
        text.add("ladder", word: rung.rawValue)
        text.add("fence", fence.number)
        text.add("iat", issuedAt)
        text.add("exp", expiresAt)
        text.add("expires_in_ms", expiresIn?.inMilliseconds)
        text.add("lease_ms", lease?.inMilliseconds)
        text.add("in_doubt_in_ms", inDoubtIn?.inMilliseconds)
        text.add("claimed_by", claimedBy)
        text.add("cancel_requested", ifTrue: isCancelRequested)
        text.add("superseded_by", supersededBy)
        text.add("to", deliveredTo)
        text.add("token", text: token)
        text.add("outcome", text: outcome)
        text.add("server_time_ms", serverTime?.milliseconds)
        return text.text()
    }
}

/// The answer to a claim: the fence, how long it holds, and the token itself.
package struct ClaimAnswer: WireMessage {
    /// `claimed`.
    package var state: HandoffState
    /// Names this claim from now on.
    package var fence: Fence
    /// How long it holds without renewal.
    package var lease: Duration
    /// `exp` of the token, in seconds.
    package var expiresAt: Int64
    /// How long until then.
    package var expiresIn: Duration
    /// The claiming phone's token.
    package var token: String
    /// The relay's time when it wrote this.
    package var serverTime: Instant

    /// An answer with all its members.
    package init(
        state: HandoffState, fence: Fence, lease: Duration, expiresAt: Int64, expiresIn: Duration,
        token: String,
        serverTime: Instant
    ) {
        self.state = state
        self.fence = fence
        self.lease = lease
        self.expiresAt = expiresAt
        self.expiresIn = expiresIn
        self.token = token
        self.serverTime = serverTime
    }

    package init(from node: JSONNode) throws(JSONError) {
        state = try node.member("state").name()
        fence = try node.member("fence").fence()
        lease = try node.member("lease_ms").milliseconds()
        expiresAt = try node.member("exp").seconds()
        expiresIn = try node.member("expires_in_ms").milliseconds()
        token = try node.member("token").text(bytesMax: WireLimits.tokenBytesMax)
        serverTime = try node.member("server_time_ms").instant()
    }

    package var json: JSONValue {
        [
            "state": .string(state.rawValue), "fence": .integer(fence.number),
            "lease_ms": .milliseconds(lease),
            "exp": .integer(expiresAt), "expires_in_ms": .milliseconds(expiresIn), "token": .string(token),
            "server_time_ms": .integer(serverTime.milliseconds),
        ]
    }
}

extension ClaimAnswer {
    /// The text of `json`, without its tree.
    package func encoded() -> [UInt8] {
        var text = ObjectText(room: 256 + token.utf8.count)
        text.add("state", word: state.rawValue)
        text.add("fence", fence.number)
        text.add("lease_ms", lease.inMilliseconds)
        text.add("exp", expiresAt)
        text.add("expires_in_ms", expiresIn.inMilliseconds)
        text.add("token", text: token)
        text.add("server_time_ms", serverTime.milliseconds)
        return text.text()
    }
}
