internal import Blocking
internal import Checkout
internal import JSON
package import Merchant
internal import SQLite

/// Sessions, orders, stock and answers in one SQLite file. Each update is one transaction, on disk when it
/// returns, so that a kill at any moment leaves each purchase either made or not made.
package final class SQLiteShopStore: ShopStore {
    /// Nil inside once the file was let go.
    private let owner: BlockingOwner<Database?>
    private let currency: Currency
    private let clock: @Sendable () -> Int64
    /// Told after each commit that made an event.
    private let eventMade: @Sendable () -> Void

    /// Opens `database` for a catalog: what it limits anew begins full, what was limited before keeps its
    /// count, and what it limits no more is let go.
    init(
        _ database: consuming Database, _ catalog: Catalog, clock: @escaping @Sendable () -> Int64,
        eventMade: @escaping @Sendable () -> Void
    ) throws(SQLiteError) {
        let stock = catalog.initialStock
        try database.transaction { db throws(SQLiteError) in
            let known = try db.rows("SELECT variant FROM stock") { row throws(SQLiteError) in try row.text(0)
            }
            for variant in known where stock[variant] == nil {
                try db.execute("DELETE FROM stock WHERE variant = ?", .text(variant))
            }
            try db.execute(
                "UPDATE placed_order SET currency = ? WHERE currency IS NULL", .text(catalog.currency.code))
            for (variant, count) in stock {
                try db.execute(
                    "INSERT INTO stock (variant, remaining) VALUES (?, ?) ON CONFLICT DO NOTHING",
                    .text(variant), .integer(count))
            }
        }
        owner = BlockingOwner(database, label: "shop")
        currency = catalog.currency
        self.clock = clock
        self.eventMade = eventMade
    }

    /// One update, one transaction.
    package func update<R: Sendable>(
        _ scope: ShopScope, _ body: @escaping @Sendable (inout ShopSlice) -> R
    ) async throws(ShopStoreFailure) -> R {
        let rows = ShopRows(currency: currency, now: clock())
        let (result, hasEvent): (R, Bool)
        do throws(SQLiteError) {
            (result, hasEvent) = try await owner.run { held throws(SQLiteError) in
                let pair = try held?.transaction { db throws(SQLiteError) in
                    let before = try rows.load(scope, &db)
                    var after = before
                    let result = body(&after)
                    try rows.write(after, over: before, scope, &db)
                    return (result, after.event != nil)
                }
                guard let pair else { throw .closed }
                return pair
            }
        } catch {
            throw .failed("\(error)")
        }
        if hasEvent { eventMade() }
        return result
    }

    /// The oldest event that nobody was told of yet.
    package func eventToTell() async throws(ShopStoreFailure) -> (number: Int64, body: [UInt8])? {
        try await reach { db throws(SQLiteError) in
            try db.first(
                "SELECT number, body FROM order_event WHERE is_told = 0 ORDER BY number LIMIT 1"
            ) { row throws(SQLiteError) in (number: try row.integer(0), body: try row.blob(1)) }
        }
    }

    /// That event need not be told again.
    package func markTold(_ number: Int64) async throws(ShopStoreFailure) {
        try await reach { db throws(SQLiteError) in
            _ = try db.execute("UPDATE order_event SET is_told = 1 WHERE number = ?", .integer(number))
        }
    }

    /// Forgets sessions and answers that no retry can ask for any more. Orders stay.
    package func forget(before seconds: Int64) async throws(ShopStoreFailure) {
        try await reach { db throws(SQLiteError) in
            _ = try db.execute(
                """
                DELETE FROM session WHERE expires_at < ? AND id NOT IN (SELECT session FROM placed_order)
                """, .integer(seconds))
            _ = try db.execute("DELETE FROM answer WHERE made_at < ?", .integer(seconds))
        }
    }

    /// Lets the file go, which moves the log into it. Whatever is asked later is refused.
    package func close() async { await owner.run { $0 = nil } }

    /// Runs `body` in a transaction.
    private func reach<R: Sendable>(
        _ body: @Sendable (inout Database) throws(SQLiteError) -> R
    ) async throws(ShopStoreFailure) -> R {
        do throws(SQLiteError) {
            return try await owner.run { held throws(SQLiteError) in
                guard let result = try held?.transaction(body) else { throw .closed }
                return result
            }
        } catch {
            throw .failed("\(error)")
        }
    }
}
