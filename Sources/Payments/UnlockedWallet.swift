package import Checkout
package import Crypto
import Encodings
import JSON

/// A card to add, as its owner types it.
package struct NewCard: Sendable {
    package let number: Secret
    package let expiryYear: Int
    package let expiryMonth: Int
    package let holder: String

    /// `number` holds ASCII digits, and may hold spaces between them.
    package init(number: Secret, expiryYear: Int, expiryMonth: Int, holder: String) {
        self.number = number
        self.expiryYear = expiryYear
        self.expiryMonth = expiryMonth
        self.holder = holder
    }
}

/// What paying needs of a card, for as long as it takes.
package struct CardSecret: Sendable {
    /// ASCII digits.
    package let number: Secret
    package let holder: String
    package let summary: CardSummary

    /// The last day it is good, as payment tokens write it: YYMMDD.
    package var expirationDate: String {
        var day = 31
        while CalendarDate(year: summary.expiryYear, month: summary.expiryMonth, day: day) == nil, day > 1 {
            day -= 1
        }
        return [summary.expiryYear % 100, summary.expiryMonth, day].map { $0 < 10 ? "0\($0)" : "\($0)" }
            .joined()
    }
}

/// A wallet whose passcode was right: card numbers can be read and added, until the value goes.
package struct UnlockedWallet: Sendable {
    package internal(set) var wallet: Wallet
    private let key: Secret
    /// The passcode's file as it was.
    private let lock: [UInt8]?

    init(wallet: Wallet, key: Secret, lock: [UInt8]?) {
        self.wallet = wallet
        self.key = key
        self.lock = lock
    }

    /// Adds a card, its number sealed, saved when it returns; the id that it got.
    ///
    /// Network and kind come from the number. Throws `notTestNumber`, `invalidField`, `tooMany`, `file` or
    /// `crypto`.
    package mutating func addCard(
        _ card: NewCard, isPreferred: Bool = false
    ) throws(WalletFailure) -> String {
        let digits = card.number.withBytes { span in
            span.indices.map { span[$0] }.filter { $0 != UInt8(ascii: " ") }
        }
        guard let known = TestCards.card(for: String(decoding: digits, as: UTF8.self)) else {
            throw .notTestNumber
        }
        guard (1...12).contains(card.expiryMonth), (2000...9999).contains(card.expiryYear) else {
            throw .invalidField("expires")
        }
        guard card.holder.count <= WalletContents.fieldMax else { throw .invalidField("holder") }
        let (key, lock, files) = (key, lock, wallet.files)
        return try wallet.addCard(isPreferred) { (id) throws(WalletFailure) -> StoredCard in
            // Another process may have set another passcode meanwhile: what is sealed under the old key is
            // lost.
            guard try files.read(.passcode) == lock else {
                throw .damaged(file: WalletFileName.passcode.rawValue, reason: "changed meanwhile")
            }
            let summary = CardSummary(
                id: id, network: known.network, kind: known.kind, lastFour: String(known.number.suffix(4)),
                expiryYear: card.expiryYear, expiryMonth: card.expiryMonth)
            let plain = LengthPrefixed.encode([digits, Array(card.holder.utf8)])
            return StoredCard(summary: summary, secret: try Self.seal(plain, about: summary, key))
        }
    }

    /// Number and holder of a card. Throws `unknownEntry`, or `damaged` where anything about it was altered.
    package func card(_ id: String) throws(WalletFailure) -> CardSecret {
        guard let stored = wallet.storedCard(id) else { throw .unknownEntry(id) }
        guard let (plain, _) = Self.open(stored, key), let parts = LengthPrefixed.decode(plain),
            parts.count == 2
        else { throw .damaged(file: WalletFileName.wallet.rawValue, reason: id) }
        return CardSecret(
            number: Secret(parts[0]), holder: String(decoding: parts[1], as: UTF8.self),
            summary: stored.summary)
    }

    /// What is sealed of a card, and in which of its two forms: while a passcode is changed there may be one
    /// under each key.
    static func open(_ card: StoredCard, _ key: Secret) -> ([UInt8], StoredCard.SealedSecret)? {
        for secret in [card.secret, card.next].compactMap({ $0 }) {
            do {
                let plain = try AESGCM.open(
                    secret.sealed, key: key, nonce: secret.nonce, authenticating: about(card.summary))
                return (plain, secret)
            } catch {
                // The other form may be the one under this key.
                continue
            }
        }
        return nil
    }

    static func seal(
        _ plain: [UInt8], about summary: CardSummary, _ key: Secret
    ) throws(WalletFailure) -> StoredCard.SealedSecret {
        let nonce = RandomBytes.make(12)
        do {
            return .init(
                nonce: nonce,
                sealed: try AESGCM.seal(plain, key: key, nonce: nonce, authenticating: about(summary)))
        } catch {
            throw .crypto
        }
    }

    /// What is readable about a card is bound to what is sealed.
    private static func about(_ summary: CardSummary) -> [UInt8] {
        LengthPrefixed.encode(texts: [
            "baton/card/1", summary.id, summary.network.rawValue, summary.kind.rawValue, summary.lastFour,
            String(summary.expiryYear), String(summary.expiryMonth),
        ])
    }
}
