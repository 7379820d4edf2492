import Checkout
package import Crypto

/// Another passcode.
extension Wallet {
    /// Sets a new passcode: every card is sealed anew under a fresh key, so that whoever copied the files
    /// before and knows the old passcode reads no card that is added from now on.
    ///
    /// The old passcode is a try like any other. Killed at any moment, the wallet opens with exactly one of
    /// the two: first each card is kept under both keys, then the passcode's file is replaced, which
    /// decides, then the old forms go. Costs two scrypts. Throws as `unlock`, and `passcodeTooShort`.
    package mutating func changePasscode(
        from old: Secret, to new: Secret, at now: Int64, cost: Scrypt.Cost = .interactive
    ) throws(WalletFailure) {
        try Self.requireLength(new)
        let files = files
        let wallet = self
        contents = try files.exclusively { () throws(WalletFailure) -> WalletContents in
            let oldKey = try wallet.checkedKey(old, at: now)
            let (lock, newKey) = try PasscodeLock.make(new, cost: cost)
            var contents = try Self.contents(in: files)
            for index in contents.cards.indices {
                let card = contents.cards[index]
                guard let (plain, secret) = UnlockedWallet.open(card, oldKey) else {
                    throw .damaged(file: WalletFileName.wallet.rawValue, reason: card.summary.id)
                }
                contents.cards[index].secret = secret
                contents.cards[index].next = try UnlockedWallet.seal(plain, about: card.summary, newKey)
            }
            try files.replace(.wallet, with: contents.encoded())
            try files.replace(.passcode, with: lock.encoded())
            for index in contents.cards.indices {
                guard let next = contents.cards[index].next else { continue }
                contents.cards[index].secret = next
                contents.cards[index].next = nil
            }
            try files.replace(.wallet, with: contents.encoded())
            return contents
        }
    }

    /// Ends a change of the passcode that was broken off: of each card the form under `key` stays. Only
    /// inside
    /// `exclusively`.
    mutating func settle(under key: Secret) throws(WalletFailure) {
        var contents = try Self.contents(in: files)
        guard contents.cards.contains(where: { $0.next != nil }) else { return }
        for index in contents.cards.indices {
            guard let (_, secret) = UnlockedWallet.open(contents.cards[index], key) else { continue }
            contents.cards[index].secret = secret
            contents.cards[index].next = nil
        }
        try files.replace(.wallet, with: contents.encoded())
        self.contents = contents
    }

    static func contents(in files: any WalletFiles) throws(WalletFailure) -> WalletContents {
        guard let bytes = try files.read(.wallet) else {
            throw .damaged(file: WalletFileName.wallet.rawValue, reason: "missing")
        }
        return try WalletContents(parsing: bytes)
    }
}
