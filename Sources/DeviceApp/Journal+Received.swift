internal import BatonClient
package import Handoffs
internal import SQLite

extension Journal {
    /// Keeps an offer. Gives false where it was there already: a second delivery opens nothing.
    package func keep(
        _ token: String, of key: HandoffKey, at relay: KnownRelay, expiresAt: Int64, now: Int64
    ) async throws(JournalFailure) -> Bool {
        let number = relay.number
        let changed = try await run { db throws(SQLiteError) in
            try db.execute(
                "INSERT INTO received (sender, jti, relay, token, seen_at, expires_at, state, is_seen, "
                    + "is_told) "
                    + "VALUES (?, ?, ?, ?, ?, ?, 'offered', 0, 0) ON CONFLICT DO NOTHING",
                .blob(key.sender.bytes), .blob(key.id.bytes), .integer(number), .text(token), .integer(now),
                .integer(expiresAt))
        }
        return changed > 0
    }

    /// What came to this phone, the newest first.
    package func received(
        _ key: HandoffKey? = nil, limit: Int = 200
    ) async throws(JournalFailure) -> [ReceivedHandoff] {
        let rows = try await run { db throws(SQLiteError) in
            try db.rows(
                "SELECT sender, jti, relay, token, expires_at, state, is_seen, claim_key, fence, ending, "
                    + "outcome, is_told, detail "
                    + "FROM received WHERE ?1 IS NULL OR sender = ?1 AND jti = ?2 ORDER BY jti DESC LIMIT ?3",
                SQLiteValue(key?.sender.bytes), SQLiteValue(key?.id.bytes), .integer(Int64(limit))
            ) { row throws(SQLiteError) in try Self.received(row) }
        }
        var handoffs: [ReceivedHandoff] = []
        for row in rows {
            guard let row else { throw .damaged("received") }
            handoffs.append(row)
        }
        return handoffs
    }

    /// Marks one as seen, or with nil all.
    package func markSeen(_ key: HandoffKey) async throws(JournalFailure) {
        _ = try await run { db throws(SQLiteError) in
            try db.execute(
                "UPDATE received SET is_seen = 1 WHERE sender = ? AND jti = ?", .blob(key.sender.bytes),
                .blob(key.id.bytes))
        }
    }

    /// Writes where it stands at the relay. What has an ending here keeps it.
    package func update(
        _ key: HandoffKey, state: HandoffState, supersededBy other: HandoffID? = nil
    ) async throws(JournalFailure) {
        _ = try await run { db throws(SQLiteError) in
            try db.execute(
                "UPDATE received SET state = ?, detail = coalesce(detail, ?) WHERE sender = ? AND jti = ?",
                .text(state.rawValue), SQLiteValue(other?.text), .blob(key.sender.bytes), .blob(key.id.bytes))
        }
    }

    /// Writes how it ended here; the first ending stays.
    package func end(_ key: HandoffKey, _ ending: String) async throws(JournalFailure) {
        _ = try await run { db throws(SQLiteError) in
            try db.execute(
                "UPDATE received SET ending = coalesce(ending, ?) WHERE sender = ? AND jti = ?",
                .text(ending),
                .blob(key.sender.bytes), .blob(key.id.bytes))
        }
    }

    /// Keeps the key of a claim before it is sent; gives the one that counts, which is an earlier one where
    /// there was one.
    package func claimKey(for key: HandoffKey, fresh: ClaimKey) async throws(JournalFailure) -> ClaimKey {
        let bytes = try await run { db throws(SQLiteError) in
            try db.transaction { db throws(SQLiteError) in
                try db.execute(
                    "UPDATE received SET claim_key = coalesce(claim_key, ?) WHERE sender = ? AND jti = ?",
                    .blob(fresh.bytes), .blob(key.sender.bytes), .blob(key.id.bytes))
                return try db.first(
                    "SELECT claim_key FROM received WHERE sender = ? AND jti = ?", .blob(key.sender.bytes),
                    .blob(key.id.bytes)
                ) { row throws(SQLiteError) in try row.blob(0) }
            }
        }
        guard let claimKey = bytes.flatMap({ ClaimKey(bytes: $0) }) else { throw .damaged("received") }
        return claimKey
    }

    /// Keeps the fence of a claim that the relay granted, or with nil forgets a claim that is over.
    package func setFence(_ fence: Fence?, of key: HandoffKey) async throws(JournalFailure) {
        _ = try await run { db throws(SQLiteError) in
            try db.execute(
                "UPDATE received SET fence = ?1, claim_key = CASE WHEN ?1 IS NULL THEN NULL ELSE "
                    + "claim_key END "
                    + "WHERE sender = ?2 AND jti = ?3",
                SQLiteValue(fence?.number), .blob(key.sender.bytes), .blob(key.id.bytes))
        }
    }

    /// Keeps the one outcome with its ending, and why, before it is sent, and gives the one that counts: the
    /// first.
    package func keepOutcome(
        _ outcome: String, _ ending: String, detail: String? = nil, of key: HandoffKey
    ) async throws(JournalFailure) -> String {
        let kept = try await run { db throws(SQLiteError) in
            try db.transaction { db throws(SQLiteError) in
                try db.execute(
                    "UPDATE received SET outcome = ?, ending = coalesce(ending, ?), detail = ? "
                        + "WHERE sender = ? AND jti = ? AND outcome IS NULL",
                    .text(outcome), .text(ending), SQLiteValue(detail), .blob(key.sender.bytes),
                    .blob(key.id.bytes))
                return try db.first(
                    "SELECT outcome FROM received WHERE sender = ? AND jti = ?", .blob(key.sender.bytes),
                    .blob(key.id.bytes)
                ) { row throws(SQLiteError) in try row.text(0) }
            }
        }
        guard let kept else { throw .damaged("received") }
        return kept
    }

    /// Takes back a failure that the relay never came to wait for: nothing was sent to the merchant, and the
    /// purchase waits on. What was ordered stays.
    package func reopen(_ key: HandoffKey, as state: HandoffState) async throws(JournalFailure) {
        _ = try await run { db throws(SQLiteError) in
            try db.execute(
                """
                UPDATE received SET outcome = NULL, ending = NULL, is_told = 0, claim_key = NULL,
                  fence = NULL, detail = NULL, state = ?
                WHERE sender = ? AND jti = ? AND ending = 'failed' AND NOT EXISTS (
                  SELECT 1 FROM attempt WHERE attempt.sender = received.sender
                    AND attempt.jti = received.jti AND attempt.state <> 'journaled')
                """,
                .text(state.rawValue), .blob(key.sender.bytes), .blob(key.id.bytes))
        }
    }

    /// The relay has the outcome.
    package func markTold(_ key: HandoffKey) async throws(JournalFailure) {
        _ = try await run { db throws(SQLiteError) in
            try db.execute(
                "UPDATE received SET is_told = 1, state = 'settled' WHERE sender = ? AND jti = ?",
                .blob(key.sender.bytes), .blob(key.id.bytes))
        }
    }

    private static func received(_ row: borrowing Row) throws(SQLiteError) -> ReceivedHandoff? {
        guard let sender = DeviceID(bytes: try row.blob(0)), let id = HandoffID(bytes: try row.blob(1)),
            let state = HandoffState(rawValue: try row.text(5))
        else { return nil }
        return ReceivedHandoff(
            key: HandoffKey(sender: sender, id: id), relay: try row.integer(2), token: try row.text(3),
            expiresAt: try row.integer(4), state: state, isSeen: try row.integer(6) != 0,
            claimKey: try row.optionalBlob(7).flatMap { ClaimKey(bytes: $0) },
            fence: try row.optionalInteger(8).map { Fence(number: $0) }, ending: try row.optionalText(9),
            detail: try row.optionalText(12), outcome: try row.optionalText(10),
            isTold: try row.integer(11) != 0)
    }
}
