/// What a person agrees to by paying: everything about the price and the payee that may not change unseen.
package struct SheetTerms: Hashable, Sendable {
    package let payee: ForeignText
    package let total: Amount
    /// What the total is written as, where it is no exact sum and cannot be paid.
    package let writtenTotal: ForeignText?
    package let isPending: Bool
    package let pendingMaximum: Amount?
    package let preauthorization: Amount?
    package let agreement: PaymentAgreement?
    package let lineItems: [LineItem]

    /// The terms of a request.
    package init(_ request: PaymentRequest) {
        payee = request.total.label
        total = request.total.amount
        writtenTotal = request.total.writtenAmount
        isPending = request.total.isPending
        pendingMaximum = request.pendingMaximum
        preauthorization = request.preauthorization
        agreement = request.agreement
        lineItems = request.lineItems
    }
}

/// A difference that the person has to see before paying (AP-11).
package enum SheetChange: Hashable, Sendable {
    case total(from: Amount, to: Amount)
    case payee(from: ForeignText, to: ForeignText)
    /// The chosen method is no longer offered; nil where none is left.
    case method(from: ForeignText, to: ForeignText?)
    /// The chosen method costs another price than it did.
    case methodPrice(ForeignText, from: Amount, to: Amount)
    /// Lines other than the total.
    case lines
    /// Pending or pre-authorized where it was not, or otherwise.
    case conditions
    /// What is agreed to beyond this payment: recurring, deferred or automatic ones.
    case agreement
    /// The same signed request was paid on that day.
    case paidBefore(CalendarDate)

    /// What differs between two terms.
    static func between(_ old: SheetTerms, _ new: SheetTerms) -> [SheetChange] {
        var changes: [SheetChange] = []
        if old.total != new.total { changes.append(.total(from: old.total, to: new.total)) }
        if old.payee != new.payee { changes.append(.payee(from: old.payee, to: new.payee)) }
        let hasOtherConditions =
            old.isPending != new.isPending || old.pendingMaximum != new.pendingMaximum
            || old.preauthorization != new.preauthorization
        if hasOtherConditions { changes.append(.conditions) }
        if old.agreement != new.agreement { changes.append(.agreement) }
        if old.lineItems != new.lineItems { changes.append(.lines) }
        return changes
    }
}
