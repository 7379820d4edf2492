/// What differs between two answers of the merchant, for the person to see before paying (AP-11).
extension Sheet {
    /// What the total should be after the person's own choice of another method; nil where nothing was
    /// chosen.
    func expectedTotal(of answer: PaymentRequest) -> Amount? {
        guard provenance == .fresh, let confirmed, confirmed.addressID == selection.addressID,
            confirmed.methodID != selection.methodID,
            let old = request.shippingMethods.first(where: { $0.id == confirmed.methodID }),
            let new = answer.shippingMethods.first(where: { $0.id == selection.methodID })
        else { return nil }
        do {
            return try request.total.amount.subtracting(old.amount).adding(new.amount)
        } catch {
            // Sums that cannot be formed are no expectation: the change is shown like any other.
            return nil
        }
    }

    /// Adds to what the person has to accept; a change back removes it.
    ///
    /// Another method, chosen here, moves the shipping and tax lines, and the total by the difference that
    /// was shown: that much was seen already. Everything else is a change.
    mutating func note(from before: PaymentRequest, expected: Amount?) {
        var found = SheetChange.between(SheetTerms(before), terms)
        let isOwnChoice = confirmed.map { $0.methodID != asked?.methodID } ?? false
        if isOwnChoice, expected == nil || expected == terms.total {
            found.removeAll { $0 == .lines }
        }
        if let expected, expected == terms.total {
            found.removeAll { if case .total = $0 { true } else { false } }
        }
        for change in found { merge(change) }
        noteMethodPrice(from: before)
    }

    /// The chosen method is offered still, at another price (checkout 59).
    private mutating func noteMethodPrice(from before: PaymentRequest) {
        guard let old = before.shippingMethods.first(where: { $0.id == selection.methodID }),
            let new = selectedMethod, old.amount != new.amount
        else { return }
        merge(.methodPrice(new.label, from: old.amount, to: new.amount))
    }

    /// Notes a change once; a price that comes back to what it was is none.
    private mutating func merge(_ change: SheetChange) {
        for (index, earlier) in changes.enumerated() {
            switch (earlier, change) {
            case (.total(let first, _), .total(_, let to)):
                if first == to {
                    changes.remove(at: index)
                } else {
                    changes[index] = .total(from: first, to: to)
                }
                return
            case (.methodPrice(let label, let first, _), .methodPrice(let name, _, let to))
            where label == name:
                if first == to {
                    changes.remove(at: index)
                } else {
                    changes[index] = .methodPrice(label, from: first, to: to)
                }
                return
            case (.total, _), (.payee, _), (.method, _), (.methodPrice, _), (.lines, _), (.conditions, _),
                (.agreement, _), (.paidBefore, _):
                if earlier == change { return }
            }
        }
        changes.append(change)
    }

    /// Keeps the chosen method by id; where it is gone, the merchant's choice is shown as a change.
    mutating func followMethods(from before: PaymentRequest) {
        let isOffered = request.shippingMethods.contains { $0.id == selection.methodID }
        let priced = request.selectedMethod ?? (isOffered ? selectedMethod : request.shippingMethods.first)
        guard priced?.id != selection.methodID else { return }
        let old = before.shippingMethods.first { $0.id == selection.methodID }
        if let old { merge(.method(from: old.label, to: priced?.label)) }
        selection.methodID = priced?.id
    }
}
