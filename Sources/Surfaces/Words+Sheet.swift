package import Checkout

extension Words {
    /// The labels of the sheet (AP-5 to AP-10).
    package enum SheetText {
        package static let contact = "Contact"
        package static let address = "Ship to"
        package static let pickup = "Pick up at"
        package static let card = "Pay with"
        package static let total = "Total"
        package static let pending = "Amount Pending"
        package static let preauthorized = "Pre-authorized"
        package static let code = "Code"
        package static let none = "None"
        package static let setUp = "Set Up \(Words.wallet)"
        package static let changed = "changed"

        /// AP-7: the wording follows the kind.
        package static func method(_ kind: ShippingKind) -> String {
            switch kind {
            case .shipping: "Shipping"
            case .delivery: "Delivery"
            case .storePickup: "Store pickup"
            case .servicePickup: "Service pickup"
            }
        }

        package static func address(_ kind: ShippingKind) -> String {
            switch kind {
            case .shipping: "Ship to"
            case .delivery: "Deliver to"
            case .storePickup: "Address"
            case .servicePickup: "Pick up from"
            }
        }

        package static func arrives(_ dates: String, _ kind: ShippingKind) -> String {
            switch kind {
            case .shipping, .delivery: "arrives \(dates)"
            case .storePickup, .servicePickup: "ready \(dates)"
            }
        }

        /// AP-9.
        package static func pay(_ merchant: String, via app: String?) -> String {
            app.map { "Pay \(merchant) (via \($0))" } ?? "Pay \(merchant)"
        }

        package static func from(_ sender: String) -> String { "From \(sender)" }
        package static func unverified(_ sender: String) -> String { "Unverified request from \(sender)" }

        package static func origin(_ origin: String, isKnown: Bool) -> String {
            if origin.isEmpty { return Send.nobody }
            return isKnown ? origin : "\(origin) (first payment here)"
        }

        package static func pendingLine(maximum: String?, reason: String?) -> String {
            let cap = maximum.map { "At most \($0)" } ?? "Amount Pending, no limit given"
            return reason.map { "\(cap): \($0)" } ?? "\(cap)."
        }

        package static func preauthorization(_ amount: String) -> String {
            "\(amount) is held now and charged later, up to that amount."
        }

        package static func every(_ terms: RecurringTerms) -> String {
            let unit = unit(terms.unit)
            return terms.count == 1 ? "every \(unit)" : "every \(terms.count) \(unit)s"
        }

        private static func unit(_ unit: RecurringUnit) -> String {
            switch unit {
            case .minute: "minute"
            case .hour: "hour"
            case .day: "day"
            case .month: "month"
            case .year: "year"
            }
        }

        package static func starting(_ date: String) -> String { "from \(date)" }
        package static func ending(_ date: String) -> String { "until \(date)" }
        package static let unnamed = "(no name given)"
        package static let free = "Nothing is charged."
        package static let freeNow = "Nothing is charged now."
        package static let billing = "Bill to"
        package static func terms(_ terms: String) -> String { "Terms: \(terms)" }
        package static func manage(_ link: String) -> String { "Change or end it at \(link)" }

        package static func freeCancellation(_ date: String, _ time: String?, _ zone: String?) -> String {
            let moment = time.map { "\(date), \($0)" } ?? date
            return "Free cancellation until \(moment)" + (zone.map { " (time of \($0))." } ?? ".")
        }

        package static func noCardFits(_ networks: [String], kinds: [String], hasCards: Bool) -> String {
            let kinds = kinds.isEmpty ? "" : " \(Words.listed(kinds))"
            return (hasCards ? "No card of yours fits" : "There is no card in the wallet")
                + ": this takes\(kinds) \(Words.listed(networks))."
        }
        package static func onDate(_ date: String) -> String { "on \(date)" }
        package static let later = "later"
        package static func below(_ amount: String?) -> String {
            amount.map { "when the balance is below \($0)" } ?? "when the balance is low"
        }

        package static func spoken(_ merchant: String, _ total: String, _ card: String?) -> String {
            card.map { "Pay \(merchant) \(total) with \($0)." } ?? "\(merchant) asks for \(total)."
        }
    }

    /// What changed, in the merchant's newest answer (AP-11).
    package static func change(_ change: SheetChange, _ formats: any TextFormats) -> String {
        switch change {
        case .total(let from, let to):
            "The total changed from \(formats.amount(from)) to \(formats.amount(to))."
        case .payee(let from, let to): "The payee changed from \(from.text) to \(to.text)."
        case .method(let from, let to?): "\(from.text) is no longer offered; \(to.text) is chosen instead."
        case .method(let from, nil): "\(from.text) is no longer offered."
        case .methodPrice(let name, let from, let to):
            "\(name.text) now costs \(formats.amount(to)), not \(formats.amount(from))."
        case .lines: "The lines below changed."
        case .paidBefore(let day): "You paid this on \(formats.date(day)). Paying again is a second payment."
        case .conditions: "The conditions of the payment changed."
        case .agreement: "What you agree to for later payments changed."
        }
    }

    /// What Baton objects to; the sheet shows it, and paying needs a yes.
    package static func objection(_ objection: RequestObjection, _ currency: String) -> String {
        switch objection {
        case .totalsDoNotAddUp: "The lines do not add up to the total."
        case .excessDigits: "An amount has more digits after the point than \(currency) has."
        case .amountTooLarge: "An amount is larger than can be counted."
        case .duplicateMethods: "Two methods have one name for the merchant, which cannot tell them apart."
        case .pendingWithAmount: "A pending line named an amount; it is not used."
        case .pendingWithoutLimit: "The total is not known yet, and nothing limits it."
        case .unnamed: "Something on this sheet has no name."
        case .severalAgreements: "More than one line is paid again and again."
        case .linkNotWeb: "Where this can be changed or ended is no address of the web."
        case .severalMerchants: "Several merchants share this payment; one token is made for all of it."
        }
    }

    /// A merchant's words beside its price, harmless and short.
    package static func said(_ message: ForeignText) -> String {
        "The merchant says: \(CellWidth.shortened(message, to: 200))"
    }

    /// A merchant's words about what it does not accept, harmless and short.
    package static func refused(_ message: ForeignText) -> String {
        "not accepted: \(CellWidth.shortened(message, to: 200))"
    }

    /// Why "Pay" is off.
    package static func blocker(_ blocker: SheetBlocker) -> String? {
        switch blocker {
        case .ended, .paying: nil
        case .unsigned: Send.unsigned
        case .claimPending: "Waiting for the relay."
        case .updating: "Asking the merchant for the newest price."
        case .quotePending: "The merchant has not confirmed the price; try again with retry."
        case .notConfirmed: "The merchant has not confirmed your choice; try again with retry."
        case .changesNotAccepted: "Accept the changes with accept, then pay."
        case .inexactTotal: "The total has parts that its currency does not have, so it cannot be charged."
        case .objectionsNotAccepted: "Say yes to the warnings above with accept-total, then pay."
        case .noUsableCard: "No card in the wallet can pay this; add one with wallet add-card."
        case .missing(let field): "This purchase needs \(needed(field)); add it with \(command(field))."
        case .noMethod: "No shipping method is offered for this address."
        case .refused(let message):
            "The merchant does not take it so: \(CellWidth.shortened(message, to: 200))"
        }
    }

    private static func needed(_ field: ContactField) -> String {
        switch field {
        case .email: "an e-mail address"
        case .name: "a name"
        case .phone: "a phone number"
        case .postalAddress: "an address"
        }
    }

    private static func command(_ field: ContactField) -> String {
        switch field {
        case .email, .name, .phone: "wallet add-contact"
        case .postalAddress: "wallet add-address"
        }
    }

    /// What went wrong on a sheet that stays open.
    package static func problem(_ problem: SheetProblem) -> String {
        switch problem {
        case .merchantSlow: "The merchant did not answer within 30 seconds."
        case .merchantUnreachable: "The merchant cannot be reached."
        case .notProven: "The signature is not that merchant's, so it is not paid."
        case .answerUnusable: "The merchant's answer cannot be used; the last price stays."
        case .contactRefused(_, let message):
            "The merchant does not accept this contact: \(CellWidth.shortened(message, to: 200))"
        case .merchantRefused(let message): said(message)
        case .declined(let reason): "Not paid: \(decline(reason)). Nothing was charged."
        }
    }

    /// Why a payment was not taken, to go on a sentence.
    package static func decline(_ reason: SheetDecline) -> String {
        switch reason {
        case .cardDeclined: "the card was declined"
        case .insufficientFunds: "the card has too little money"
        case .cardExpired: "the card has expired"
        case .outOfStock: "it is sold out"
        case .changed: "the price changed at the last moment"
        case .other: "the merchant did not take the payment"
        }
    }

    /// A session without a line.
    package static let nothingLeft = "nothing of what was chosen is for sale any more"

    /// What is happening after "Pay".
    package static func authorizing(_ step: SheetAuthorizing) -> String {
        switch step {
        case .passcode: "Waiting for the passcode."
        case .lastUpdate: "Checking the price a last time."
        case .committing: "Telling the relay."
        case .completing: "Paying."
        case .inDoubt: "The merchant has not said. It is being asked; do not pay again."
        case .closing: "Not paid. The merchant is closing the purchase."
        }
    }

    /// Why the sheet closed.
    package static func cancelled(_ cause: SheetCancelCause) -> String {
        switch cause {
        case .declined: "Declined."
        case .closed: "Closed; the purchase waits on."
        case .cancelled: "The other device took it back."
        case .superseded: "Replaced by a newer purchase."
        case .expired: "It has expired: it was not paid in time. Nothing was charged."
        case .takenElsewhere: "It was opened on another phone."
        case .unpaired: "The device that sent it is no longer paired."
        case .merchantEnded: "The merchant has closed this purchase."
        case .alreadyPaid: "It is already being paid, or has been paid."
        }
    }

    /// Why a payment came to nothing.
    package static func failure(_ failure: SheetFailure) -> String {
        switch failure {
        case .declined(let reason): "Payment failed: \(decline(reason)). Nothing was charged."
        case .notAcknowledged: "The relay did not answer, so nothing was charged."
        case .abandoned: "Given up. Nothing was charged."
        }
    }
}
