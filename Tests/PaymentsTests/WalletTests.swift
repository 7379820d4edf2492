import Checkout
import Crypto
import Testing

@testable import Payments

@Suite struct WalletTests {
    /// Cheap stretching, for what is not about its price.
    private static let cheap = Scrypt.Cost(iterations: 16, blockSize: 8, parallelism: 1)
    private let passcode = Secret(Array("correct horse".utf8))
    private let wrong = Secret(Array("battery staple".utf8))
    private let files = MemoryFiles()

    private func card(_ number: String) -> NewCard {
        NewCard(number: Secret(Array(number.utf8)), expiryYear: 2030, expiryMonth: 2, holder: "Ada Example")
    }

    private func made() throws -> UnlockedWallet {
        try Wallet.create(passcode: passcode, files: files, cost: Self.cheap)
    }

    private func opened() throws -> Wallet { try #require(try Wallet.open(files)) }

    @Test func `a card's number comes back with the passcode and is in no file`() throws {
        var unlocked = try made()
        let id = try unlocked.addCard(card("4242 4242 4242 4242"))
        let again = try opened().unlock(passcode, at: 0)
        let secret = try again.card(id)
        #expect(secret.number.copyBytes() == Array("4242424242424242".utf8))
        #expect(secret.holder == "Ada Example")
        #expect(secret.expirationDate == "300228")
        for name in WalletFileName.allCases {
            #expect(!files.text(name).contains("424242"))
            #expect(!files.text(name).contains("Ada"))
        }
    }

    @Test func `looking needs no passcode: network, kind, last four, expiry, contacts`() throws {
        var unlocked = try made()
        try SampleWallet.fill(&unlocked, expiringIn: 2030)
        let data = try opened().data
        #expect(data == unlocked.wallet.data)
        #expect(data.cards.map(\.lastFour) == ["4242", "8210", "0005"])
        #expect(data.cards.map(\.network) == [.visa, .masterCard, .amex])
        #expect(data.cards.map(\.kind) == [.credit, .debit, .credit])
        #expect(data.contacts.first?.contact.email == "ada@example.com")
        #expect(data.addresses.count == 2)
    }

    @Test func `design 9: five wrong passcodes, then a growing wait, counted before the check`() throws {
        _ = try made()
        let wallet = try opened()
        for left in [4, 3, 2, 1] {
            #expect(throws: WalletFailure.wrongPasscode(triesLeft: left, wait: nil)) {
                try wallet.unlock(wrong, at: 1000)
            }
        }
        #expect(throws: WalletFailure.wrongPasscode(triesLeft: 0, wait: .seconds(60))) {
            try wallet.unlock(wrong, at: 1000)
        }
        #expect(throws: WalletFailure.locked(wait: .seconds(60))) { try wallet.unlock(passcode, at: 1000) }
        #expect(throws: WalletFailure.locked(wait: .milliseconds(1))) {
            try wallet.unlock(passcode, at: 60_999)
        }
        #expect(throws: WalletFailure.wrongPasscode(triesLeft: 0, wait: .seconds(300))) {
            try wallet.unlock(wrong, at: 61_000)
        }
        #expect(throws: WalletFailure.locked(wait: .seconds(300))) { try wallet.unlock(passcode, at: 0) }
        #expect(throws: Never.self) { try wallet.unlock(passcode, at: 361_000) }
        #expect(throws: WalletFailure.wrongPasscode(triesLeft: 4, wait: nil)) {
            try wallet.unlock(wrong, at: 361_000)
        }
    }

    @Test func `design 9: a program killed during the check has spent its try`() throws {
        _ = try made()
        files.fail(.passcode)
        let before = files.writes.count
        #expect(throws: WalletFailure.self) { try opened().unlock(wrong, at: 0) }
        #expect(files.writes.dropFirst(before) == [.tries])
        #expect(files.text(.tries).contains("\"count\":1"))
        files.fail(.tries)
        #expect(throws: WalletFailure.file(reason: "full")) { try opened().unlock(passcode, at: 0) }
    }

    @Test func `removing the count gains nothing`() throws {
        _ = try made()
        files.remove(.tries)
        #expect(throws: WalletFailure.locked(wait: .seconds(60))) { try opened().unlock(passcode, at: 0) }
    }

    @Test(arguments: [
        ("\"n\":16", "\"n\":2"), ("\"r\":8", "\"r\":1"), ("\"p\":1", "\"p\":2"),
    ])
    func `design 9: the parameters of the stretching are authenticated`(from: String, to: String) throws {
        _ = try made()
        files.edit(.passcode) { $0.replace(from, with: to) }
        #expect(throws: WalletFailure.wrongPasscode(triesLeft: 4, wait: nil)) {
            try opened().unlock(passcode, at: 0)
        }
    }

    @Test(arguments: [
        ("\"last_four\":\"4242\"", "\"last_four\":\"1111\""), ("2030", "2031"),
        ("\"kind\":\"credit\"", "\"kind\":\"debit\""), ("\"card-1\"", "\"card-9\""),
    ])
    func `what is readable about a card is bound to its number`(from: String, to: String) throws {
        var unlocked = try made()
        _ = try unlocked.addCard(card("4242424242424242"))
        files.edit(.wallet) { $0.replace(from, with: to) }
        let again = try opened().unlock(passcode, at: 0)
        let id = try #require(again.wallet.data.cards.first?.id)
        #expect(throws: WalletFailure.damaged(file: "wallet.json", reason: id)) { try again.card(id) }
    }

    @Test func `a passcode has eight characters or more, whatever their bytes`() throws {
        let seven = Secret(Array("äöüäöüä".utf8))
        #expect(throws: WalletFailure.passcodeTooShort(min: 8)) {
            try Wallet.create(passcode: seven, files: files, cost: Self.cheap)
        }
        #expect(try Wallet.open(files) == nil)
        _ = try made()
        #expect(throws: WalletFailure.exists) {
            try Wallet.create(passcode: passcode, files: files, cost: Self.cheap)
        }
    }

    @Test func `design 8: only published test numbers are taken`() throws {
        var unlocked = try made()
        for number in ["4532015112830366", "4242424242424241", "", "42424242424242424242"] {
            #expect(throws: WalletFailure.notTestNumber) { try unlocked.addCard(card(number)) }
        }
        #expect(try opened().data.cards.isEmpty)
    }
}

@Suite struct WalletEntriesTests {
    private let files = MemoryFiles()

    private func made() throws -> Wallet {
        try Wallet.create(
            passcode: Secret(Array("correct horse".utf8)), files: files,
            cost: Scrypt.Cost(iterations: 16, blockSize: 8, parallelism: 1)
        ).wallet
    }

    @Test func `AP-11: what one process saved, another one's change keeps`() throws {
        var first = try made()
        var second = try #require(try Wallet.open(files))
        _ = try first.addContact(Contact(email: "a@example.com"))
        let id = try second.addContact(Contact(email: "b@example.com"), isPreferred: true)
        #expect(second.data.contacts.map(\.contact.email) == ["b@example.com", "a@example.com"])
        #expect(id == "contact-1" || id == "contact-2")
    }

    @Test func `the preferred entry is first, and removed ones are gone`() throws {
        var wallet = try made()
        let home = PostalAddress(lines: ["1 Road"], city: "Paris", country: "FR")
        let one = try wallet.addAddress(givenName: "A", familyName: "B", address: home)
        let two = try wallet.addAddress(givenName: "C", familyName: "D", address: home)
        try wallet.prefer(two)
        #expect(wallet.data.addresses.map(\.id) == [two, one])
        try wallet.remove(two)
        #expect(wallet.data.addresses.map(\.id) == [one])
        #expect(throws: WalletFailure.unknownEntry(two)) { try wallet.remove(two) }
        #expect(throws: WalletFailure.unknownEntry("x")) { try wallet.prefer("x") }
    }

    @Test func `fields that mean nothing are refused by name`() throws {
        var wallet = try made()
        let table: [(String, PostalAddress)] = [
            ("country", PostalAddress(lines: ["1"], country: "us")),
            ("country", PostalAddress(lines: ["1"], country: "USA")),
            ("street", PostalAddress(country: "US")),
            ("city", PostalAddress(lines: ["1"], city: String(repeating: "x", count: 201), country: "US")),
        ]
        for (field, address) in table {
            #expect(throws: WalletFailure.invalidField(field)) {
                try wallet.addAddress(givenName: "A", familyName: "B", address: address)
            }
        }
        #expect(throws: WalletFailure.invalidField("email")) { try wallet.addContact(Contact(email: "a")) }
        #expect(throws: WalletFailure.invalidField("contact")) { try wallet.addContact(Contact()) }
    }

    @Test func `C6: a wallet has a bound`() throws {
        var wallet = try made()
        for _ in 0..<WalletContents.entriesMax { _ = try wallet.addContact(Contact(phone: "1")) }
        #expect(throws: WalletFailure.tooMany(max: 64)) { try wallet.addContact(Contact(phone: "1")) }
    }

    @Test(arguments: [
        "", "{}", "[]", "{\"v\":2}", "{\"v\":1,\"cards\":[{}],\"contacts\":[],\"addresses\":[]}",
    ])
    func `a damaged file is named`(text: String) throws {
        _ = try made()
        files.edit(.wallet) { $0 = text }
        #expect(throws: WalletFailure.self) { try Wallet.open(files) }
    }

    @Test func `every published number passes Luhn's check, and the table has each once`() {
        for card in TestCards.published {
            let digits = card.number.reversed().compactMap(\.wholeNumberValue)
            let sum = digits.enumerated().reduce(0) { sum, digit in
                let value = digit.offset % 2 == 0 ? digit.element : digit.element * 2
                return sum + (value > 9 ? value - 9 : value)
            }
            #expect(sum % 10 == 0, "\(card.number)")
        }
        #expect(Set(TestCards.published.map(\.number)).count == TestCards.published.count)
    }

    @Test func `design 9: the stretching has the price it was given`() {
        #expect(Scrypt.Cost.interactive == Scrypt.Cost(iterations: 1 << 17, blockSize: 8, parallelism: 1))
    }

    @Test func `a sample's passcode is long enough and drawn anew`() {
        let one = SampleWallet.passcode()
        #expect(one.count == 12)
        #expect(one != SampleWallet.passcode())
    }
}
