import Handoffs
import Relay
import SQLite
import Wire

extension Ledger {
    /// Loads what `scope` names, runs `body`, and writes what it changed into the open transaction.
    mutating func update(
        _ scope: RelayScope, _ body: (inout RelaySlice) -> Void
    ) throws(SQLiteError) -> [AddressedEvent] {
        let loaded = try db.load(scope, now: time.now(), logs: &logs, known: &known)
        var slice = loaded.slice
        body(&slice)
        try store(slice, scope, over: loaded)
        return try append(slice.events, at: slice.now)
    }

    private mutating func store(
        _ slice: RelaySlice, _ scope: RelayScope, over loaded: Loaded
    ) throws(SQLiteError) {
        for party in slice.newDevices { try keep(party.key, of: party.device, at: slice.now) }
        for handoff in slice.handoffs {
            var row = loaded.rows[handoff.key] ?? HandoffRow(handoff)
            row.handoff = handoff
            for token in slice.newTokens where token.key.handoff == handoff.key {
                try add(token.body, for: token.key.recipient, to: &row)
            }
            if let outcome = slice.newOutcome, outcome.key == handoff.key {
                row.outcomeBody = try insertBody(outcome.body)
            }
            if row != loaded.rows[handoff.key] {
                try write(&row, over: loaded.rows[handoff.key], at: slice.now)
            }
        }
        if let pairing = slice.pairing, pairing != loaded.slice.pairing {
            try write(pairing, at: slice.now)
        }
        if slice.acknowledged != loaded.slice.acknowledged, let device = scope.acknowledged {
            var log = try logs.log(of: device, in: &db)
            log.acknowledged = slice.acknowledged
            try write(log, of: device, at: slice.now)
            retention.acknowledged(device)
        }
    }

    /// Marks the open transaction as one that must be committed, at a time that no later one may precede.
    mutating func changed(at now: Instant) {
        isChanged = true
        time.passed(now)
    }

    private mutating func add(
        _ bytes: [UInt8], for recipient: DeviceID, to row: inout HandoffRow
    ) throws(SQLiteError) {
        let places = row.handoff.recipients.indices.filter { row.handoff.recipients[$0].device == recipient }
        precondition(places.count == 1, "a token for \(recipient), who is \(places.count) times a recipient")
        for place in places { row.tokenBodies[place] = try insertBody(bytes) }
    }

    private mutating func insertBody(_ bytes: [UInt8]) throws(SQLiteError) -> Int64 {
        lastBody += 1
        try change(.insertBody, .integer(lastBody), .blob(bytes))
        return lastBody
    }

    private mutating func write(
        _ row: inout HandoffRow, over old: HandoffRow?, at now: Instant
    ) throws(SQLiteError) {
        let handoff = row.handoff
        // Ciphertext goes in the same transaction that ends the handoff (design, section 5).
        if handoff.state.isTerminal { try deleteTokens(of: &row) }
        let deadline = handoff.deadline
        let wake = deadline ?? handoff.forgetAt
        precondition(wake != nil, "handoff \(handoff.key) would stay for ever in \(handoff.state)")
        try change(
            old == nil ? .insertHandoff : .updateHandoff,
            .text(handoff.state.rawValue), SQLiteValue(deadline != nil), SQLiteValue(wake?.milliseconds),
            .blob(row.detail), .blob(handoff.key.id.bytes), .blob(handoff.key.sender.bytes))
        known.keep(row)
        try writeParties(of: row, before: old?.parties ?? [])
        changed(at: now)
    }

    private mutating func writeParties(of row: HandoffRow, before: [DeviceID]) throws(SQLiteError) {
        let after = row.parties
        guard after != before else { return }
        let (sender, id) = (row.handoff.key.sender.bytes, row.handoff.key.id.bytes)
        for device in before where !after.contains(device) {
            try change(.deleteParty, .blob(device.bytes), .blob(sender), .blob(id))
        }
        for device in after where !before.contains(device) {
            try change(.insertParty, .blob(device.bytes), .blob(sender), .blob(id))
        }
    }

    /// Deletes the tokens of a handoff that has ended.
    private mutating func deleteTokens(of row: inout HandoffRow) throws(SQLiteError) {
        for index in row.tokenBodies.indices { try deleteBody(&row.tokenBodies[index]) }
    }

    /// Deletes a body, if there is one.
    mutating func deleteBody(_ number: inout Int64?) throws(SQLiteError) {
        guard let found = number else { return }
        try change(.deleteBody, .integer(found))
        number = nil
    }

    private mutating func write(_ pairing: Pairing, at now: Instant) throws(SQLiteError) {
        let deadline = pairing.deadline
        try change(
            .putPairing,
            .blob(pairing.id.bytes), .blob(pairing.watch.device.bytes),
            SQLiteValue(pairing.phone?.device.bytes),
            .text(pairing.state.rawValue), SQLiteValue(deadline != nil),
            SQLiteValue((deadline ?? pairing.forgetAt)?.milliseconds), .blob(PairingRow.detail(pairing)))
        changed(at: now)
    }

    private mutating func keep(_ key: [UInt8], of device: DeviceID, at now: Instant) throws(SQLiteError) {
        var log = try logs.log(of: device, in: &db)
        guard log.key != key else { return }
        log.key = key
        try write(log, of: device, at: now)
    }

    /// Writes what is kept of a device.
    mutating func write(_ log: DeviceLog, of device: DeviceID, at now: Instant) throws(SQLiteError) {
        try change(
            .putDevice,
            .blob(device.bytes), SQLiteValue(log.key), .integer(log.acknowledged), .integer(log.floor))
        logs.keep(log, of: device)
        changed(at: now)
    }

    /// Appends to the logs; each device's sequence rises by exactly one an event (relay 95).
    private mutating func append(
        _ drafts: [EventDraft], at now: Instant
    ) throws(SQLiteError) -> [AddressedEvent] {
        var logged: [AddressedEvent] = []
        logged.reserveCapacity(drafts.count)
        for draft in drafts {
            var log = try logs.log(of: draft.device, in: &db)
            log.newest += 1
            mark += 1
            try change(
                .appendEvent,
                .integer(mark), .blob(draft.device.bytes), .integer(log.newest), .integer(now.milliseconds),
                .text(draft.kind.rawValue), SQLiteValue(draft.handoff?.sender.bytes),
                SQLiteValue(draft.handoff?.id.bytes), SQLiteValue(draft.expiresAt?.milliseconds),
                .integer(EventRow.Attached(draft.attachment).rawValue), .blob(draft.data))
            logs.keep(log, of: draft.device)
            retention.appended(to: draft.device, log)
            logged.append(.init(device: draft.device, event: LoggedEvent(draft, sequence: log.newest)))
            changed(at: now)
        }
        return logged
    }
}
