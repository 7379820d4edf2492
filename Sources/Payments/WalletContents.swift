import Checkout

/// A card as the wallet's file holds it: readable but for what is sealed under the data key.
struct StoredCard: Sendable, Hashable {
    let summary: CardSummary
    var secret: SealedSecret
    /// The same under the key of a passcode that is being set: while both are here, the passcode's file
    /// decides which one opens.
    var next: SealedSecret?
    /// The address that its statements go to, by its id.
    var billingID: String?

    /// What is sealed: number and holder.
    struct SealedSecret: Sendable, Hashable {
        let nonce: [UInt8]
        let sealed: [UInt8]
    }
}

/// What the wallet's file says. In each list the preferred entry is first.
struct WalletContents: Sendable, Hashable {
    var cards: [StoredCard] = []
    var contacts: [SavedContact] = []
    var addresses: [SavedAddress] = []

    /// A wallet is for a person, not for a register.
    static let entriesMax = 64
    /// Characters of a field.
    static let fieldMax = 200

    var data: WalletData {
        let cards = cards.map { card in
            card.summary.billed(to: addresses.first { $0.id == card.billingID }?.address)
        }
        return WalletData(cards: cards, contacts: contacts, addresses: addresses)
    }

    /// Puts the entry with this id first in its list, or throws `unknownEntry`.
    mutating func prefer(_ id: String) throws(WalletFailure) {
        if let index = cards.firstIndex(where: { $0.summary.id == id }) {
            cards.insert(cards.remove(at: index), at: 0)
        } else if let index = contacts.firstIndex(where: { $0.id == id }) {
            contacts.insert(contacts.remove(at: index), at: 0)
        } else if let index = addresses.firstIndex(where: { $0.id == id }) {
            addresses.insert(addresses.remove(at: index), at: 0)
        } else {
            throw .unknownEntry(id)
        }
    }

    /// Drops the entry with this id, or throws `unknownEntry`.
    mutating func remove(_ id: String) throws(WalletFailure) {
        let before = cards.count + contacts.count + addresses.count
        cards.removeAll { $0.summary.id == id }
        contacts.removeAll { $0.id == id }
        addresses.removeAll { $0.id == id }
        guard cards.count + contacts.count + addresses.count < before else { throw .unknownEntry(id) }
    }

    /// The lowest id of a kind that is free: `card-1`, `card-2`.
    func freeID(_ kind: String) -> String {
        let taken = Set(cards.map(\.summary.id) + contacts.map(\.id) + addresses.map(\.id))
        let number = (1...).first { !taken.contains("\(kind)-\($0)") } ?? 1
        return "\(kind)-\(number)"
    }
}
