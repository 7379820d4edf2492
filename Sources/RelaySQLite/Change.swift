/// Every statement by which the relay changes its file. The journal keeps the number and the values, so a
/// number that was released never gets another meaning.
enum Change: UInt8, CaseIterable {
    case insertBody = 1
    case deleteBody = 2
    case insertHandoff = 3
    case updateHandoff = 4
    case deleteHandoff = 5
    case insertParty = 6
    case deleteParty = 7
    case putPairing = 8
    case deletePairing = 9
    case putDevice = 10
    case deleteDevice = 11
    case appendEvent = 12
    case deleteEvents = 13

    /// The statement. Everything that varies is a value, so that doing it again on the same rows gives the
    /// same.
    var sql: String {
        switch self {
        case .insertBody: "INSERT INTO body (number, bytes) VALUES (?, ?)"
        case .deleteBody: "DELETE FROM body WHERE number = ?"
        case .insertHandoff:
            "INSERT INTO handoff (state, timed, wake, detail, id, sender) VALUES (?, ?, ?, ?, ?, ?)"
        case .updateHandoff:
            "UPDATE handoff SET state = ?, timed = ?, wake = ?, detail = ? WHERE id = ? AND sender = ?"
        case .deleteHandoff: "DELETE FROM handoff WHERE id = ? AND sender = ?"
        case .insertParty: "INSERT OR IGNORE INTO party (device, sender, id) VALUES (?, ?, ?)"
        case .deleteParty: "DELETE FROM party WHERE device = ? AND sender = ? AND id = ?"
        case .putPairing:
            """
            INSERT INTO pairing (id, watch, phone, state, timed, wake, detail) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET phone = excluded.phone, state = excluded.state,
            timed = excluded.timed, wake = excluded.wake, detail = excluded.detail
            """
        case .deletePairing: "DELETE FROM pairing WHERE id = ?"
        case .putDevice:
            """
            INSERT INTO device (id, key, acknowledged, floor) VALUES (?, ?, ?, ?) ON CONFLICT (id)
            DO UPDATE SET key = excluded.key, acknowledged = excluded.acknowledged, floor = excluded.floor
            """
        case .deleteDevice: "DELETE FROM device WHERE id = ?"
        case .appendEvent:
            """
            INSERT INTO event (number, device, sequence, at, kind, sender, id, expires, attachment, data)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        case .deleteEvents: "DELETE FROM event WHERE device = ? AND sequence <= ?"
        }
    }
}
