/// What stands between a device and its work.
extension Complaint {
    /// The person pressed Ctrl-C, or the program was told to end.
    package static let interrupted = Complaint("interrupted", "interrupted", hint: nil)

    package static let homeUnknown = Complaint(
        "home-unknown", "there is no place for this device's files: HOME is not set",
        hint: "name one with --home")

    package static let unreadableInput = Complaint(
        "unreadable-input", "the input cannot be read", hint: "type one line of text")

    package static let pairingFailed = Complaint(
        "pairing-failed", "the pairing could not be finished", hint: "start again with baton-watch pair")

    package static func invalidAddress(_ text: String) -> Complaint {
        Complaint(
            "invalid-address", "\"\(shown(text))\" is no http or https address",
            hint: "such as https://relay.example")
    }

    package static func invalidShop(_ text: String) -> Complaint {
        Complaint(
            "invalid-address", "\"\(shown(text))\" is no http or https address",
            hint: "such as https://shop.example")
    }

    package static let invalidName = Complaint(
        "invalid-name", "a device's name has 1 to 64 bytes, and something of it can be seen",
        hint: "choose another one with --name")
}

extension Complaint {
    package static func walletField(_ name: String) -> Complaint {
        Complaint(
            "invalid-field", "the wallet cannot take this \(shown(name))",
            hint: walletExample(name) ?? "baton-phone wallet --help says what it takes")
    }

    private static func walletExample(_ name: String) -> String? {
        switch name {
        case "email": "such as ada@example.com"
        case "country": "two letters, such as US"
        case "street": "one to three lines, each with its own --street"
        case "expires": "a month that is not over, such as 12/29"
        default: nil
        }
    }

    package static func walletFull(_ max: Int) -> Complaint {
        Complaint(
            "wallet-full", "the wallet holds at most \(max) entries", hint: "remove one with wallet remove")
    }
}
