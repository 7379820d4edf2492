package import Handoffs
package import JSON

/// The kinds of event in a device's log and on its stream (Protocol/events.md); the raw value is the name on
/// the wire.
package enum EventKind: String, Sendable, CaseIterable {
    // In the log, each with an id.
    case offer
    case state
    case delivered
    case outcome
    case cancelRequested = "cancel-requested"
    case paired
    case unpaired
    case notice
    // Of the stream.
    case resync
    case drain
    case rotate
    case overrun

    /// Whether it stands in the log; the others concern one stream alone.
    package var isLogged: Bool {
        switch self {
        case .offer, .state, .delivered, .outcome, .cancelRequested, .paired, .unpaired, .notice: true
        case .resync, .drain, .rotate, .overrun: false
        }
    }
}

/// An event as a device reads it.
package enum RelayEvent: Sendable, Equatable {
    /// A purchase for this phone.
    case offer(HandoffStatus)
    /// A handoff's state changed.
    case state(HandoffStatus)
    /// A phone has the offer.
    case delivered(HandoffStatus)
    /// The outcome is there.
    case outcome(HandoffStatus)
    /// The watch would rather cancel.
    case cancelRequested(HandoffStatus)
    /// Both grants are there.
    case paired(PairedDevices)
    /// A pairing was taken back.
    case unpaired(PairedDevices)
    /// A sealed message of a paired device.
    case notice(Notice)
    /// The log cannot be continued from the cursor: here is all that is open.
    case resync(Resync)
    /// The stream ends as planned; come back after this long.
    case drain(reconnectIn: Duration)
    case rotate(reconnectIn: Duration)
    case overrun(reconnectIn: Duration)
    /// Of a later relay: the cursor moves, nothing else does.
    case unknown(kind: String)

    /// Reads an event by its kind and data.
    package init(kind: String, data: [UInt8]) throws(JSONError) {
        guard let known = EventKind(rawValue: kind) else {
            self = .unknown(kind: kind)
            return
        }
        let node = try JSONNode(
            parsing: data, limits: WireLimits.json(bytesMax: WireLimits.createBodyBytesMax))
        switch known {
        case .offer: self = .offer(try HandoffStatus(from: node))
        case .state: self = .state(try HandoffStatus(from: node))
        case .delivered: self = .delivered(try HandoffStatus(from: node))
        case .outcome: self = .outcome(try HandoffStatus(from: node))
        case .cancelRequested: self = .cancelRequested(try HandoffStatus(from: node))
        case .paired: self = .paired(try PairedDevices(from: node))
        case .unpaired: self = .unpaired(try PairedDevices(from: node))
        case .notice: self = .notice(try Notice(from: node))
        case .resync: self = .resync(try Resync(from: node))
        case .drain: self = .drain(reconnectIn: try node.member("reconnect_in_ms").milliseconds())
        case .rotate: self = .rotate(reconnectIn: try node.member("reconnect_in_ms").milliseconds())
        case .overrun: self = .overrun(reconnectIn: try node.member("reconnect_in_ms").milliseconds())
        }
    }
}

/// The data of `paired` and `unpaired`, and an entry of a snapshot.
package struct PairedDevices: WireMessage {
    /// The pairing.
    package let pairing: PairingID
    /// Its two devices.
    package let watch: DeviceID
    package let phone: DeviceID

    /// A pairing with its devices.
    package init(pairing: PairingID, watch: DeviceID, phone: DeviceID) {
        self.pairing = pairing
        self.watch = watch
        self.phone = phone
    }

    package init(from node: JSONNode) throws(JSONError) {
        pairing = try node.member("pid").id()
        watch = try node.member("watch").id()
        phone = try node.member("phone").id()
    }

    package var json: JSONValue { ["pid": .id(pairing), "watch": .id(watch), "phone": .id(phone)] }
}

/// The data of `notice`.
package struct Notice: WireMessage {
    /// Who sent it.
    package let sender: DeviceID
    /// Sealed.
    package let body: [UInt8]

    /// A notice from `sender`.
    package init(sender: DeviceID, body: [UInt8]) {
        self.sender = sender
        self.body = body
    }

    package init(from node: JSONNode) throws(JSONError) {
        sender = try node.member("from").id()
        body = try node.member("body").bytes(countMax: WireLimits.noticeBytesMax)
    }

    package var json: JSONValue { ["from": .id(sender), "body": .bytes(body)] }
}

/// The data of `resync`: everything open, and where the log goes on.
package struct Resync: WireMessage {
    /// Why the cursor could not be used.
    package let reason: Reason
    /// The log's newest place.
    package let cursor: EventCursor
    /// Every handoff that has not ended, without tokens.
    package let handoffs: [HandoffStatus]
    /// Every living pairing.
    package let pairings: [PairedDevices]

    /// Why a cursor could not be used.
    package enum Reason: String, Sendable, CaseIterable {
        /// Not a cursor of this log: another epoch, ahead of it, or no cursor at all.
        case unknownCursor = "unknown_cursor"
        /// What came after it is no longer kept.
        case evicted
    }

    /// A snapshot with all its members.
    package init(
        reason: Reason, cursor: EventCursor, handoffs: [HandoffStatus], pairings: [PairedDevices]
    ) {
        self.reason = reason
        self.cursor = cursor
        self.handoffs = handoffs
        self.pairings = pairings
    }

    package init(from node: JSONNode) throws(JSONError) {
        reason = try node.member("reason").name()
        let place = try node.member("cursor")
        guard let cursor = EventCursor(text: try place.string()) else { throw place.invalid("is no cursor") }
        self.cursor = cursor
        var handoffs: [HandoffStatus] = []
        for element in try node.member("handoffs").array() {
            handoffs.append(try HandoffStatus(from: element))
        }
        self.handoffs = handoffs
        var pairings: [PairedDevices] = []
        for element in try node.member("pairings").array() {
            pairings.append(try PairedDevices(from: element))
        }
        self.pairings = pairings
    }

    package var json: JSONValue {
        [
            "reason": .string(reason.rawValue), "cursor": .string(cursor.text),
            "handoffs": .array(handoffs.map(\.json)), "pairings": .array(pairings.map(\.json)),
        ]
    }
}
