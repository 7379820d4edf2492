package import BatonClient
internal import Crypto
package import HTTPMessages
package import Handoffs
internal import JSON
internal import SQLite

/// A relay that this device is known to, with the device's keys there.
package struct KnownRelay: Sendable {
    /// The row's number, which other rows name.
    let number: Int64
    package let base: BaseURL
    package let keys: DeviceKeys
    package let cursor: EventCursor?
}

extension Journal {
    /// The relays of this device.
    package func relays() async throws(JournalFailure) -> [KnownRelay] {
        let rows = try await run { db throws(SQLiteError) in
            try db.rows("SELECT number, base, signing, agreement, cursor FROM relay ORDER BY number") {
                row throws(SQLiteError) in
                (
                    try row.integer(0), try row.text(1), try row.blob(2), try row.blob(3),
                    try row.optionalText(4)
                )
            }
        }
        var relays: [KnownRelay] = []
        for (number, base, signing, agreement, cursor) in rows {
            relays.append(try Self.relay(number, base, signing, agreement, cursor))
        }
        return relays
    }

    /// The relay with that base URL; keys are made for a new one.
    package func relay(_ base: BaseURL) async throws(JournalFailure) -> KnownRelay {
        if let known = try await relays().first(where: { $0.base == base }) { return known }
        let (signing, agreement): (Secret, Secret)
        do throws(CryptoFailure) {
            let keys = try DeviceKeys()
            (signing, agreement) = (try keys.signing.scalar(), try keys.agreement.scalar())
        } catch {
            throw .damaged("\(error)")
        }
        let text = base.text
        // Another process may have made them in between: the first row stays.
        _ = try await run { db throws(SQLiteError) in
            try db.execute(
                "INSERT INTO relay (base, signing, agreement) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                .text(text),
                .blob(signing.copyBytes()), .blob(agreement.copyBytes()))
        }
        guard let known = try await relays().first(where: { $0.base == base }) else {
            throw .damaged("relay")
        }
        return known
    }

    /// Moves the cursor over events whose effects are in the journal.
    package func setCursor(_ cursor: EventCursor, of relay: KnownRelay) async throws(JournalFailure) {
        let number = relay.number
        _ = try await run { db throws(SQLiteError) in
            try db.execute(
                "UPDATE relay SET cursor = ? WHERE number = ?", .text(cursor.text), .integer(number))
        }
    }

    /// Writes whether the owner of a relay's stream hears it.
    package func setHeard(_ isHeard: Bool, of relay: KnownRelay) async throws(JournalFailure) {
        let number = relay.number
        _ = try await run { db throws(SQLiteError) in
            try db.execute(
                "UPDATE relay SET is_heard = ?1 WHERE number = ?2 AND is_heard <> ?1",
                .integer(isHeard ? 1 : 0), .integer(number))
        }
    }

    /// Whether the owner of a relay's stream says that it hears it.
    package func isHeard(_ relay: KnownRelay) async throws(JournalFailure) -> Bool {
        let number = relay.number
        return try await run { db throws(SQLiteError) in
            try db.first("SELECT is_heard FROM relay WHERE number = ?", .integer(number)) {
                row throws(SQLiteError) in try row.integer(0)
            } == 1
        }
    }

    /// Keeps a finished pairing, and that the other devices are to be told of it. An earlier one with the
    /// same device ends.
    package func keep(
        _ device: PairedDevice, at relay: KnownRelay, now: Int64
    ) async throws(JournalFailure) {
        let number = relay.number
        let key = device.psk.key.copyBytes()
        try await run { db throws(SQLiteError) in
            try db.transaction { db throws(SQLiteError) in
                try db.execute(
                    "UPDATE pairing SET is_ended = 1 WHERE relay = ? AND device = ?", .integer(number),
                    .blob(device.card.id.bytes))
                try Self.forgetEnded(&db)
                try db.execute(
                    "INSERT INTO pairing (pid, relay, device, card, psk, psk_id, country, region, postal) "
                        + "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    .blob(device.pairing.bytes), .integer(number), .blob(device.card.id.bytes),
                    .blob(device.card.bytes), .blob(key), .blob(device.psk.id),
                    SQLiteValue(device.region?.country),
                    SQLiteValue(device.region?.region), SQLiteValue(device.region?.postalPrefix))
                try db.execute("DELETE FROM stray WHERE pid = ?", .blob(device.pairing.bytes))
                try db.execute(
                    "INSERT INTO owed_notice (recipient, about, id, at) SELECT pid, ?1, randomblob(16), ?2 "
                        + "FROM pairing WHERE is_ended = 0 AND device <> ?3",
                    .blob(device.pairing.bytes), .integer(now), .blob(device.card.id.bytes))
            }
        }
    }

    /// Ends a pairing. Its key is kept for what is under way, and no longer (Protocol/pairing.md, "What
    /// stays").
    package func forget(_ pairing: PairingID) async throws(JournalFailure) {
        try await run { db throws(SQLiteError) in
            try db.transaction { db throws(SQLiteError) in
                try db.execute("UPDATE pairing SET is_ended = 1 WHERE pid = ?", .blob(pairing.bytes))
                try db.execute("DELETE FROM stray WHERE pid = ?", .blob(pairing.bytes))
                try Self.forgetEnded(&db)
            }
        }
    }

    private static func forgetEnded(_ db: inout Database) throws(SQLiteError) {
        try db.execute(
            "DELETE FROM pairing WHERE is_ended = 1 "
                + "AND NOT EXISTS (SELECT 1 FROM sent_token JOIN sent USING (jti) "
                + "WHERE sent_token.device = pairing.device AND sent.ending IS NULL) "
                + "AND NOT EXISTS (SELECT 1 FROM attempt JOIN received USING (sender, jti) "
                + "WHERE received.sender = pairing.device AND received.is_told = 0)")
    }

    /// The devices that this one is paired with at a relay.
    package func devices(at relay: KnownRelay) async throws(JournalFailure) -> [PairedDevice] {
        try await devices(at: relay, withEnded: false)
    }

    /// Those, and behind them the ended pairings whose keys still open what is under way.
    package func knownDevices(at relay: KnownRelay) async throws(JournalFailure) -> [PairedDevice] {
        try await devices(at: relay, withEnded: true)
    }

    private func devices(
        at relay: KnownRelay, withEnded: Bool
    ) async throws(JournalFailure) -> [PairedDevice] {
        let number = relay.number
        let rows = try await run { db throws(SQLiteError) in
            try db.rows(
                "SELECT pid, card, psk, psk_id, country, region, postal FROM pairing "
                    + "WHERE relay = ?1 AND is_ended <= ?2 ORDER BY is_ended, pid",
                .integer(number), .integer(withEnded ? 1 : 0)
            ) { row throws(SQLiteError) in
                PairingRow(
                    pid: try row.blob(0), card: try row.blob(1), psk: try row.blob(2), pskID: try row.blob(3),
                    country: try row.optionalText(4), region: try row.optionalText(5),
                    postal: try row.optionalText(6))
            }
        }
        var devices: [PairedDevice] = []
        for row in rows { devices.append(try row.device(at: relay.base)) }
        return devices
    }

    private static func relay(
        _ number: Int64, _ base: String, _ signing: [UInt8], _ agreement: [UInt8], _ cursor: String?
    ) throws(JournalFailure) -> KnownRelay {
        guard let base = BaseURL(base) else { throw .damaged("relay") }
        do throws(CryptoFailure) {
            let keys = DeviceKeys(
                signing: try P256PrivateKey(scalar: Secret(signing)),
                agreement: try P256PrivateKey(scalar: Secret(agreement)))
            return KnownRelay(
                number: number, base: base, keys: keys, cursor: cursor.flatMap { EventCursor(text: $0) })
        } catch {
            throw .damaged("relay")
        }
    }
}

private struct PairingRow: Sendable {
    let pid, card, psk, pskID: [UInt8]
    let country, region, postal: String?

    func device(at relay: BaseURL) throws(JournalFailure) -> PairedDevice {
        guard let pairing = PairingID(bytes: pid), psk.count == 32, !pskID.isEmpty else {
            throw .damaged("pairing")
        }
        do throws(JSONError) {
            return PairedDevice(
                pairing: pairing, relay: relay, card: try DeviceCard(parsing: card),
                psk: HPKE.PresharedKey(key: Secret(psk), id: pskID),
                region: country.map {
                    ShortenedRegion(country: $0, region: region ?? "", postalPrefix: postal ?? "")
                })
        } catch {
            throw .damaged("pairing")
        }
    }
}
