/// What a client asks a person; the words are the catalog's.
package enum Question: Sendable, CaseIterable {
    case pairingLink
    case pairingCode
    case codeRight
    case bag
    case split
    case send
    case withoutCodes
    case pay
    case cardNumber
    case passcode
    case newPasscode
    case passcodeAgain

    /// The words of the prompt.
    package var text: String {
        switch self {
        case .pairingLink: Words.Pairing.linkPrompt
        case .pairingCode: Words.Pairing.codePrompt
        case .codeRight: Words.Pairing.askCodeRight
        case .bag: Words.Buying.askOrder
        case .split: Words.Buying.askSplit
        case .send: Words.Send.askSend
        case .withoutCodes: Words.Buying.goOnWithoutCodes
        case .pay: Words.Phone.askPay
        case .cardNumber: Words.Phone.cardNumberPrompt
        case .passcode: Words.Phone.passcodePrompt
        case .newPasscode: Words.Phone.newPasscodePrompt
        case .passcodeAgain: Words.Phone.repeatPasscodePrompt
        }
    }
}
