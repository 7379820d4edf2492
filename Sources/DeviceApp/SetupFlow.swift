internal import BatonClient
internal import Checkout
internal import Crypto
internal import Handoffs
internal import Payments
package import Surfaces

/// `baton-phone setup`: makes the wallet and its passcode; `--sample` makes a usable test wallet in one go.
package struct SetupFlow: Sendable {
    private let device: Device
    private let isSample: Bool
    private let source: PasscodeSource?

    /// With `--sample` and no `--passcode-file` the passcode is made and shown once.
    package init(_ device: Device, isSample: Bool, passcodeFile: String?) {
        self.device = device
        self.isSample = isSample
        source =
            passcodeFile.map { .file($0) } ?? (isSample ? nil : .person)
    }

    /// Makes it.
    package func run() async throws(Complaint) {
        let owner = WalletOwner(device.home)
        if try owner.open() != nil { throw .walletExists }
        let passcode: Secret
        var shown: String?
        if let source {
            passcode = try await device.newPasscode(from: source)
        } else {
            passcode = SampleWallet.passcode()
            shown = String(decoding: passcode.copyBytes(), as: UTF8.self)
        }
        let isSample = isSample
        let year = device.today.year + 4
        try await owner.run { files throws(WalletFailure) in
            var unlocked = try Wallet.create(passcode: passcode, files: files)
            if isSample { try SampleWallet.fill(&unlocked, expiringIn: year) }
        }
        device.face.show(.walletReady(passcode: shown))
    }
}

extension Device {
    /// The day it is, in UTC: cards are good to the end of their month, so hours do not matter.
    var today: CalendarDate { CalendarDate(daysSince1970: clock.wallTime().seconds / 86_400) }
}

extension CalendarDate {
    /// The civil date of a day count (Hinnant, "chrono-compatible low-level date algorithms").
    init(daysSince1970 days: Int64) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
        let month = Int(shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9)
        let year = Int(yearOfEra + era * 400 + (month <= 2 ? 1 : 0))
        guard let date = CalendarDate(year: year, month: month, day: day) else {
            preconditionFailure("day \(days) became \(year)-\(month)-\(day)")
        }
        self = date
    }
}
