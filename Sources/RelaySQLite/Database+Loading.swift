import Handoffs
import Relay
import SQLite

/// What a scope named, with the rows it was read from, so that only what changed is written back.
struct Loaded {
    var slice: RelaySlice
    var rows: [HandoffKey: HandoffRow]
}

extension Database {
    /// Reads what `scope` names. `now` becomes the slice's time.
    mutating func load(
        _ scope: RelayScope, now: Instant, logs: inout DeviceLogs, known: inout OpenHandoffs
    ) throws(SQLiteError) -> Loaded {
        var rows: [HandoffKey: HandoffRow] = [:]
        var handoffs: [Handoff] = []
        for key in scope.handoffs {
            guard rows[key] == nil else { continue }
            let row: HandoffRow
            if let found = known[key] {
                row = found
            } else {
                guard let found = try handoff(key) else { continue }
                known.keep(found)
                row = found
            }
            rows[key] = row
            handoffs.append(row.handoff)
        }
        if let pair = scope.openBetween {
            for row in try withdrawable(from: pair.sender, to: pair.recipient)
            where rows[row.handoff.key] == nil {
                rows[row.handoff.key] = row
                handoffs.append(row.handoff)
            }
        }
        var slice = RelaySlice(now: now)
        slice.handoffs = handoffs
        slice.pairing = try pairing(scope.pairing)
        slice.grants = try grants(scope.grants)
        slice.devices = try keys(of: scope.devices, &logs)
        slice.openCount = try openCount(of: scope.openCountOf, now: now)
        for device in scope.waitingCountsOf {
            slice.waitingCounts[device] = try waitingCount(of: device, now: now)
        }
        slice.token = try token(scope.token, rows)
        slice.outcome = try outcome(scope.outcome, rows)
        if let device = scope.acknowledged {
            let log = try logs.log(of: device, in: &self)
            slice.acknowledged = log.acknowledged
            slice.newest = log.newest
        }
        return Loaded(slice: slice, rows: rows)
    }

    /// One handoff by its key.
    mutating func handoff(_ key: HandoffKey) throws(SQLiteError) -> HandoffRow? {
        try first(
            "SELECT \(HandoffRow.columns) FROM handoff WHERE id = ? AND sender = ?",
            .blob(key.id.bytes), .blob(key.sender.bytes)
        ) { row throws(SQLiteError) in try HandoffRow(row) }
    }

    /// The bytes of a body.
    mutating func body(_ number: Int64?) throws(SQLiteError) -> [UInt8]? {
        guard let number else { return nil }
        return try first("SELECT bytes FROM body WHERE number = ?", .integer(number)) {
            row throws(SQLiteError) in
            try row.blob(0)
        }
    }

    private mutating func withdrawable(
        from sender: DeviceID, to recipient: DeviceID
    ) throws(SQLiteError) -> [HandoffRow] {
        try rows(
            """
            SELECT \(HandoffRow.columns) FROM party JOIN handoff USING (sender, id)
            WHERE device = ? AND sender = ? AND state IN ('offered', 'claimed')
            """, .blob(recipient.bytes), .blob(sender.bytes)
        ) { row throws(SQLiteError) in try HandoffRow(row) }
    }

    private mutating func openCount(of device: DeviceID?, now: Instant) throws(SQLiteError) -> Int {
        guard let device else { return 0 }
        return try count(
            """
            SELECT count(*) FROM party JOIN handoff USING (sender, id)
            WHERE device = ?1 AND sender = ?1
            AND (state IN ('claimed', 'authorizing') OR (state = 'offered' AND wake > ?2))
            """, of: device, now)
    }

    private mutating func waitingCount(of device: DeviceID, now: Instant) throws(SQLiteError) -> Int {
        try count(
            """
            SELECT count(*) FROM party JOIN handoff USING (sender, id)
            WHERE device = ?1 AND sender <> ?1
            AND (state = 'claimed' OR (state = 'offered' AND wake > ?2))
            """, of: device, now)
    }

    private mutating func count(
        _ sql: String, of device: DeviceID, _ now: Instant
    ) throws(SQLiteError) -> Int {
        let count = try first(sql, .blob(device.bytes), .integer(now.milliseconds)) {
            row throws(SQLiteError) in
            try row.integer(0)
        }
        return Int(count ?? 0)
    }

    private mutating func pairing(_ id: PairingID?) throws(SQLiteError) -> Pairing? {
        guard let id else { return nil }
        return try first(
            "SELECT \(PairingRow.columns) FROM pairing WHERE id = ?", .blob(id.bytes)
        ) { row throws(SQLiteError) in try PairingRow.read(row) }
    }

    private mutating func grants(_ keys: [GrantKey]) throws(SQLiteError) -> Set<GrantKey> {
        var found: Set<GrantKey> = []
        for key in keys {
            let isPaired = try first(
                "SELECT 1 FROM pairing WHERE watch = ? AND phone = ? AND state = 'paired' LIMIT 1",
                .blob(key.sender.bytes), .blob(key.recipient.bytes)
            ) { _ in true }
            if isPaired != nil { found.insert(key) }
        }
        return found
    }

    private mutating func keys(
        of devices: [DeviceID], _ logs: inout DeviceLogs
    ) throws(SQLiteError) -> [DeviceID: [UInt8]] {
        var keys: [DeviceID: [UInt8]] = [:]
        for device in devices { keys[device] = try logs.log(of: device, in: &self).key }
        return keys
    }

    private mutating func token(
        _ key: TokenKey?, _ rows: [HandoffKey: HandoffRow]
    ) throws(SQLiteError) -> [UInt8]? {
        guard let key else { return nil }
        if let row = rows[key.handoff] { return try body(row.tokenBody(for: key.recipient)) }
        return try body(try handoff(key.handoff)?.tokenBody(for: key.recipient))
    }

    private mutating func outcome(
        _ key: HandoffKey?, _ rows: [HandoffKey: HandoffRow]
    ) throws(SQLiteError) -> [UInt8]? {
        guard let key else { return nil }
        if let row = rows[key] { return try body(row.outcomeBody) }
        return try body(try handoff(key)?.outcomeBody)
    }
}
