/// One step of a schema's history. A file's `user_version` is the number of steps it has taken, so a step
/// that has been released never changes and new ones are added at the end.
package struct Migration: Sendable {
    let sql: String

    /// Statements that lead from the version before to this one; they run in one transaction with all other
    /// missing steps.
    package init(_ sql: String) { self.sql = sql }
}

extension Database {
    /// Brings the file to the newest version. Throws `schemaTooNew` where a newer program wrote it.
    package mutating func migrate(_ migrations: [Migration]) throws(SQLiteError) {
        let supported = Int64(migrations.count)
        if try userVersion() == supported { return }
        try transaction { db throws(SQLiteError) in
            // Another process may have migrated since the look above.
            let found = try db.userVersion()
            guard found <= supported else {
                throw .schemaTooNew(found: found, supported: supported)
            }
            for migration in migrations[Int(found)...] { try db.script(migration.sql) }
            try db.script("PRAGMA user_version = \(supported)")
        }
    }

    /// The version of its schema; 0: none yet.
    package mutating func userVersion() throws(SQLiteError) -> Int64 {
        try first("PRAGMA user_version") { row throws(SQLiteError) in try row.integer(0) } ?? 0
    }
}
