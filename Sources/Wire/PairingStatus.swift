package import Handoffs
package import JSON

/// Where a pairing stands, with the messages that the asker has not seen (Protocol/http.md).
package struct PairingStatus: WireMessage {
    /// The pairing.
    package var pairing: PairingID
    /// Its state.
    package var state: PairingState
    /// Why it ended.
    package var reason: Pairing.EndReason?
    /// The number of the newest message; the next request names it as `seen`.
    package var seen: Int64
    /// Those beyond what the request had seen.
    package var messages: [NumberedMessage]
    /// Both devices, the phone once it answered.
    package var watch: DeviceID
    package var phone: DeviceID?
    /// Who has posted a grant.
    package var grants: [DeviceID]
    /// How long an unfinished pairing still has.
    package var expiresIn: Duration?
    /// The relay's time when it wrote this.
    package var serverTime: Instant

    /// A status with all its members.
    package init(
        pairing: PairingID, state: PairingState, reason: Pairing.EndReason?, seen: Int64,
        messages: [NumberedMessage], watch: DeviceID, phone: DeviceID?, grants: [DeviceID],
        expiresIn: Duration?,
        serverTime: Instant
    ) {
        self.pairing = pairing
        self.state = state
        self.reason = reason
        self.seen = seen
        self.messages = messages
        self.watch = watch
        self.phone = phone
        self.grants = grants
        self.expiresIn = expiresIn
        self.serverTime = serverTime
    }

    /// One message with its place.
    package struct NumberedMessage: Sendable, Equatable {
        /// From 1 on.
        package let number: Int64
        /// Who posted it.
        package let sender: DeviceID
        /// Which step.
        package let step: Pairing.Step
        /// Sealed.
        package let body: [UInt8]

        /// A message at its place.
        package init(number: Int64, sender: DeviceID, step: Pairing.Step, body: [UInt8]) {
            self.number = number
            self.sender = sender
            self.step = step
            self.body = body
        }
    }

    package init(from node: JSONNode) throws(JSONError) {
        pairing = try node.member("pid").id()
        state = try node.member("state").name()
        reason = try node.present("reason")?.name()
        seen = try node.member("seen").integer(in: 0...Int64.max)
        watch = try node.member("watch").id()
        phone = try node.present("phone")?.id()
        messages = []
        for element in try node.member("messages").array() {
            messages.append(
                NumberedMessage(
                    number: try element.member("n").integer(in: 1...Int64.max),
                    sender: try element.member("from").id(), step: try element.member("step").name(),
                    body: try element.member("body").bytes(countMax: PairingLimits.bodyBytesMax)))
        }
        grants = []
        for element in try node.member("grants").array() { grants.append(try element.id()) }
        expiresIn = try node.present("expires_in_ms")?.milliseconds()
        serverTime = try node.member("server_time_ms").instant()
    }

    package var json: JSONValue {
        var members = MemberList()
        members.add("pid", .id(pairing))
        members.add("state", .string(state.rawValue))
        members.add("reason", reason.map { .string($0.rawValue) })
        members.add("seen", .integer(seen))
        members.add(
            "messages",
            .array(
                messages.map {
                    [
                        "n": .integer($0.number), "from": .id($0.sender), "step": .string($0.step.rawValue),
                        "body": .bytes($0.body),
                    ]
                }))
        members.add("watch", .id(watch))
        members.add("phone", phone.map { .id($0) })
        members.add("grants", .array(grants.map { .id($0) }))
        members.add("expires_in_ms", expiresIn.map { .milliseconds($0) })
        members.add("server_time_ms", .integer(serverTime.milliseconds))
        return members.json
    }
}
