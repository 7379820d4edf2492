internal import Checkout
package import JSON
internal import Merchant
package import SQLite

/// Between rows and the values of the Merchant module, inside one transaction.
package struct ShopRows: Sendable {
    let currency: Currency
    /// Seconds since 1970.
    let now: Int64

    /// The number before that of the first order.
    private static let firstOrderNumber: Int64 = 1042

    func load(_ scope: ShopScope, _ db: inout Database) throws(SQLiteError) -> ShopSlice {
        let last = try db.first("SELECT max(number) FROM placed_order") { row throws(SQLiteError) in
            try row.optionalInteger(0)
        }
        return ShopSlice(
            session: try scope.sessionID.flatMap { id throws(SQLiteError) in try session(id, &db) },
            answer: try scope.idempotencyKey.flatMap { key throws(SQLiteError) in try answer(key, &db) },
            order: try order(scope, &db),
            isTransactionUsed: try scope.transactionID.map { id throws(SQLiteError) in
                try isUsed(id, &db)
            } ?? false,
            stock: try counts("SELECT variant, remaining FROM stock", &db),
            uses: try counts("SELECT code, uses FROM code_use", &db),
            nextOrderNumber: ((last ?? nil) ?? Self.firstOrderNumber) + 1)
    }

    func write(
        _ after: ShopSlice, over before: ShopSlice, _ scope: ShopScope, _ db: inout Database
    ) throws(SQLiteError) {
        if let session = after.session, session != before.session {
            try db.execute(
                """
                INSERT INTO session (id, detail, expires_at) VALUES (?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET detail = excluded.detail
                """, .text(session.id), .blob(session.json.encoded()), .integer(session.expiresAt))
        }
        if let answer = after.answer, before.answer == nil, let key = scope.idempotencyKey {
            try db.execute(
                "INSERT INTO answer (scope, request, status, body, made_at) VALUES (?, ?, ?, ?, ?)",
                .text(key), .blob(answer.requestHash), .integer(Int64(answer.statusCode)),
                .blob(answer.body), .integer(now))
        }
        if let order = after.order, before.order == nil {
            try insert(order, number: before.nextOrderNumber, &db)
        }
        if let order = after.order, let old = before.order, order != old {
            try db.execute(
                "UPDATE placed_order SET detail = ? WHERE id = ?", .blob(order.order.json.encoded()),
                .text(old.order.id))
        }
        if let event = after.event { try Self.tell(event, &db) }
        if after.usesTransaction, !before.usesTransaction, let id = scope.transactionID {
            try db.execute(
                "INSERT INTO used_transaction (id, used_at) VALUES (?, ?)", .blob(id), .integer(now))
        }
        for (variant, count) in after.stock where before.stock[variant] != count {
            try db.execute(
                "UPDATE stock SET remaining = ? WHERE variant = ?", .integer(count), .text(variant))
        }
        for (code, count) in after.uses where before.uses[code] != count {
            try db.execute(
                """
                INSERT INTO code_use (code, uses) VALUES (?, ?)
                ON CONFLICT (code) DO UPDATE SET uses = excluded.uses
                """, .text(code), .integer(count))
        }
    }

    private func insert(
        _ order: ShopOrder, number: Int64, _ db: inout Database
    ) throws(SQLiteError) {
        try db.execute(
            """
            INSERT INTO placed_order (number, id, session, bearer, detail, currency) VALUES (?, ?, ?, ?, ?, ?)
            """, .integer(number), .text(order.order.id), .text(order.order.sessionID), .text(order.bearer),
            .blob(order.order.json.encoded()), .text(currency.code))
    }

    /// Puts an event behind those that are to be told.
    package static func tell(_ event: [UInt8], _ db: inout Database) throws(SQLiteError) {
        try db.execute("INSERT INTO order_event (body) VALUES (?)", .blob(event))
    }

    private func session(_ id: String, _ db: inout Database) throws(SQLiteError) -> ShopSession? {
        let detail = try db.first("SELECT detail FROM session WHERE id = ?", .text(id)) {
            row throws(SQLiteError) in try row.blob(0)
        }
        guard let detail else { return nil }
        return try Self.read(detail) { node throws(JSONError) in try ShopSession(from: node) }
    }

    /// The order that is named, or the one that the session became.
    private func order(
        _ scope: ShopScope, _ db: inout Database
    ) throws(SQLiteError) -> ShopOrder? {
        let row = try db.first(
            "SELECT detail, bearer FROM placed_order WHERE id = ?1 OR session = ?2",
            SQLiteValue(scope.orderID), SQLiteValue(scope.sessionID)
        ) { row throws(SQLiteError) in
            (detail: try row.blob(0), bearer: try row.text(1))
        }
        guard let row else { return nil }
        let order = try Self.read(row.detail) { node throws(JSONError) in
            try MerchantOrder(stored: node, currency: currency)
        }
        return ShopOrder(order: order, bearer: row.bearer)
    }

    private func answer(_ key: String, _ db: inout Database) throws(SQLiteError) -> RecordedAnswer? {
        try db.first("SELECT request, status, body FROM answer WHERE scope = ?", .text(key)) {
            row throws(SQLiteError) in
            RecordedAnswer(
                requestHash: try row.blob(0), statusCode: Int(try row.integer(1)), body: try row.blob(2))
        }
    }

    private func isUsed(_ id: [UInt8], _ db: inout Database) throws(SQLiteError) -> Bool {
        try db.first("SELECT 1 FROM used_transaction WHERE id = ?", .blob(id)) {
            row throws(SQLiteError) in try row.bool(0)
        } ?? false
    }

    private func counts(_ sql: String, _ db: inout Database) throws(SQLiteError) -> [String: Int64] {
        let rows = try db.rows(sql) { row throws(SQLiteError) in (try row.text(0), try row.integer(1)) }
        return Dictionary(rows) { first, _ in first }
    }

    /// A session with all its lines, and once more as it was sold.
    private static let limits = JSONLimits(bytesMax: 1_048_576)

    /// What we wrote ourselves and cannot read is a damaged file.
    package static func read<Value>(
        _ detail: [UInt8], _ body: (JSONNode) throws(JSONError) -> Value
    ) throws(SQLiteError) -> Value {
        do throws(JSONError) { return try body(JSONNode(parsing: detail, limits: limits)) } catch {
            throw .corrupt(detail: "\(error)")
        }
    }
}
