import Handoffs
import Relay
import SQLite

extension Database {
    /// Everything open of a device, and where its log stands.
    mutating func snapshot(of device: DeviceID, now: Instant) throws(SQLiteError) -> DeviceSnapshot {
        var logs = DeviceLogs()
        let newest = try logs.log(of: device, in: &self).newest
        let handoffs = try rows(
            """
            SELECT \(HandoffRow.columns) FROM party JOIN handoff USING (sender, id)
            WHERE party.device = ? ORDER BY handoff.id
            """, .blob(device.bytes)
        ) { row throws(SQLiteError) in try HandoffRow(row).handoff }
        let pairings = try rows(
            """
            SELECT \(PairingRow.columns) FROM pairing
            WHERE watch = ?1 AND state NOT IN ('ended', 'unpaired')
            UNION ALL SELECT \(PairingRow.columns) FROM pairing
            WHERE phone = ?1 AND state NOT IN ('ended', 'unpaired')
            """, .blob(device.bytes)
        ) { row throws(SQLiteError) in try PairingRow.read(row) }
        return DeviceSnapshot(now: now, newest: newest, handoffs: handoffs, pairings: pairings)
    }

    /// Whose logs have grown since `mark`.
    mutating func touched(after mark: Int64, limit: Int) throws(SQLiteError) -> Touched {
        guard mark >= 0 else {
            let newest = try first("SELECT mark FROM relay") { row throws(SQLiteError) in try row.integer(0) }
            return Touched(mark: newest ?? 0, devices: [])
        }
        let found = try rows(
            "SELECT number, device FROM event WHERE number > ? ORDER BY number LIMIT ?",
            .integer(mark), .integer(Int64(limit))
        ) { row throws(SQLiteError) in (number: try row.integer(0), device: try row.blob(1)) }
        var devices: [DeviceID] = []
        var seen: Set<DeviceID> = []
        for entry in found {
            guard let device = DeviceID(bytes: entry.device) else {
                throw .corrupt(detail: "an event's device has another length")
            }
            if seen.insert(device).inserted { devices.append(device) }
        }
        return Touched(mark: found.last?.number ?? mark, devices: devices)
    }

    /// What time has moved on.
    mutating func due(_ now: Instant, limit: Int) throws(SQLiteError) -> DueWork {
        let handoffs = try rows(
            "SELECT id, sender FROM handoff WHERE timed = 1 AND wake <= ? ORDER BY wake LIMIT ?",
            .integer(now.milliseconds), .integer(Int64(limit))
        ) { row throws(SQLiteError) -> HandoffKey in
            guard let id = HandoffID(bytes: try row.blob(0)), let sender = DeviceID(bytes: try row.blob(1))
            else {
                throw .corrupt(detail: "a handoff's key has another length")
            }
            return HandoffKey(sender: sender, id: id)
        }
        let pairings = try rows(
            "SELECT id FROM pairing WHERE timed = 1 AND wake <= ? ORDER BY wake LIMIT ?",
            .integer(now.milliseconds), .integer(Int64(limit))
        ) { row throws(SQLiteError) -> PairingID in
            guard let id = PairingID(bytes: try row.blob(0)) else {
                throw .corrupt(detail: "a pairing's id has another length")
            }
            return id
        }
        return DueWork(handoffs: handoffs, pairings: pairings)
    }
}
