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
    var today: CalendarDate { day(of: clock.wallTime().seconds) }

    /// The day of an instant, in seconds since 1970.
    func day(of seconds: Int64) -> CalendarDate { CalendarDate(daysSince1970: seconds / 86_400) }
}
