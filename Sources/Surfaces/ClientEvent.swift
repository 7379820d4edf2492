package import Checkout

/// Something that a client has to show: the one list of what `baton-watch` and `baton-phone` print, as lines
/// for people or as objects for scripts (`Protocol/command-line.md`).
package enum ClientEvent: Sendable {
    // Pairing and devices
    case link(LinkShown)
    case codeWanted(triesLeft: Int)
    case codeWrong(triesLeft: Int)
    /// Six digits, on the phone.
    case code(String)
    /// The phone asks whether the watch says so.
    case codeRightWanted
    case codeRight
    case paired(DeviceShown)
    case unpaired(DeviceShown)
    case devices([DeviceShown])
    /// A paired device says that it was paired with another one.
    case pairedElsewhere(by: DeviceShown, with: DeviceShown)

    // Buying
    case menu(MenuShown)
    case quoted(QuoteShown)
    case codeRejected(CodeShown)
    /// Things that go different ways, in groups (AP-4).
    case severalWays([[ForeignText]])
    /// The merchant wants the person at its own page.
    case continueAt(ForeignText)
    case handedOff(HandedOffShown)
    case progress(id: String, HandoffStep)
    /// `isStale` where a relay could not be asked: what this device last knew.
    case handoffs([HandoffShown], isStale: Bool)
    case result(ResultShown)

    // Sending a request, a quote or a merchant's message out of a file
    case fault(FaultShown)
    case checked(CheckedShown)
    case body(BodyShown)

    // Paying
    /// A new wallet; the sample's passcode is shown once.
    case walletReady(passcode: String?)
    case wallet(WalletData)
    case passcodeChanged
    case availability(PaymentAvailability)
    case listening(devices: Int)
    case announced(PurchaseShown)
    case badge(Int)
    /// `isStale` where a relay could not be asked: what this device last knew.
    case inbox([PurchaseShown], isStale: Bool)
    case sheet(Sheet, id: String)
    case passcodeWrong(triesLeft: Int?, wait: Duration?)
    case orders([OrderShown])
    /// What can be typed now; the answer to `help`.
    case commands(CommandList)
}
