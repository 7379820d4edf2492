/// What only Baton objects to in a request that a browser would take. The sheet opens, says each, and pays
/// only after an explicit yes.
package enum RequestObjection: String, CaseIterable, Hashable, Sendable {
    /// The lines do not give the total: the total counts (checkout 31).
    case totalsDoNotAddUp = "lines_do_not_add_up"
    /// An amount has more digits after the point than the currency (checkout 29).
    case excessDigits = "excess_digits"
    /// An amount beyond what can be counted.
    case amountTooLarge = "amount_too_large"
    /// Two methods share an identifier, so that the merchant cannot tell which was chosen.
    case duplicateMethods = "duplicate_identifier"
    /// A line says that its amount is not known, and names one (checkout 37).
    case pendingWithAmount = "pending_with_amount"
    /// The total may become anything (checkout 35).
    case pendingWithoutLimit = "pending_without_limit"
    /// A line, a method or the payee has no name.
    case unnamed
    /// More than one line is paid again and again (checkout 40).
    case severalAgreements = "several_agreements"
    /// Where an agreement can be changed or ended is no address of the web.
    case linkNotWeb = "link_not_web"
    /// Several merchants share the payment; one payment token is made for all.
    case severalMerchants = "several_merchants"
}

extension PaymentRequest {
    /// Notes an objection, once.
    package mutating func object(_ objection: RequestObjection) {
        if !objections.contains(objection) { objections.append(objection) }
    }

    /// Whether the merchant's own lines give another sum than its total.
    package var totalsAreInconsistent: Bool { objections.contains(.totalsDoNotAddUp) }
}
