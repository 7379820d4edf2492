/// Orders, as the watch and the phone ask for them.
extension Complaint {
    package static func unknownOrder(_ name: String) -> Complaint {
        Complaint(
            "unknown-order", "there is no order \"\(shown(name))\"", hint: "baton-phone orders lists them")
    }

    package static func shopHasOrder(_ number: String) -> Complaint {
        Complaint(
            "shop-has-order", "the shop has order \(shown(number)) for this purchase, so it was paid",
            hint: "do not buy it again; the phone tells the rest when it is back")
    }

    package static let alreadyPaid = Complaint(
        "already-paid", "not cancelled: the purchase was paid before",
        hint: "ask the merchant to take it back")

    /// Another purchase at the same shop of which nobody knows yet whether it was paid.
    package static func earlierInDoubt(_ id: String, order: String?) -> Complaint {
        let known = order.map { "the shop has order \(shown($0)) for it" } ?? "it may have been paid"
        return Complaint(
            "earlier-in-doubt", "an earlier purchase at this shop, \(shown(id)), is in doubt: \(known)",
            hint: "look at the phone before buying the same again")
    }

    package static let supersedeRefused = Complaint(
        "supersede-refused",
        "not handed off, because the purchase that it should replace is being paid or was paid",
        hint: "status shows how that one stands")

    package static let notPaidWaits = Complaint(
        "not-acknowledged", "not paid: the relay did not answer, so nothing was sent to the shop",
        hint: "the purchase waits on; try it again")
}
