/// Why a request opens no sheet, naming the member (checkout 37).
package enum PaymentRequestError: Error, Hashable {
    case negativeTotal(Amount)
    case mixedCurrencies(member: String, got: Currency, expected: Currency)
    case emptyLabel(member: String)
    /// A pending line has no amount yet.
    case pendingWithAmount(member: String)
    /// A pending total needs its maximum (checkout 35).
    case pendingWithoutMaximum
    case noNetworks
    case duplicateMethod(id: String)
    case unknownMethod(id: String)
    /// A recurring interval of less than one unit (checkout 41).
    case invalidInterval(member: String, count: Int)
    /// More than one agreement in one payment (checkout 40).
    case severalAgreements
    case tooMany(member: String, count: Int, max: Int)
}

extension PaymentRequest {
    /// Lines and methods that a sheet takes. A bag has far fewer, and no handoff carries more.
    package static let lineItemsMax = 300

    /// Refuses what no sheet can show truthfully. A total of zero is fine (checkout 32), and so is what is
    /// among `objections`: that is shown, and needs a yes.
    package func validate() throws(PaymentRequestError) {
        guard !supportedNetworks.isEmpty else { throw .noNetworks }
        guard !total.label.isEmpty || objections.contains(.unnamed) else {
            throw .emptyLabel(member: "total.label")
        }
        guard !total.amount.isNegative else { throw .negativeTotal(total.amount) }
        if total.isPending, pendingMaximum == nil, !objections.contains(.pendingWithoutLimit) {
            throw .pendingWithoutMaximum
        }
        for (member, count) in [("lineItems", lineItems.count), ("shippingMethods", shippingMethods.count)] {
            guard count <= Self.lineItemsMax else {
                throw .tooMany(member: member, count: count, max: Self.lineItemsMax)
            }
        }
        for (index, item) in lineItems.enumerated() { try validate(item, at: "lineItems[\(index)]") }
        for (member, amount) in amounts {
            guard amount.currency == currency else {
                throw .mixedCurrencies(member: member, got: amount.currency, expected: currency)
            }
        }
        try validateMethods()
        guard !hasSeveralAgreements || objections.contains(.severalAgreements) else {
            throw .severalAgreements
        }
    }

    /// Whether more than one line is paid again and again, or two where one agreement has a trial.
    package var hasSeveralAgreements: Bool {
        let repeating = lineItems.count { item in
            switch item.timing {
            case .recurring, .automaticReload: true
            case .immediate, .deferred: false
            }
        }
        guard case .recurring = agreement else { return repeating > 1 }
        return repeating > 2
    }

    private func validate(_ item: LineItem, at member: String) throws(PaymentRequestError) {
        guard !item.label.isEmpty || objections.contains(.unnamed) else {
            throw .emptyLabel(member: "\(member).label")
        }
        guard !item.isPending || item.amount.isZero else { throw .pendingWithAmount(member: member) }
        if case .recurring(let terms) = item.timing, terms.count < 1 {
            throw .invalidInterval(
                member: "\(member).recurringPaymentIntervalCount", count: terms.count)
        }
    }

    private func validateMethods() throws(PaymentRequestError) {
        var seen: Set<String> = []
        for method in shippingMethods {
            guard seen.insert(method.id).inserted else { throw .duplicateMethod(id: method.id) }
        }
        if let selectedMethodID, !shippingMethods.isEmpty, !seen.contains(selectedMethodID) {
            throw .unknownMethod(id: selectedMethodID)
        }
    }

    private var amounts: [(String, Amount)] {
        var amounts = [("total.amount", total.amount)]
        amounts += lineItems.enumerated().map { ("lineItems[\($0.offset)].amount", $0.element.amount) }
        amounts += shippingMethods.enumerated().map {
            ("shippingMethods[\($0.offset)].amount", $0.element.amount)
        }
        if let pendingMaximum { amounts.append(("pendingMaximum", pendingMaximum)) }
        if let preauthorization { amounts.append(("preauthorization", preauthorization)) }
        amounts += (agreement?.lines ?? []).map { ("agreement.amount", $0.amount) }
        return amounts
    }
}
