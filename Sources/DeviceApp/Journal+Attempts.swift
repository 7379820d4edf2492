package import Checkout
package import Handoffs
internal import SQLite

extension Journal {
    /// Keeps an attempt with its exact bytes before anything of it is sent.
    package func keep(_ attempt: PaymentAttempt, of key: HandoffKey) async throws(JournalFailure) {
        _ = try await run { db throws(SQLiteError) in
            try db.execute(
                "INSERT INTO attempt (sender, jti, number, key, body, payment, state, total, currency) "
                    + "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                .blob(key.sender.bytes), .blob(key.id.bytes), .integer(attempt.number), .text(attempt.key),
                .blob(attempt.body), .text(attempt.payment), .text(attempt.state.rawValue),
                SQLiteValue(attempt.total?.minorUnits), SQLiteValue(attempt.total?.currency.code))
        }
    }

    /// Writes how far an attempt came, before the step that makes it true for `sent`; for `declined` also
    /// why.
    package func mark(
        _ number: Int64, of key: HandoffKey, _ state: PaymentAttempt.State, _ reason: SheetDecline? = nil
    ) async throws(JournalFailure) {
        _ = try await run { db throws(SQLiteError) in
            try db.execute(
                "UPDATE attempt SET state = ?, reason = ? WHERE sender = ? AND jti = ? AND number = ?",
                .text(state.rawValue), SQLiteValue(reason?.rawValue),
                .blob(key.sender.bytes), .blob(key.id.bytes), .integer(number))
        }
    }

    /// The attempts of one handoff, in order.
    package func attempts(of key: HandoffKey) async throws(JournalFailure) -> [PaymentAttempt] {
        try await run { db throws(SQLiteError) in
            try db.rows(
                "SELECT number, key, body, payment, state, reason, total, currency FROM attempt "
                    + "WHERE sender = ? AND jti = ? "
                    + "ORDER BY number",
                .blob(key.sender.bytes), .blob(key.id.bytes)
            ) { row throws(SQLiteError) in
                let currency = try row.optionalText(7).flatMap { Currency($0) }
                let units = try row.optionalInteger(6)
                return PaymentAttempt(
                    number: try row.integer(0), key: try row.text(1), body: try row.blob(2),
                    payment: try row.text(3),
                    state: PaymentAttempt.State(rawValue: try row.text(4)) ?? .sent,
                    reason: try row.optionalText(5).flatMap { SheetDecline(rawValue: $0) },
                    total: currency.flatMap { currency in units.map { Amount($0, currency) } })
            }
        }
    }

    /// Keeps an order once (AP-13).
    package func keep(_ order: PlacedOrder) async throws(JournalFailure) {
        _ = try await run { db throws(SQLiteError) in
            try db.execute(
                "INSERT INTO placed (sender, jti, origin, merchant, order_id, label, link, total, "
                    + "currency, payment, "
                    + "items, arrival, placed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON "
                    + "CONFLICT DO NOTHING",
                .blob(order.key.sender.bytes), .blob(order.key.id.bytes), .text(order.origin),
                .text(order.merchant),
                .text(order.orderID), SQLiteValue(order.number), SQLiteValue(order.link),
                .integer(order.total.minorUnits), .text(order.total.currency.code), .text(order.payment),
                SQLiteValue(order.items), SQLiteValue(order.arrival), .integer(order.placedAt))
        }
    }

    /// The orders of this phone, the newest first.
    package func orders(limit: Int = 100) async throws(JournalFailure) -> [PlacedOrder] {
        let rows = try await run { db throws(SQLiteError) in
            try db.rows(
                "SELECT sender, jti, origin, merchant, order_id, label, link, total, currency, payment, "
                    + "items, arrival, "
                    + "placed_at FROM placed ORDER BY number DESC LIMIT ?", .integer(Int64(limit))
            ) { row throws(SQLiteError) in try PlacedOrder(row) }
        }
        return rows.compactMap { $0 }
    }

    /// Whether something was bought there before: until then the sheet shows the origin (design section 7).
    package func hasOrdered(at origin: String) async throws(JournalFailure) -> Bool {
        // A request that nobody signed has no origin, and none of its names is ever known.
        guard !origin.isEmpty else { return false }
        return try await run { db throws(SQLiteError) in
            try db.first("SELECT 1 FROM placed WHERE origin = ? LIMIT 1", .text(origin)) {
                row throws(SQLiteError) in try row.integer(0)
            } != nil
        }
    }
}

/// An order that this phone paid.
package struct PlacedOrder: Sendable {
    package let key: HandoffKey
    package let origin: String
    package let merchant: String
    package let orderID: String
    package let number: String?
    package let link: String?
    package let total: Amount
    package let payment: String
    package let items: String?
    package let arrival: String?
    /// Seconds since 1970.
    package let placedAt: Int64
}

extension PlacedOrder {
    fileprivate init?(_ row: borrowing Row) throws(SQLiteError) {
        guard let sender = DeviceID(bytes: try row.blob(0)), let id = HandoffID(bytes: try row.blob(1)),
            let currency = Currency(try row.text(8))
        else { return nil }
        self.init(
            key: HandoffKey(sender: sender, id: id), origin: try row.text(2), merchant: try row.text(3),
            orderID: try row.text(4), number: try row.optionalText(5), link: try row.optionalText(6),
            total: Amount(try row.integer(7), currency), payment: try row.text(9),
            items: try row.optionalText(10),
            arrival: try row.optionalText(11), placedAt: try row.integer(12))
    }
}
