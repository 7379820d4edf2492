package import Checkout

extension Words {
    /// What the phone says while it waits, and about its wallet.
    package enum Phone {
        package static func listening(_ devices: Int) -> String {
            "Listening for purchases from \(counted(Int64(devices), "device")). "
                + commands(.listening)
        }

        /// A full sentence that says what has happened (UI-7).
        package static func announced(_ sender: String, _ origin: String, _ total: String?) -> String {
            guard !origin.isEmpty else { return Send.announced(sender, total) }
            return total.map { "\(sender) asks you to finish a purchase of \($0) at \(origin)." }
                ?? "\(sender) asks you to finish a purchase at \(origin)."
        }

        package static let open = "Open"
        package static func openHint(_ id: String) -> String { "open \(id)" }

        package static func waiting(_ count: Int) -> String {
            count == 0 ? "No purchase waits." : "\(counted(Int64(count), "purchase")) waiting."
        }

        package static let noneKnown = "This phone knows of no purchase; there may be new ones."

        package static let inboxTitle = "Waiting purchases"
        package static func commands(_ list: CommandList) -> String {
            "Commands: \(list.commands.joined(separator: ", "))."
        }

        package static let passcodeChanged = "The passcode is changed; the old one opens nothing any more."
        package static func billed(_ address: String) -> String { "billed to \(address)" }

        /// Whether there is a button to pay (AP-14).
        package static func availability(_ availability: PaymentAvailability) -> String {
            switch availability {
            case .canPay(let cards):
                "Can pay with \(listed(cards.map { "\($0.network.displayName) \($0.lastFour)" }))."
            case .setUpNeeded(.noWallet): "Set Up: there is no wallet yet. Make one with baton-phone setup."
            case .setUpNeeded(.noCard): "Set Up: the wallet has no card. Add one with wallet add-card."
            case .setUpNeeded(.expired): "Set Up: every card that could pay this has expired."
            case .setUpNeeded(.notAccepted): "Set Up: the merchant takes none of the wallet's cards."
            case .cannot: "Cannot pay: the merchant takes no card that this wallet could hold."
            }
        }

        package static let walletReady = "The wallet is ready."
        package static func samplePasscode(_ passcode: String) -> String { "Its passcode is \(passcode)" }
        package static let sampleNote = "It is shown once; it pays with test cards only."
        package static let cards = "Cards"
        package static let contacts = "Contacts"
        package static let addresses = "Addresses"
        package static let empty = "Nothing yet."
        package static func expires(_ month: Int, _ year: Int) -> String {
            let two = month < 10 ? "0\(month)" : "\(month)"
            return "expires \(two)/\(year)"
        }

        package static func kind(_ kind: CardKind) -> String {
            switch kind {
            case .credit: "credit"
            case .debit: "debit"
            case .prepaid: "prepaid"
            }
        }

        package static func wrongPasscode(_ triesLeft: Int?, _ wait: Duration?) -> String {
            if let wait { return "Wrong passcode. The next try is possible in \(time(wait))." }
            guard let triesLeft else { return "Wrong passcode." }
            return "Wrong passcode. \(counted(Int64(triesLeft), "try")) before waiting times begin."
        }

        package static let passcodePrompt = "Passcode:"
        package static let newPasscodePrompt = "New passcode, eight characters or more:"
        package static let repeatPasscodePrompt = "The same again:"
        package static let askPay = "Pay now?"
        package static let cardNumberPrompt = "Card number:"
    }
}
