internal import Blocking

/// Where one device keeps its files: `--home`, else the XDG directories (requirement of design section 9).
package struct Home: Sendable {
    /// The folder, made with mode 0700 when it is first used.
    package let folder: String

    /// A folder that was named (nil for none; an empty name is nobody's home), or
    /// `XDG_DATA_HOME/baton/ROLE`, or `~/.local/share/baton/ROLE`. Nil where neither HOME nor XDG_DATA_HOME
    /// says where.
    package init?(named folder: String?, role: String, environment: [String: String]) {
        if let folder {
            guard !folder.isEmpty else { return nil }
            self.folder = folder
        } else if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
            self.folder = "\(data)/baton/\(role)"
        } else if let user = environment["HOME"], user.hasPrefix("/") {
            self.folder = "\(user)/.local/share/baton/\(role)"
        } else {
            return nil
        }
    }

    /// The journal's file.
    var journal: String { "\(folder)/journal.db" }

    /// The wallet's file.
    package var wallet: String { "\(folder)/wallet.json" }

    /// Held by the one process that reads a relay's events.
    func streamLock(_ number: Int64) -> String { "\(folder)/stream-\(number).lock" }

    /// Its bytes are held by the processes that have a purchase open.
    var purchaseLocks: String { "\(folder)/purchases.lock" }

    /// Shared by the processes that are pairing.
    var pairingLock: String { "\(folder)/pairing.lock" }

    /// Whether the journal is a file without a byte in a folder that was used before: somebody emptied it,
    /// and a new one would forget pairings and payments without a word.
    func isJournalEmptied() throws(FileError) -> Bool {
        guard try Self.size(journal) == 0 else { return false }
        for used in [wallet, streamLock(1)] where try Self.size(used) != nil { return true }
        return false
    }

    private static func size(_ path: String) throws(FileError) -> Int? {
        do throws(FileError) { return try DurableFile.size(of: path) } catch {
            if case .missing = error { return nil }
            throw error
        }
    }

    /// Makes the folder.
    func make() throws(FileError) { try Folder.make(folder) }
}
