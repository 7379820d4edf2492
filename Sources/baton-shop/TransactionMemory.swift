internal import BatonMerchant
internal import Encodings
internal import SQLite

/// The transactions that were seen, in a file of the shop's form: its own database will do, and then a token
/// that was charged is one that was seen.
final class TransactionMemory {
    private var database: Database

    /// Opens the file; made when absent.
    init(_ path: String) throws(ToolFailure) {
        do throws(SQLiteError) {
            database = try Database(path: path, migrations: ShopSchema.migrations)
        } catch {
            throw ToolFailure(code: "seen_file", message: "\(error)")
        }
    }

    /// Remembers a transaction; false where it was seen before. On disk when it returns.
    func remember(_ id: [UInt8], at seconds: Int64) throws(ToolFailure) -> Bool {
        do throws(SQLiteError) {
            let inserted = try database.execute(
                "INSERT INTO used_transaction (id, used_at) VALUES (?, ?) ON CONFLICT DO NOTHING", .blob(id),
                .integer(seconds))
            return inserted > 0
        } catch {
            throw ToolFailure(code: "seen_file", message: "\(error)")
        }
    }
}
