/// Why the wallet did not do what it was asked.
package enum WalletFailure: Error, Hashable {
    /// There is a wallet already.
    case exists
    case passcodeTooShort(min: Int)
    /// Tries before waiting begins, and how long to wait now.
    case wrongPasscode(triesLeft: Int, wait: Duration?)
    /// No try is possible yet; nothing was counted.
    case locked(wait: Duration)
    case unknownEntry(String)
    /// Not a published test number (design, section 8).
    case notTestNumber
    case invalidField(String)
    case tooMany(max: Int)
    /// A file says what this wallet never wrote: it was altered, or belongs to another.
    case damaged(file: String, reason: String)
    case file(reason: String)
    /// The cryptographic library failed.
    case crypto
}

/// The wallet's files, by name.
package enum WalletFileName: String, CaseIterable, Sendable {
    /// Cards, contacts, addresses; card numbers sealed.
    case wallet = "wallet.json"
    /// The sealed data key and how its passcode is stretched.
    case passcode = "passcode.json"
    /// Tries since the last right passcode.
    case tries = "tries.json"
}

/// Where the wallet's files live: the home folder, or memory in tests.
package protocol WalletFiles: Sendable {
    /// The file's bytes, or nil where there is none. Throws `file`.
    func read(_ name: WalletFileName) throws(WalletFailure) -> [UInt8]?
    /// Puts the bytes there, whole, and on disk when it returns. Throws `file`.
    func replace(_ name: WalletFileName, with bytes: [UInt8]) throws(WalletFailure)
    /// Runs `body` while no other process of this home does. Throws `file`, or what `body` throws.
    func exclusively<R>(_ body: () throws(WalletFailure) -> R) throws(WalletFailure) -> R
}
