import Checkout
import Crypto
import Synchronization
import Testing

@testable import Payments

/// Another passcode, and entries that are changed where they stand.
@Suite struct PasscodeChangeTests {
    private static let cheap = Scrypt.Cost(iterations: 16, blockSize: 8, parallelism: 1)
    private let old = Secret(Array("correct horse".utf8))
    private let new = Secret(Array("battery staple".utf8))

    private func made(_ files: any WalletFiles) throws -> Wallet {
        var unlocked = try Wallet.create(passcode: old, files: files, cost: Self.cheap)
        try SampleWallet.fill(&unlocked, expiringIn: 2030)
        return unlocked.wallet
    }

    private func reads(_ files: any WalletFiles, _ passcode: Secret) throws -> Bool {
        let wallet = try #require(try Wallet.open(files))
        let unlocked: UnlockedWallet
        do throws(WalletFailure) { unlocked = try wallet.unlock(passcode, at: 0) } catch {
            guard case .wrongPasscode = error else { throw error }
            return false
        }
        return try ["card-1", "card-2", "card-3"].map { try unlocked.card($0).number.copyBytes() }
            == ["4242424242424242", "5200828282828210", "378282246310005"].map { Array($0.utf8) }
    }

    @Test func `the new passcode reads every card, the old one opens nothing, and no old seal stays`() throws
    {
        let files = MemoryFiles()
        var wallet = try made(files)
        let before = Set(wallet.contents.cards.map(\.secret))
        try wallet.changePasscode(from: old, to: new, at: 0, cost: Self.cheap)
        #expect(try reads(files, new))
        #expect(try !reads(files, old))
        let after = try #require(try Wallet.open(files)).contents.cards
        #expect(before.isDisjoint(with: after.map(\.secret)))
        #expect(after.allSatisfy { $0.next == nil })
        #expect(wallet.data == (try Wallet.open(files))?.data)
    }

    @Test func `killed after any write, the wallet opens with exactly one of the two passcodes`() throws {
        var ends: [Bool] = []
        for limit in 0... {
            let files = DyingFiles()
            var wallet = try made(files)
            files.dieAfter(limit)
            do throws(WalletFailure) {
                try wallet.changePasscode(from: old, to: new, at: 0, cost: Self.cheap)
                #expect(limit > 3)
                break
            } catch {
                #expect(error == .file(reason: "killed"))
            }
            files.revive()
            let (byOld, byNew) = (try reads(files, old), try reads(files, new))
            #expect(byOld != byNew, "after \(limit) writes")
            ends.append(byNew)
            // The next change settles what the broken one left.
            let left = byNew ? new : old
            var again = try #require(try Wallet.open(files))
            try again.changePasscode(from: left, to: old, at: 0, cost: Self.cheap)
            #expect(try reads(files, old))
            #expect(again.contents.cards.allSatisfy { $0.next == nil })
        }
        #expect(ends.contains(true) && ends.contains(false))
    }

    @Test func `a wrong old passcode is counted, a short new one is not`() throws {
        let files = MemoryFiles()
        var wallet = try made(files)
        #expect(throws: WalletFailure.passcodeTooShort(min: 8)) {
            try wallet.changePasscode(from: old, to: Secret(Array("short".utf8)), at: 0, cost: Self.cheap)
        }
        for left in [4, 3, 2, 1, 0] {
            #expect(
                throws: WalletFailure.wrongPasscode(triesLeft: left, wait: left == 0 ? .seconds(60) : nil)
            ) {
                try wallet.changePasscode(from: new, to: new, at: 1000, cost: Self.cheap)
            }
        }
        #expect(throws: WalletFailure.self) {
            try wallet.changePasscode(from: old, to: new, at: 2000, cost: Self.cheap)
        }
        #expect(throws: WalletFailure.self) { try wallet.unlock(old, at: 2000) }
        try wallet.changePasscode(from: old, to: new, at: 100_000, cost: Self.cheap)
    }

    @Test func `what was unlocked or opened before a change neither adds a lost card nor fails`() throws {
        let files = MemoryFiles()
        let opened = try made(files)
        var before = try opened.unlock(old, at: 0)
        var wallet = opened
        try wallet.changePasscode(from: old, to: new, at: 0, cost: Self.cheap)
        let card = NewCard(
            number: Secret(Array("4111111111111111".utf8)), expiryYear: 2030, expiryMonth: 1, holder: "")
        #expect(throws: WalletFailure.self) { try before.addCard(card) }
        #expect(try opened.unlock(new, at: 0).card("card-1").holder == "Ada Example")
        #expect(try reads(files, new))
    }

    @Test func `entries are changed where they stand, and a card is billed to an address`() throws {
        let files = MemoryFiles()
        var wallet = try made(files)
        var change = WalletChange()
        change.city = "Bonn"
        change.country = "de"
        try wallet.edit("address-1", change)
        #expect(wallet.data.addresses.first?.address.city == "Bonn")
        #expect(wallet.data.addresses.first?.address.country == "DE")
        #expect(wallet.data.addresses.first?.address.lines == ["1 Market Street"])
        #expect(throws: WalletFailure.invalidField("contact")) { try wallet.edit("contact-1", change) }
        change = WalletChange()
        change.email = "ada@example.org"
        try wallet.edit("contact-1", change)
        #expect(wallet.data.contacts.first?.contact.email == "ada@example.org")
        #expect(wallet.data.contacts.first?.contact.givenName == "Ada")
        change.email = "nobody"
        #expect(throws: WalletFailure.invalidField("email")) { try wallet.edit("contact-1", change) }
        change = WalletChange()
        change.billing = "address-1"
        try wallet.edit("card-2", change)
        #expect(wallet.data.cards[1].billingAddress?.city == "Bonn")
        try wallet.remove("address-1")
        #expect(wallet.data.cards[1].billingAddress == nil)
        change.billing = "address-9"
        #expect(throws: WalletFailure.unknownEntry("address-9")) { try wallet.edit("card-2", change) }
        #expect(try reads(files, old), "what is readable may change without the passcode")
    }
}

/// Files of a process that is killed after some writes.
private final class DyingFiles: WalletFiles {
    private let files = MemoryFiles()
    private let left = Mutex(Int.max)

    func dieAfter(_ writes: Int) { left.withLock { $0 = writes } }
    func revive() { left.withLock { $0 = .max } }

    func read(_ name: WalletFileName) throws(WalletFailure) -> [UInt8]? { try files.read(name) }

    func replace(_ name: WalletFileName, with bytes: [UInt8]) throws(WalletFailure) {
        let isAlive = left.withLock { left in
            guard left > 0 else { return false }
            if left != .max { left -= 1 }
            return true
        }
        guard isAlive else { throw .file(reason: "killed") }
        try files.replace(name, with: bytes)
    }

    func exclusively<R>(_ body: () throws(WalletFailure) -> R) throws(WalletFailure) -> R { try body() }
}
