package import Blocking
package import SQLite

/// What a device must not forget: keys, pairings, what it sent, received, tried and bought. Each call is on
/// disk when it returns (design section 5); several processes may share one.
package final class Journal: Sendable {
    let database: BlockingOwner<Database>

    /// Opens the journal of a home, made with mode 0600 where it is absent.
    package init(_ home: Home) throws(JournalFailure) {
        let isEmptied: Bool
        do throws(FileError) {
            try home.make()
            isEmptied = try home.isJournalEmptied()
        } catch {
            throw .file(error)
        }
        guard !isEmptied else { throw .emptied }
        do throws(SQLiteError) {
            let database = try Database(path: home.journal, migrations: JournalSchema.migrations)
            self.database = BlockingOwner(database, label: "journal")
        } catch {
            throw .database(error)
        }
    }

    func run<Result: Sendable>(
        _ body: @Sendable (inout Database) throws(SQLiteError) -> Result
    ) async throws(JournalFailure) -> Result {
        do throws(SQLiteError) { return try await database.run(body) } catch { throw .database(error) }
    }
}

/// Why the journal could not be read or written. Nothing goes on without it.
package enum JournalFailure: Error {
    case file(FileError)
    case database(SQLiteError)
    /// A row that this program did not write so.
    case damaged(String)
    /// The journal of a home that was used is empty: pairings and purchases are gone.
    case emptied
}

extension JournalFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .file(let error): "\(error)"
        case .database(let error): "\(error)"
        case .damaged(let place): place
        case .emptied: "emptied"
        }
    }
}
