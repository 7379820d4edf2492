package import Crypto
package import SQLite

/// The shop's keys, made once and kept in its file: they must outlive a restart, for signed prices and
/// handed-out certificates do.
package enum ShopSecrets {
    private static let quoteKey = "quote-key"

    /// The key that prices are signed with.
    package static func quoteKey(_ db: inout Database) throws(MerchantServiceError) -> P256PrivateKey {
        let scalar = try kept(quoteKey, &db) { () throws(CryptoFailure) in
            try P256PrivateKey().scalar().copyBytes()
        }
        do throws(CryptoFailure) { return try P256PrivateKey(scalar: Secret(scalar)) } catch {
            throw .key("\(error)")
        }
    }

    /// What is kept under `name`, made by `make` the first time.
    static func kept(
        _ name: String, _ db: inout Database, make: () throws(CryptoFailure) -> [UInt8]
    ) throws(MerchantServiceError) -> [UInt8] {
        do throws(SQLiteError) {
            let found = try db.first("SELECT value FROM secret WHERE name = ?", .text(name)) {
                row throws(SQLiteError) in try row.blob(0)
            }
            if let found { return found }
        } catch {
            throw .database("\(error)")
        }
        let made: [UInt8]
        do throws(CryptoFailure) { made = try make() } catch { throw .key("\(error)") }
        do throws(SQLiteError) {
            try db.execute("INSERT INTO secret (name, value) VALUES (?, ?)", .text(name), .blob(made))
        } catch {
            throw .database("\(error)")
        }
        return made
    }
}
