package import Checkout

/// Relay, shop and purchase.
extension Complaint {
    package static func relayUnreachable(_ base: String) -> Complaint {
        Complaint(
            "relay-unreachable", "the relay \(shown(base)) cannot be reached",
            hint: "check the network; what was acknowledged is not lost")
    }

    /// The same where what is shown comes from this device's own journal.
    package static func lastKnown(_ complaint: Complaint) -> Complaint {
        Complaint(complaint.code, complaint.message, hint: "what is shown is what this device last knew")
    }

    package static func relayRefused(_ code: String, _ detail: String) -> Complaint {
        Complaint("relay-refused", "the relay refused (\(shown(code))): \(shown(detail))")
    }

    package static func shopUnreachable(_ origin: String) -> Complaint {
        Complaint(
            "shop-unreachable", "the shop \(shown(origin)) cannot be reached",
            hint: "is that its address, and is it open? if so, try again later")
    }

    package static func noShop(_ origin: String) -> Complaint {
        Complaint(
            "shop-unusable", "there is no shop at \(shown(origin))",
            hint: "name the shop's own address, not the relay's")
    }

    package static func shopRefused(_ message: ForeignText) -> Complaint {
        Complaint("shop-refused", "the shop refused: \(shown(message.raw))")
    }

    package static func shopUnusable(_ reason: String) -> Complaint {
        Complaint("shop-unusable", "the shop's answer cannot be used: \(shown(reason))")
    }

    package static func localShop(_ origin: String) -> Complaint {
        Complaint(
            "local-shop",
            "\(shown(origin)) is a local address or has no https, where no merchant is expected",
            hint: "to try things out, add --allow-local-merchant")
    }

    package static func unknownItem(_ id: String) -> Complaint {
        Complaint("unknown-item", "the shop has no item \"\(shown(id))\"", hint: "menu lists what it has")
    }

    package static func unknownOption(_ option: String) -> Complaint {
        Complaint(
            "unknown-option", "the item cannot be had with \(shown(option))", hint: "menu lists the choices")
    }

    package static func soldOut(_ title: ForeignText) -> Complaint {
        Complaint("sold-out", "\(shown(title.raw)) is sold out", hint: "menu lists what there is")
    }

    package static func unreadableItem(_ text: String) -> Complaint {
        Complaint(
            "unreadable-item", "\"\(shown(text))\" is no item",
            hint: "an id of menu, with a number and options where wanted: latte:2,size=large")
    }

    /// What cannot be handed over together, in groups.
    package static func severalWays(_ groups: [[ForeignText]]) -> Complaint {
        let names = groups.map { Words.listed($0.map { shown($0.raw) }) }
        return Complaint(
            "several-ways",
            groups.isEmpty
                ? "that cannot be handed over together with the rest" : Words.Buying.severalWays(names),
            hint: groups.isEmpty
                ? "order it by itself" : "--split orders them as separate purchases")
    }

    package static func mustContinue(_ reason: ForeignText?) -> Complaint {
        Complaint(
            "must-continue", reason.map { "not handed off: \(shown($0.raw))" } ?? "not handed off",
            hint: "the merchant wants it settled at its own page first; buy it again to get there")
    }

    package static let emptyBag = Complaint(
        "empty-bag", "nothing would be left to order", hint: "n leaves it")

    package static func unknownCode(_ code: String) -> Complaint {
        Complaint("unknown-code", "no code \"\(shown(code))\" is applied")
    }

    package static func unknownEdit(_ text: String) -> Complaint {
        Complaint(
            "unknown-command", "\"\(shown(text))\" is no answer here",
            hint: "y, n, promo CODE, unpromo CODE, method ID, note TEXT, add ITEM, remove ITEM")
    }

    package static func codesRefused(_ codes: [ForeignText]) -> Complaint {
        let names = Words.listed(codes.map { shown($0.raw) })
        return Complaint(
            "codes-refused", "not handed off, because the shop refused \(names)",
            hint: "leave the code out, or add --drop-refused-codes")
    }

    /// `wasAsked` where a person sits there, who knows why.
    package static func notConfirmed(wasAsked: Bool) -> Complaint {
        Complaint("not-confirmed", "not ordered", hint: wasAsked ? nil : "in scripts use --yes")
    }

    package static func tooLarge(bytes: Int, max: Int) -> Complaint {
        Complaint(
            "too-large", "the purchase takes \(bytes) bytes and a handoff holds \(max)",
            hint: "buy fewer different items at once")
    }

    package static func unknownHandoff(_ id: String) -> Complaint {
        Complaint(
            "unknown-handoff", "there is no purchase \"\(shown(id))\"",
            hint: "baton-phone inbox lists what waits, baton-phone orders what was bought")
    }

    package static func unknownSent(_ id: String) -> Complaint {
        Complaint(
            "unknown-handoff", "there is no purchase \"\(shown(id))\"", hint: "baton-watch status lists them")
    }

    package static func ambiguousHandoff(_ id: String) -> Complaint {
        Complaint(
            "ambiguous-handoff", "several purchases begin with \"\(shown(id))\"", hint: "type more of the id")
    }

    package static func cannotShow(_ member: String) -> Complaint {
        Complaint("cannot-show", "this request cannot be shown truthfully: \(shown(member))")
    }

    package static func totalChanged(_ from: String, _ to: String) -> Complaint {
        Complaint(
            "total-changed", "not paid: the total is \(to), not \(from)",
            hint: "--expect-total \(to.prefix { $0 != " " }) or --accept-changes pays it")
    }

    package static func consentWanted(_ reason: String) -> Complaint {
        Complaint(
            "consent-wanted", "not paid: \(shown(reason))",
            hint: "--accept-changes pays it all the same")
    }

    package static func payingIsOff(_ reason: String) -> Complaint {
        Complaint("paying-is-off", "not paid: \(reason)")
    }

    package static func unusableCertificate(_ reason: String) -> Complaint {
        Complaint(
            "unusable-certificate", "no payment token can be sealed to this certificate: \(shown(reason))",
            hint: "name the merchant's payment processing certificate, PEM or DER")
    }

    /// The faults were said one by one.
    package static func requestRefused(_ kind: String) -> Complaint {
        Complaint(
            "request-refused", "not sent: this \(kind) is refused",
            hint: "mend what is marked invalid; send --check looks at it without sending")
    }

    package static func requestTooLarge(bytes: Int, max: Int) -> Complaint {
        Complaint(
            "too-large", "the request takes \(bytes) bytes and a handoff holds \(max)",
            hint: "leave out what the phone does not need, such as long or many lines")
    }

    package static func notSent(wasAsked: Bool) -> Complaint {
        Complaint("not-confirmed", "not sent", hint: wasAsked ? nil : "in scripts use --yes")
    }

    package static func ambiguousBody(_ names: [ForeignText]) -> Complaint {
        let list = Words.listed(names.prefix(8).map { shown($0.raw) })
        return Complaint(
            "ambiguous-body", "not sent: the file makes several sheets",
            hint: "name one with --body, such as \(list)")
    }

    package static func unknownBody(_ name: String) -> Complaint {
        Complaint(
            "unknown-body", "not sent: no message \"\(shown(name))\" of the file makes a sheet",
            hint: "--check lists what it holds")
    }

    /// `reason` names the file.
    package static func unwritableFile(_ reason: String) -> Complaint {
        Complaint(
            "unwritable-file", shown(reason),
            hint: "the payment is not lost: baton-watch status ID --output FILE saves it")
    }

    /// As `unwritableFile`, before anything was handed off.
    package static func outputUnusable(_ reason: String) -> Complaint {
        Complaint(
            "unwritable-file", "not sent: \(shown(reason))",
            hint: "--output names a new file in a folder that can be written to")
    }

    package static func paymentTooLarge(bytes: Int, max: Int) -> Complaint {
        Complaint(
            "payment-too-large", "not paid: the payment takes \(bytes) bytes and \(max) go back to the watch",
            hint: "choose a shorter contact or address")
    }

    package static let quotePaid = Complaint(
        "already-paid", "not paid: this signed request was paid before",
        hint: "where a second payment is meant, --accept-changes pays it again")

    package static func quoteInDoubt(_ id: String) -> Complaint {
        Complaint(
            "earlier-in-doubt",
            "not paid: the purchase \(shown(id)) of the same signed request is not settled",
            hint: "wait for its result; resume \(shown(id)) asks for it")
    }

    /// The merchant's answer names another sum than was agreed to.
    package static func otherTotal(_ merchants: String, _ agreed: String) -> Complaint {
        Complaint(
            "other-total", "the merchant says \(merchants), and \(agreed) was agreed to and authorized",
            hint: "ask the merchant; what was authorized cannot become more")
    }

    package static func notProven(_ origin: String) -> Complaint {
        Complaint(
            "signature-invalid", "not paid: \(shown(origin)) did not sign this request",
            hint: "whoever sent it may have made it up; ask the merchant")
    }

    package static func unsignedRequest(_ sender: ForeignText) -> Complaint {
        Complaint(
            "unsigned-request", "not paid: no merchant signed this request of \(shown(sender.raw))",
            hint: "where you trust it, --allow-unsigned pays it")
    }

    package static let tooManyOpen = Complaint(
        "too-many-open", "too many purchases are open", hint: "cancel some; status lists them")
}

/// The wallet and its passcode.
extension Complaint {
    package static let noWallet = Complaint(
        "no-wallet", "there is no wallet yet", hint: "make one with: baton-phone setup")

    package static let walletExists = Complaint(
        "wallet-exists", "there is a wallet already", hint: "another home has another wallet: --home DIR")

    package static func passcodeTooShort(_ minimum: Int) -> Complaint {
        Complaint(
            "passcode-too-short", "the passcode needs at least \(minimum) characters",
            hint: "choose a longer one")
    }

    package static let passcodesDiffer = Complaint(
        "passcodes-differ", "the two passcodes are not the same", hint: "try again")

    package static func wrongPasscode(triesLeft: Int, wait: Duration?) -> Complaint {
        Complaint(
            "wrong-passcode", "that is not the passcode; nothing was done",
            hint: wait.map { "the next try is possible in \(Words.time($0))" }
                ?? "\(Words.counted(Int64(triesLeft), "try")) before waiting times begin")
    }

    package static func passcodeLocked(_ wait: Duration) -> Complaint {
        Complaint(
            "passcode-locked", "too many wrong passcodes: the next try is possible in \(Words.time(wait))",
            hint: "nothing was done; a purchase waits until it expires")
    }

    package static func cardExpired(_ what: String) -> Complaint {
        Complaint("card-expired", "the card has expired: \(shown(what))", hint: "take another card")
    }

    package static func unknownCard(_ name: String) -> Complaint {
        Complaint(
            "unknown-card", "no card of the wallet that can pay this is \"\(shown(name))\"",
            hint: "wallet lists them")
    }

    package static func unknownEntry(_ id: String) -> Complaint {
        Complaint("unknown-entry", "the wallet has no \"\(shown(id))\"", hint: "wallet lists what it has")
    }

    package static func unknownMethod(_ id: String) -> Complaint {
        Complaint(
            "unknown-method", "the merchant does not offer \"\(shown(id))\"", hint: "the sheet lists them")
    }

    package static let cardNumberInvalid = Complaint(
        "card-number-invalid", "that is no card number of a network this wallet knows",
        hint: "check the digits")

    package static let cardNumberNotTest = Complaint(
        "card-number-not-test", "this wallet is a simulation and takes published test card numbers only",
        hint: "such as 4242 4242 4242 4242; baton-shop cards lists those that are declined")

    package static func invalidTotal(_ text: String) -> Complaint {
        Complaint(
            "invalid-field",
            "--expect-total must be an amount in the purchase's currency, not \"\(shown(text))\"",
            hint: "such as 10.40")
    }
}
