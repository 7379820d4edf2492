package import BatonClient
package import Handoffs
internal import SQLite
package import Sealing

/// Pairings that a relay has and this device does not, and what is told of pairings.
extension Journal {
    /// Notes a pairing that the relay says holds, where this device has never kept it.
    package func noteStray(_ pairing: PairingID, at relay: KnownRelay) async throws(JournalFailure) {
        let number = relay.number
        _ = try await run { db throws(SQLiteError) in
            try db.execute(
                "INSERT INTO stray (pid, relay) SELECT ?1, ?2 WHERE NOT EXISTS "
                    + "(SELECT 1 FROM pairing WHERE pid = ?1) ON CONFLICT DO NOTHING",
                .blob(pairing.bytes), .integer(number))
        }
    }

    /// Those at a relay that are not kept by now.
    package func strays(at relay: KnownRelay) async throws(JournalFailure) -> [PairingID] {
        let number = relay.number
        let rows = try await run { db throws(SQLiteError) in
            try db.rows(
                "SELECT pid FROM stray WHERE relay = ? AND pid NOT IN (SELECT pid FROM pairing)",
                .integer(number)
            ) { row throws(SQLiteError) in try row.blob(0) }
        }
        return rows.compactMap { PairingID(bytes: $0) }
    }

    /// It has ended at the relay.
    package func dropStray(_ pairing: PairingID) async throws(JournalFailure) {
        _ = try await run { db throws(SQLiteError) in
            try db.execute("DELETE FROM stray WHERE pid = ?", .blob(pairing.bytes))
        }
    }

    /// Who is to be told of a new pairing of this device, and what.
    package func owedNotices() async throws(JournalFailure) -> [OwedNotice] {
        let rows = try await run { db throws(SQLiteError) in
            try db.rows("SELECT recipient, about, id, at FROM owed_notice") { row throws(SQLiteError) in
                (try row.blob(0), try row.blob(1), try row.blob(2), try row.integer(3))
            }
        }
        return rows.compactMap { recipient, about, id, at in
            guard let recipient = PairingID(bytes: recipient), let about = PairingID(bytes: about) else {
                return nil
            }
            return OwedNotice(recipient: recipient, about: about, id: id, pairedAt: at)
        }
    }

    /// It was told, or nobody is there any more to tell or to tell of.
    package func drop(_ owed: OwedNotice) async throws(JournalFailure) {
        _ = try await run { db throws(SQLiteError) in
            try db.execute(
                "DELETE FROM owed_notice WHERE recipient = ? AND about = ?", .blob(owed.recipient.bytes),
                .blob(owed.about.bytes))
        }
    }

    /// Keeps what a paired device told; the same again changes nothing.
    package func keep(_ notice: PairingNotice, from sender: DeviceCard) async throws(JournalFailure) {
        _ = try await run { db throws(SQLiteError) in
            try db.execute(
                "INSERT INTO notice (id, sender, sender_kind, sender_id, device, name, kind, paired_at) "
                    + "VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                .blob(notice.id), .text(sender.name), .text(sender.kind.name), .blob(sender.id.bytes),
                .blob(notice.device.bytes), .text(notice.name), .text(notice.kind),
                .integer(notice.pairedAt))
        }
    }

    /// What was told and not shown yet, the oldest first; it counts as shown from now on.
    package func takeNotices() async throws(JournalFailure) -> [KeptNotice] {
        let rows = try await run { db throws(SQLiteError) in
            try db.transaction { db throws(SQLiteError) in
                let rows = try db.rows(
                    "SELECT sender, sender_kind, sender_id, device, name, kind, paired_at FROM notice "
                        + "WHERE is_shown = 0 ORDER BY number"
                ) { row throws(SQLiteError) in try KeptNotice(row) }
                try db.execute("UPDATE notice SET is_shown = 1 WHERE is_shown = 0")
                return rows
            }
        }
        return rows.compactMap { $0 }
    }
}

/// A device that is still to be told of a new pairing, by its own pairing with this device.
package struct OwedNotice: Sendable {
    package let recipient: PairingID
    package let about: PairingID
    /// The notice's own id, the same however often it is sent.
    package let id: [UInt8]
    /// Seconds since 1970.
    package let pairedAt: Int64
}

/// A new pairing of a paired device, as it told this one.
package struct KeptNotice: Sendable {
    package let sender: DeviceID
    package let senderName: String
    package let senderKind: String
    package let device: DeviceID
    package let name: String
    package let kind: String
    /// Seconds since 1970.
    package let pairedAt: Int64

    fileprivate init?(_ row: borrowing Row) throws(SQLiteError) {
        guard let sender = DeviceID(bytes: try row.blob(2)), let device = DeviceID(bytes: try row.blob(3))
        else { return nil }
        self.sender = sender
        self.device = device
        senderName = try row.text(0)
        senderKind = try row.text(1)
        name = try row.text(4)
        kind = try row.text(5)
        pairedAt = try row.integer(6)
    }
}
