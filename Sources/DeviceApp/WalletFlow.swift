internal import BatonClient
internal import Blocking
internal import Checkout
internal import Crypto
internal import Handoffs
internal import Payments
package import Surfaces

/// A contact or an address as the command line gives it.
package struct WalletEntry: Sendable {
    package var givenName = ""
    package var familyName = ""
    package var email = ""
    package var phone = ""
    package var streets: [String] = []
    package var city = ""
    package var region = ""
    package var postalCode = ""
    package var country = ""
    /// `--default`
    package var isPreferred = false

    package init() {}
}

/// What is to be different about an entry; what is nil stays.
package struct WalletEdit: Sendable {
    package var givenName: String?
    package var familyName: String?
    package var email: String?
    package var phone: String?
    package var streets: [String]?
    package var city: String?
    package var region: String?
    package var postalCode: String?
    package var country: String?
    /// Of a card: the id of an address; empty for none.
    package var billing: String?

    package init() {}

    fileprivate var change: WalletChange {
        var change = WalletChange()
        (change.givenName, change.familyName) = (givenName, familyName)
        (change.email, change.phone, change.streets) = (email, phone, streets)
        (change.city, change.region, change.postalCode) = (city, region, postalCode)
        (change.country, change.billing) = (country, billing)
        return change
    }
}

/// `baton-phone wallet …`: looks at cards, contacts and addresses and changes them. Looking needs no
/// passcode; adding a card does, for its number is sealed under it (design, section 9).
package struct WalletFlow: Sendable {
    private let device: Device
    private let owner: WalletOwner

    package init(_ device: Device) {
        self.device = device
        owner = WalletOwner(device.home)
    }

    /// Shows what is there.
    package func show() throws(Complaint) { device.face.show(.wallet(try owner.required().data)) }

    /// Adds a card. The number comes from a file, standard input or a prompt, never from an argument.
    package func addCard(
        numberFile: String?, expires: (month: Int, year: Int), holder: String, billing: String?,
        passcode: PasscodeSource, isPreferred: Bool
    ) async throws(Complaint) {
        if let billing, !(try owner.required().data.addresses.contains { $0.id == billing }) {
            throw .unknownEntry(billing)
        }
        guard (expires.year, expires.month) >= (device.today.year, device.today.month) else {
            throw .cardExpired("\(expires.month)/\(expires.year)")
        }
        let number = try await number(numberFile)
        guard let unlocked = try await Unlocking(device: device, source: passcode).run() else {
            throw .needsInput
        }
        let card = NewCard(
            number: number, expiryYear: expires.year, expiryMonth: expires.month, holder: holder)
        try await owner.run { _ throws(WalletFailure) in
            var unlocked = unlocked
            let id = try unlocked.addCard(card, isPreferred: isPreferred)
            guard let billing else { return }
            var change = WalletChange()
            change.billing = billing
            var wallet = unlocked.wallet
            try wallet.edit(id, change)
        }
        try show()
    }

    /// Adds a contact.
    package func addContact(_ entry: WalletEntry) async throws(Complaint) {
        let contact = Contact(
            givenName: entry.givenName, familyName: entry.familyName, email: entry.email, phone: entry.phone)
        try await change { wallet throws(WalletFailure) in
            _ = try wallet.addContact(contact, isPreferred: entry.isPreferred)
        }
    }

    /// Adds an address.
    package func addAddress(_ entry: WalletEntry) async throws(Complaint) {
        let address = PostalAddress(
            lines: entry.streets, city: entry.city, region: entry.region, postalCode: entry.postalCode,
            country: entry.country.uppercased())
        try await change { wallet throws(WalletFailure) in
            _ = try wallet.addAddress(
                givenName: entry.givenName, familyName: entry.familyName, address: address,
                isPreferred: entry.isPreferred)
        }
    }

    /// Changes an entry where it stands.
    package func edit(_ id: String, _ edit: WalletEdit) async throws(Complaint) {
        try await change { wallet throws(WalletFailure) in try wallet.edit(id, edit.change) }
    }

    /// Sets another passcode. The old one is a try like any other; with both on standard input the old one
    /// comes first.
    package func changePasscode(
        from old: PasscodeSource, to new: PasscodeSource
    ) async throws(Complaint) {
        let wallet = try owner.required()
        let oldCode = try await device.passcode(from: old)
        let newCode = try await device.newPasscode(from: new)
        let now = device.clock.wallTime().milliseconds
        try await owner.run { _ throws(WalletFailure) in
            var wallet = wallet
            try wallet.changePasscode(from: oldCode, to: newCode, at: now)
        }
        device.face.show(.passcodeChanged)
    }

    /// Removes a card, contact or address.
    package func remove(_ id: String) async throws(Complaint) {
        try await change { wallet throws(WalletFailure) in try wallet.remove(id) }
    }

    /// Puts one first from now on.
    package func choose(_ id: String) async throws(Complaint) {
        try await change { wallet throws(WalletFailure) in try wallet.prefer(id) }
    }

    private func change(
        _ body: @escaping @Sendable (inout Wallet) throws(WalletFailure) -> Void
    ) async throws(Complaint) {
        let wallet = try owner.required()
        try await owner.run { _ throws(WalletFailure) in
            var wallet = wallet
            try body(&wallet)
        }
        try show()
    }

    private func number(_ file: String?) async throws(Complaint) -> Secret {
        switch file {
        case nil:
            guard let typed = try await device.face.askHidden(.cardNumber) else { throw .needsInput }
            return Secret(typed)
        case "-"?:
            guard let line = try await device.face.command() else { throw .needsInput }
            return Secret(Array(line.utf8))
        case let path?:
            do throws(FileError) {
                let bytes = try DurableFile.read(path, bytesMax: 256)
                return Secret(bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") })
            } catch {
                throw .unreadableFile("\(error)")
            }
        }
    }

    /// Reads `MM/YY`; nil for anything else.
    package static func month(_ text: String) -> (month: Int, year: Int)? {
        let parts = text.split(separator: "/")
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 }), let month = Int(parts[0]),
            let year = Int(parts[1]), (1...12).contains(month), year >= 0
        else { return nil }
        return (month, 2000 + year)
    }
}
