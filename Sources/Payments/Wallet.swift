package import Checkout
package import Crypto

/// The phone's own store of cards, contacts and addresses. Looking needs no passcode, paying does.
package struct Wallet: Sendable {
    let files: any WalletFiles
    var contents: WalletContents

    /// Characters of a passcode (design, section 9).
    package static let passcodeMin = 8

    /// Makes an empty wallet under a passcode, and leaves it unlocked. Costs one scrypt.
    ///
    /// Throws `exists`, `passcodeTooShort`, `file` or `crypto`.
    package static func create(
        passcode: Secret, files: any WalletFiles, cost: Scrypt.Cost = .interactive
    ) throws(WalletFailure) -> UnlockedWallet {
        try requireLength(passcode)
        return try files.exclusively { () throws(WalletFailure) -> UnlockedWallet in
            guard try files.read(.passcode) == nil else { throw .exists }
            let (lock, key) = try PasscodeLock.make(passcode, cost: cost)
            let wallet = Wallet(files: files, contents: WalletContents())
            // The passcode's file comes last: without it there is no wallet yet.
            try files.replace(.wallet, with: wallet.contents.encoded())
            try files.replace(.tries, with: PasscodeTries().encoded())
            try files.replace(.passcode, with: lock.encoded())
            return UnlockedWallet(wallet: wallet, key: key, lock: lock.encoded())
        }
    }

    static func requireLength(_ passcode: Secret) throws(WalletFailure) {
        let characters = passcode.withBytes { span in
            // Continuation bytes of UTF-8 begin with 10.
            span.indices.count { span[$0] & 0xC0 != 0x80 }
        }
        guard characters >= passcodeMin else { throw .passcodeTooShort(min: passcodeMin) }
    }

    /// The wallet in `files`, or nil where none was made. Throws `damaged` or `file`.
    package static func open(_ files: any WalletFiles) throws(WalletFailure) -> Wallet? {
        guard try files.read(.passcode) != nil else { return nil }
        guard let bytes = try files.read(.wallet) else {
            throw .damaged(file: WalletFileName.wallet.rawValue, reason: "missing")
        }
        return Wallet(files: files, contents: try WalletContents(parsing: bytes))
    }

    private init(files: any WalletFiles, contents: WalletContents) {
        self.files = files
        self.contents = contents
    }

    /// What the sheet needs to know, without the passcode.
    package var data: WalletData { contents.data }

    func storedCard(_ id: String) -> StoredCard? { contents.cards.first { $0.summary.id == id } }
}

/// Unlocking.
extension Wallet {
    /// Unlocks the card numbers. Costs one scrypt.
    ///
    /// The try is counted on disk before the passcode is checked. Throws `locked` while the wait after five
    /// errors lasts, `wrongPasscode`, `damaged`, `file` or `crypto`. `now` is in milliseconds since 1970.
    package func unlock(_ passcode: Secret, at now: Int64) throws(WalletFailure) -> UnlockedWallet {
        try files.exclusively { () throws(WalletFailure) -> UnlockedWallet in
            let key = try checkedKey(passcode, at: now)
            var wallet = self
            // Another process may have changed it, or its passcode, since it was opened.
            wallet.contents = try Self.contents(in: files)
            try wallet.settle(under: key)
            return UnlockedWallet(wallet: wallet, key: key, lock: try files.read(.passcode))
        }
    }

    /// The data key, after a try that is counted. Only inside `exclusively`.
    func checkedKey(_ passcode: Secret, at now: Int64) throws(WalletFailure) -> Secret {
        guard let bytes = try files.read(.passcode) else {
            throw .damaged(file: WalletFileName.passcode.rawValue, reason: "missing")
        }
        let lock = try PasscodeLock(parsing: bytes)
        // Without its file the count begins at its worst: removing the file gains nothing.
        var tries = PasscodeTries()
        if let bytes = try files.read(.tries) {
            tries = try PasscodeTries(parsing: bytes)
        } else {
            tries.count = PasscodeTries.freeMax
            tries.lastAt = now
            try files.replace(.tries, with: tries.encoded())
        }
        if let wait = tries.remaining(at: now) { throw .locked(wait: wait) }
        tries.count += 1
        tries.lastAt = now
        try files.replace(.tries, with: tries.encoded())
        guard let key = try lock.open(passcode) else {
            throw .wrongPasscode(triesLeft: tries.triesLeft, wait: tries.wait)
        }
        try files.replace(.tries, with: PasscodeTries().encoded())
        return key
    }
}

/// Changing what can be read.
extension Wallet {
    /// Adds a contact, saved when it returns; the id that it got. Throws `invalidField`, `tooMany` or `file`.
    package mutating func addContact(
        _ contact: Contact, isPreferred: Bool = false
    ) throws(WalletFailure) -> String {
        try Self.require(contact, check)
        let id = contents.freeID("contact")
        try save { contents in
            contents.contacts.insert(
                SavedContact(id: id, contact: contact), at: isPreferred ? 0 : contents.contacts.count)
        }
        return id
    }

    /// Adds an address, saved when it returns; the id that it got. Throws `invalidField`, `tooMany` or
    /// `file`.
    package mutating func addAddress(
        givenName: String, familyName: String, address: PostalAddress, isPreferred: Bool = false
    ) throws(WalletFailure) -> String {
        let saved = SavedAddress(id: "", givenName: givenName, familyName: familyName, address: address)
        try Self.require(saved, check)
        let id = contents.freeID("address")
        try save { contents in
            contents.addresses.insert(
                SavedAddress(id: id, givenName: givenName, familyName: familyName, address: address),
                at: isPreferred ? 0 : contents.addresses.count)
        }
        return id
    }

    /// Puts an entry first in its list. Throws `unknownEntry` or `file`.
    package mutating func prefer(_ id: String) throws(WalletFailure) {
        try save { (contents) throws(WalletFailure) in try contents.prefer(id) }
    }

    /// Removes a card, contact or address. Throws `unknownEntry` or `file`.
    package mutating func remove(_ id: String) throws(WalletFailure) {
        try save { (contents) throws(WalletFailure) in try contents.remove(id) }
    }

    mutating func addCard(
        _ isPreferred: Bool, _ make: (_ id: String) throws(WalletFailure) -> StoredCard
    ) throws(WalletFailure) -> String {
        let id = contents.freeID("card")
        let card = try make(id)
        try save { contents in contents.cards.insert(card, at: isPreferred ? 0 : contents.cards.count) }
        return id
    }

    func check(_ fields: [(String, String)]) throws(WalletFailure) {
        for (name, value) in fields where value.count > WalletContents.fieldMax { throw .invalidField(name) }
    }

    /// Reads again, changes, writes: another process of this home may have changed it meanwhile.
    mutating func save(
        _ change: (inout WalletContents) throws(WalletFailure) -> Void
    ) throws(WalletFailure) {
        let files = files
        contents = try files.exclusively { () throws(WalletFailure) -> WalletContents in
            var contents = try Self.contents(in: files)
            try change(&contents)
            let count = contents.cards.count + contents.contacts.count + contents.addresses.count
            guard count <= WalletContents.entriesMax else { throw .tooMany(max: WalletContents.entriesMax) }
            try files.replace(.wallet, with: contents.encoded())
            return contents
        }
    }
}
