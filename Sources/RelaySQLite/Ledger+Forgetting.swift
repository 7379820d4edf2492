import Handoffs
import Relay
import SQLite

extension Ledger {
    /// Deletes up to `limit` of what may go; how many there were. A part of the open transaction.
    mutating func forget(limit: Int) throws(SQLiteError) -> Int {
        let now = time.now()
        var left = limit
        left -= try forgetHandoffs(now, limit: left)
        left -= try forgetPairings(now, limit: left)
        left -= try forgetOldEvents(now, limit: left)
        left -= try forgetReadEvents(now, limit: left)
        return limit - left
    }

    private mutating func forgetHandoffs(_ now: Instant, limit: Int) throws(SQLiteError) -> Int {
        guard limit > 0 else { return 0 }
        let gone = try db.rows(
            "SELECT \(HandoffRow.columns) FROM handoff WHERE timed = 0 AND wake <= ? ORDER BY wake LIMIT ?",
            .integer(now.milliseconds), .integer(Int64(limit))
        ) { row throws(SQLiteError) in try HandoffRow(row) }
        for var row in gone {
            for index in row.tokenBodies.indices { try deleteBody(&row.tokenBodies[index]) }
            try deleteBody(&row.outcomeBody)
            let (sender, id) = (row.handoff.key.sender.bytes, row.handoff.key.id.bytes)
            for device in row.parties {
                try change(.deleteParty, .blob(device.bytes), .blob(sender), .blob(id))
            }
            known.forget(row.handoff.key)
            try change(.deleteHandoff, .blob(id), .blob(sender))
            changed(at: now)
        }
        return gone.count
    }

    private mutating func forgetPairings(_ now: Instant, limit: Int) throws(SQLiteError) -> Int {
        guard limit > 0 else { return 0 }
        let gone = try db.rows(
            "SELECT \(PairingRow.columns) FROM pairing WHERE timed = 0 AND wake <= ? ORDER BY wake LIMIT ?",
            .integer(now.milliseconds), .integer(Int64(limit))
        ) { row throws(SQLiteError) in try PairingRow.read(row) }
        for pairing in gone {
            try change(.deletePairing, .blob(pairing.id.bytes))
            try forgetKey(of: pairing.watch.device, now)
            if let phone = pairing.phone { try forgetKey(of: phone.device, now) }
            changed(at: now)
        }
        return gone.count
    }

    /// Drops a key that no pairing needs any more. Where the log was used the row stays, so that no
    /// sequence is ever given twice under one epoch (relay 8).
    private mutating func forgetKey(of device: DeviceID, _ now: Instant) throws(SQLiteError) {
        let isNeeded = try db.first(
            "SELECT 1 FROM pairing WHERE watch = ?1 OR phone = ?1 LIMIT 1", .blob(device.bytes)
        ) { _ in true }
        guard isNeeded == nil else { return }
        var log = try logs.log(of: device, in: &db)
        guard log.key != nil else { return }
        log.key = nil
        try write(log, of: device, at: now)
        if log.newest == 0 { try change(.deleteDevice, .blob(device.bytes)) }
    }

    /// Events that nobody came for in time; they are the first of all, since events are numbered in order
    /// of time.
    private mutating func forgetOldEvents(_ now: Instant, limit: Int) throws(SQLiteError) -> Int {
        guard limit > 0 else { return 0 }
        let cut = now.adding(.zero - RelayLimits.eventsKept)
        let old = try db.rows(
            "SELECT device, sequence, at FROM event ORDER BY number LIMIT ?", .integer(Int64(limit))
        ) { row throws(SQLiteError) in
            (device: try row.blob(0), sequence: try row.integer(1), at: try row.integer(2))
        }
        var count = 0
        for event in old.prefix(while: { $0.at < cut.milliseconds }) {
            guard let device = DeviceID(bytes: event.device) else {
                throw .corrupt(detail: "an event's device has another length")
            }
            count += try deleteEvents(of: device, through: event.sequence, now)
        }
        return count
    }

    /// Events that their device has acknowledged, or that are too many.
    private mutating func forgetReadEvents(_ now: Instant, limit: Int) throws(SQLiteError) -> Int {
        try scanDevices()
        var left = limit
        while left > 0, let device = retention.next() {
            let log = try logs.log(of: device, in: &db)
            let end = max(log.acknowledged, log.newest - Int64(RelayLimits.eventsPerDevice))
            guard end > log.floor else { continue }
            let through = min(end, log.floor + Int64(left))
            left -= try deleteEvents(of: device, through: through, now)
            if through < end { retention.add(device) }
        }
        return limit - left
    }

    private mutating func deleteEvents(
        of device: DeviceID, through sequence: Int64, _ now: Instant
    ) throws(SQLiteError) -> Int {
        var log = try logs.log(of: device, in: &db)
        guard sequence > log.floor else { return 0 }
        let count = try change(.deleteEvents, .blob(device.bytes), .integer(sequence))
        log.floor = sequence
        try write(log, of: device, at: now)
        return count
    }

    /// Looks at a few more of all devices, once after each start.
    private mutating func scanDevices() throws(SQLiteError) {
        guard case .after(let last) = retention.scan else { return }
        let ids = try db.rows(
            "SELECT id FROM device WHERE id > ? ORDER BY id LIMIT 256", .blob(last)
        ) { row throws(SQLiteError) in try row.blob(0) }
        for bytes in ids {
            guard let device = DeviceID(bytes: bytes) else {
                throw .corrupt(detail: "a device's id has another length")
            }
            retention.add(device)
        }
        retention.scanned(to: ids.last)
    }
}
