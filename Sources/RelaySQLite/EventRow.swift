import Handoffs
import Relay
import SQLite
import Wire

/// How an event is kept: which body goes with it, and not the body.
enum EventRow {
    /// The columns of `event` that `read` takes, in its order.
    static let columns = "sequence, kind, sender, id, expires, attachment, data"

    /// Which body goes with an event.
    enum Attached: Int64 {
        case none = 0
        case token = 1
        case outcome = 2

        init(_ attachment: EventDraft.Attachment) {
            switch attachment {
            case .none: self = .none
            case .token: self = .token
            case .outcome: self = .outcome
            }
        }
    }

    /// An event as its row says, still without the body.
    static func read(_ row: borrowing Row) throws(SQLiteError) -> (event: LoggedEvent, attached: Attached) {
        guard let kind = EventKind(rawValue: try row.text(1)) else {
            throw .corrupt(detail: "an event has an unknown kind")
        }
        guard let attached = Attached(rawValue: try row.integer(5)) else {
            throw .corrupt(detail: "an event has an unknown attachment")
        }
        let event = LoggedEvent(
            sequence: try row.integer(0), kind: kind, handoff: try handoff(row),
            expiresAt: try row.optionalInteger(4).map { Instant(milliseconds: $0) }, data: try row.blob(6),
            attachment: .none)
        return (event, attached)
    }

    private static func handoff(_ row: borrowing Row) throws(SQLiteError) -> HandoffKey? {
        guard let senderBytes = try row.optionalBlob(2), let idBytes = try row.optionalBlob(3) else {
            return nil
        }
        guard let sender = DeviceID(bytes: senderBytes), let id = HandoffID(bytes: idBytes) else {
            throw .corrupt(detail: "an event names a handoff by a key of another length")
        }
        return HandoffKey(sender: sender, id: id)
    }
}

extension Database {
    /// A page of a device's log, of one view.
    mutating func events(
        of device: DeviceID, after sequence: Int64, limit: EventLimit
    ) throws(SQLiteError) -> EventLogPage {
        var logs = DeviceLogs()
        let log = try logs.log(of: device, in: &self)
        let found = try rows(
            """
            SELECT \(EventRow.columns) FROM event WHERE device = ? AND sequence > ?
            ORDER BY sequence LIMIT ?
            """, .blob(device.bytes), .integer(sequence), .integer(Int64(limit.count))
        ) { row throws(SQLiteError) in try EventRow.read(row) }
        var events: [LoggedEvent] = []
        var bytes = 0
        for (event, attached) in found {
            let whole = try attach(attached, to: event, of: device)
            bytes += whole.bytes
            events.append(whole.event)
            if bytes >= limit.bytes { break }
        }
        return EventLogPage(oldest: log.floor + 1, newest: log.newest, events: events)
    }

    private mutating func attach(
        _ attached: EventRow.Attached, to event: LoggedEvent, of device: DeviceID
    ) throws(SQLiteError) -> (event: LoggedEvent, bytes: Int) {
        guard attached != .none, let key = event.handoff, let row = try handoff(key) else {
            return (event, event.data.count)
        }
        let number = attached == .token ? row.tokenBody(for: device) : row.outcomeBody
        guard let body = try body(number) else { return (event, event.data.count) }
        let whole = LoggedEvent(
            sequence: event.sequence, kind: event.kind, handoff: key, expiresAt: event.expiresAt,
            data: event.data,
            attachment: attached == .token ? .token(body) : .outcome(body))
        return (whole, event.data.count + body.count)
    }
}
