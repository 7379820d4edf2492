package import Handoffs
internal import SQLite

/// What became of a standing quote in other handoffs: nothing makes it payable only once but the phone's own
/// memory.
package struct QuotePayments: Sendable, Equatable {
    /// When it was paid, in seconds since 1970, one for each payment.
    package var paidAt: [Int64] = []
    /// Handoffs in which it may have been paid, or is being paid now.
    package var open: [HandoffID] = []
}

extension Journal {
    /// The payments of a quote in other handoffs than this.
    package func payments(
        of digest: [UInt8], except key: HandoffKey
    ) async throws(JournalFailure) -> QuotePayments {
        try await run { db throws(SQLiteError) in try Self.payments(of: digest, except: key, in: &db) }
    }

    /// Keeps that this handoff is about to pay a quote, and gives what others made of it: of two that do this
    /// at once, one sees the other.
    package func hold(
        _ digest: [UInt8], for key: HandoffKey, at seconds: Int64
    ) async throws(JournalFailure) -> QuotePayments {
        try await run { db throws(SQLiteError) in
            try db.transaction { db throws(SQLiteError) in
                try db.execute(
                    "INSERT INTO quote_attempt (digest, sender, jti, at) VALUES (?, ?, ?, ?) "
                        + "ON CONFLICT DO NOTHING",
                    .blob(digest), .blob(key.sender.bytes), .blob(key.id.bytes), .integer(seconds))
                return try Self.payments(of: digest, except: key, in: &db)
            }
        }
    }

    private static func payments(
        of digest: [UInt8], except key: HandoffKey, in db: inout Database
    ) throws(SQLiteError) -> QuotePayments {
        var found = QuotePayments()
        let rows = try db.rows(
            """
            SELECT q.at, q.jti, a.state, r.ending IS NULL AND r.fence IS NOT NULL
            FROM quote_attempt q
            JOIN attempt a ON a.sender = q.sender AND a.jti = q.jti
            LEFT JOIN received r ON r.sender = q.sender AND r.jti = q.jti
            WHERE q.digest = ? AND NOT (q.sender = ? AND q.jti = ?) ORDER BY q.at
            """, .blob(digest), .blob(key.sender.bytes), .blob(key.id.bytes)
        ) { row throws(SQLiteError) in
            (try row.integer(0), try row.blob(1), try row.text(2), try row.integer(3) != 0)
        }
        for (at, id, state, isOpen) in rows {
            switch PaymentAttempt.State(rawValue: state) {
            case .ordered: found.paidAt.append(at)
            case .sent: if let id = HandoffID(bytes: id) { found.open.append(id) }
            case .journaled: if isOpen, let id = HandoffID(bytes: id) { found.open.append(id) }
            case .declined, nil: break
            }
        }
        return found
    }
}
