package import Checkout

/// What a person did on a sheet and what is not possible now.
extension Complaint {
    package static let sheetEnded = Complaint("sheet-ended", "this purchase has ended", hint: nil)

    package static let sheetPaying = Complaint(
        "sheet-paying", "the payment is under way", hint: "wait for its result")

    package static let sheetChanged = Complaint(
        "sheet-changed", "the sheet has changed; nothing was paid", hint: "look at it and pay again")

    package static let nothingToDo = Complaint("nothing-to-do", "there is nothing to do that for", hint: nil)

    /// Nothing on this sheet has that id.
    package static func unknownChoice(_ choice: SheetChoice, _ id: String, of ids: [String]) -> Complaint {
        let names = ids.map { shown($0) }
        let hint =
            names.isEmpty ? "the sheet offers none" : "the sheet has \(names.joined(separator: ", "))"
        switch choice {
        case .method: return Complaint("unknown-method", "no method here is called \(shown(id))", hint: hint)
        case .address, .contact, .card:
            return Complaint(
                "unknown-entry", "no \(choice.rawValue) here is called \(shown(id))", hint: hint)
        }
    }

    /// No merchant can be asked, and the request's own numbers do not say.
    package static func methodNotPriceable(_ id: String) -> Complaint {
        Complaint(
            "method-not-priced", "what \(shown(id)) costs cannot be worked out from this request",
            hint: "choose another method")
    }

    package static func unknownCommand(_ word: String) -> Complaint {
        Complaint(
            "unknown-command", "\"\(shown(word))\" is no command here",
            hint: "help lists the commands")
    }

    /// A purchase is taken up again whose last attempt the merchant answered with no.
    package static func declinedEarlier(_ payment: String, _ reason: SheetDecline) -> Complaint {
        Complaint(
            "declined-earlier", "\(payment): \(Words.decline(reason)), nothing was charged",
            hint: "pay with another card, or close to end the purchase")
    }

    package static let endedEarlier = Complaint(
        "ended-earlier",
        "an earlier payment of this purchase was refused or broken off, so it has ended; nothing was charged",
        hint: "start it again on the watch, and choose another card")

    package static func busyElsewhere(_ id: String) -> Complaint {
        Complaint(
            "busy-elsewhere", "the purchase \(shown(id)) is open in another window of this phone",
            hint: "finish or close it there")
    }
}

extension Complaint {
    package static let notPairedPhone = Complaint(
        "not-paired", "no device is paired", hint: "pair one with: baton-phone pair")

    /// `open` alone, where not exactly one purchase waits.
    package static func openWhich(count: Int) -> Complaint {
        count == 0
            ? Complaint("unknown-handoff", "no purchase waits", hint: "inbox asks the relay again")
            : Complaint(
                "ambiguous-handoff", "\(count) purchases wait", hint: "name one: inbox shows their ids")
    }

    package static func unknownListenCommand(_ word: String) -> Complaint {
        Complaint("unknown-command", "\"\(shown(word))\" is no command here", hint: "help lists the commands")
    }
}
