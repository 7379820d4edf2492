import Checkout

extension Words {
    /// What buying says.
    package enum Buying {
        package static let orderVerb = "Order"
        package static let askOrder =
            "Order? [y/N; or change it: promo CODE, unpromo CODE, method ID, note TEXT, add ITEM, "
            + "remove ITEM]"
        package static let askSplit = "Order them as separate purchases?"

        package static let elsewhere = "this goes on at the merchant's own page"
        package static let continueAt = "This goes on at the merchant's own page; nothing is charged yet:"

        package static func severalWays(_ groups: [String]) -> String {
            "These cannot be handed over together: \(groups.joined(separator: " / "))."
        }
        package static let total = "Total"
        package static let merchant = "Merchant"
        package static let paidTo = "From"
        package static let soldOut = "sold out"
        package static let code = "Code"

        package static func menuTitle(_ origin: String) -> String { "What \(origin) sells" }
        package static let emptyMenu = "Nothing is sold here at the moment."

        package static func confirmTitle(_ merchant: String) -> String { "Order from \(merchant)?" }

        package static func confirmSpoken(_ merchant: String, _ total: String) -> String {
            "Order from \(merchant) for \(total)?"
        }

        package static let discount = "Discount"

        package static func discountApplied(_ name: String, _ amount: String) -> String {
            "\(name) is applied: \(amount)."
        }

        package static func codeApplied(_ code: String, _ amount: String) -> String {
            "Code \(code) is applied: \(amount)."
        }

        package static func codeRefused(_ code: String, _ reason: String) -> String {
            "Code \(code) is not applied: \(reason)."
        }

        /// The reasons of the protocol, in words that do not mislead (checkout 11).
        package static func refusal(_ reason: String) -> String {
            switch reason {
            case "discount_code_expired": "it has expired"
            case "discount_code_invalid": "the shop does not know it"
            case "discount_code_already_applied": "it is applied already"
            case "discount_code_combination_disallowed": "it cannot be combined with the others"
            case "discount_code_minimum_not_met": "the order is below its minimum"
            case "discount_code_user_not_logged_in": "it is for signed-in customers"
            case "discount_code_user_ineligible": "it is not for this customer"
            case "discount_code_usage_limit_reached": "it has been used up"
            default: "the shop does not accept it"
            }
        }

        package static let goOnWithoutCodes = "Go on without the codes that were refused?"

        /// The one message of AP-1.
        package static func finish(on devices: [String]) -> String { "Finish on \(listed(devices))." }

        package static func waits(_ duration: Duration) -> String {
            "It waits there for \(time(duration)). Ctrl-C leaves it there; status shows it again."
        }

        package static func step(_ step: HandoffStep) -> String {
            switch step {
            case .stored: "Handed off."
            case .delivered: "The phone has it."
            case .claimed: "Opened on the phone."
            case .released: "Closed on the phone; it can be opened again."
            case .authorizing: "The phone is paying."
            case .cancelRequested: "Asked the phone to cancel; what really happens is shown here."
            case .inDoubt: "No word from the phone yet. Check your phone, do not pay again."
            }
        }

        package static let handoffsTitle = "Purchases"
        package static let noHandoffs = "No purchase is open."
        package static let noHandoffsKnown = "This device knows of no purchase."

        package static func state(_ state: String) -> String {
            switch state {
            case "offered": "waits on the phone"
            case "claimed": "open on the phone"
            case "authorizing": "being paid"
            case "in_doubt": "in doubt: check your phone, do not pay again"
            case "settled": "settled"
            default: state
            }
        }
    }

    /// How a purchase ended, as a sentence (SN-3: a result needs no decision).
    package static func ending(_ ending: Ending, merchant: String) -> String {
        switch ending {
        case .ordered: "Ordered from \(merchant)"
        case .authorized:
            merchant.isEmpty
                ? "Payment authorized; nothing is charged yet"
                : "Payment for \(merchant) authorized; nothing is charged yet"
        case .handedOff: "Handed off; the phone has it from here"
        case .declined: "Declined on the phone"
        case .cancelled: "Cancelled"
        case .expired: "Expired before anybody opened it"
        case .superseded: "Replaced by a newer purchase"
        case .inDoubt: "In doubt: check your phone, do not pay again"
        case .paymentFailed: "Payment failed; nothing was charged"
        case .interrupted: "Interrupted; the purchase stays on the phone"
        case .takenElsewhere: "Opened on another phone"
        case .closed: "Closed; the purchase waits on"
        }
    }

    /// The parts of an order confirmation (AP-13).
    package enum Order {
        package static func title(_ number: String) -> String { "Order \(number)" }
        package static let items = "Items"
        package static let arrives = "Expected"
        package static let follow = "Follow it"
        package static let paidWith = "Paid with"
        package static let listTitle = "Orders"
        package static let none = "Nothing has been ordered yet."

        package static func spoken(_ number: String, _ merchant: String, _ total: String) -> String {
            "Order \(number) at \(merchant), \(total), is confirmed."
        }
    }
}
