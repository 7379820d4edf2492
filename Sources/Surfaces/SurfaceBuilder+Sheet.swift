package import Checkout

/// The sheet as it is drawn: only what this purchase needs (AP-6).
extension SurfaceBuilder {
    typealias Text = Words.SheetText

    /// The sheet, drawn.
    package func surface(of sheet: Sheet) -> SheetSurface {
        let request = sheet.request
        let payee = request.total.label.isEmpty ? Text.unnamed : request.total.label.text
        let isChanged = sheet.changes.contains { if case .total = $0 { true } else { false } }
        let total = totalText(of: request)
        let card = sheet.selectedCard.map { "\($0.network.displayName) \($0.lastFour)" }
        return SheetSurface(
            title: title(of: sheet),
            origin: sheet.problem == .notProven
                ? Words.Send.notProven(sheet.merchant.origin)
                : Text.origin(sheet.merchant.origin, isKnown: sheet.merchant.isKnown),
            notices: notices(of: sheet), fields: fields(of: sheet),
            agreement: request.agreement.map(agreement), lines: lines(of: request),
            total: Row(
                ForeignText(Text.total), isChanged ? "\(total) (\(Text.changed))" : total,
                role: isChanged ? .changed : .total),
            payLine: Text.pay(payee, via: request.intermediary?.text), isPayOn: sheet.blocker == nil,
            isUpdating: sheet.awaited != nil,
            state: state(of: sheet),
            spoken: Text.spoken(
                payee,
                request.total.isPending || request.total.writtenAmount != nil
                    ? total : formats.spoken(request.total.amount), card))
    }

    private func title(of sheet: Sheet) -> String {
        switch sheet.provenance {
        case .sealed, .fresh: Text.from(sheet.sender.text)
        case .unsigned: Text.unverified(sheet.sender.text)
        }
    }

    private func state(of sheet: Sheet) -> String? {
        switch sheet.phase {
        case .ready, .updating: sheet.blocker.flatMap(Words.blocker)
        case .authorizing(let step): Words.authorizing(step)
        case .succeeded(let order):
            order.number.raw.isEmpty ? Words.Send.authorized : Words.Order.title(order.number.text)
        case .failed(let failure): Words.failure(failure)
        case .cancelled(let cause): Words.cancelled(cause)
        }
    }

    private func lines(of request: PaymentRequest) -> [Row] {
        let codes = request.promoCodes.map { Row(ForeignText(Text.code), $0.text, role: .note) }
        return request.lineItems.map(row) + codes
    }

    private func fields(of sheet: Sheet) -> [SheetSurface.Field] {
        let needs = sheet.needs
        var fields: [SheetSurface.Field] = []
        if needs.hasContact { fields.append(contact(of: sheet)) }
        if needs.hasAddress { fields.append(address(of: sheet)) }
        // Another kind may be chosen while the merchant's answer is still that for a pickup.
        if needs.hasPickup, sheet.selectedMethod?.kind?.isPickup != false, let place = pickup(of: sheet) {
            fields.append(place)
        }
        if needs.hasMethods { fields.append(method(of: sheet)) }
        fields.append(card(of: sheet))
        if needs.hasBilling { fields.append(billing(of: sheet)) }
        return fields.map { field in
            var field = field
            field.error = error(of: field.name, on: sheet)
            return field
        }
    }

    private func contact(of sheet: Sheet) -> SheetSurface.Field {
        let wanted = sheet.needs.contactFields
        func text(_ contact: Contact) -> ForeignText {
            let parts = [
                wanted.contains(.name) ? contact.name : "", wanted.contains(.email) ? contact.email : "",
                wanted.contains(.phone) ? contact.phone : "",
            ].filter { !$0.isEmpty }
            return ForeignText(parts.joined(separator: ", "))
        }
        return SheetSurface.Field(
            name: "contact", label: Text.contact,
            value: sheet.selectedContact.map(text) ?? ForeignText(Text.none), detail: nil,
            choices: sheet.wallet.contacts.map { saved in
                SheetSurface.Choice(
                    id: saved.id, label: text(saved.contact), amount: nil, detail: nil,
                    isChosen: saved.id == sheet.selection.contactID)
            })
    }

    private func address(of sheet: Sheet) -> SheetSurface.Field {
        func text(_ saved: SavedAddress) -> ForeignText {
            ForeignText(
                ([saved.name] + saved.address.envelope).filter { !$0.isEmpty }.joined(separator: ", "))
        }
        return SheetSurface.Field(
            name: "address", label: Text.address(sheet.shippingKind),
            value: sheet.selectedAddress.map(text) ?? ForeignText(Text.none), detail: nil,
            choices: sheet.wallet.addresses.map { saved in
                SheetSurface.Choice(
                    id: saved.id, label: text(saved), amount: nil, detail: nil,
                    isChosen: saved.id == sheet.selection.addressID)
            })
    }

    /// Nil where nobody says which place it is.
    private func pickup(of sheet: Sheet) -> SheetSurface.Field? {
        let place = sheet.request.pickupPlace.map { $0.envelope.joined(separator: ", ") }
        guard let value = place ?? sheet.selectedMethod?.detail?.cleaned, !value.isEmpty else { return nil }
        return SheetSurface.Field(
            name: "pickup", label: Text.pickup, value: ForeignText(value), detail: nil, choices: [])
    }

    private func method(of sheet: Sheet) -> SheetSurface.Field {
        SheetSurface.Field(
            name: "method", label: Text.method(sheet.shippingKind),
            value: sheet.selectedMethod.map { named($0.label) } ?? ForeignText(Text.none),
            detail: sheet.selectedMethod.flatMap { arrival($0, of: sheet) },
            choices: sheet.methods.map { method in
                SheetSurface.Choice(
                    id: method.id, label: named(method.label),
                    amount: text(of: method.amount, writtenAs: method.writtenAmount),
                    detail: arrival(method, of: sheet), isChosen: method.id == sheet.selection.methodID)
            })
    }

    /// AP-7: an optional second line with the expected arrival, worded by the kind.
    private func arrival(_ method: ShippingMethod, of sheet: Sheet) -> String? {
        method.arrival.map { Text.arrives(formats.dates($0), method.kind ?? sheet.request.shippingKind) }
            ?? method.detail?.text
    }

    private func card(of sheet: Sheet) -> SheetSurface.Field {
        func text(_ card: CardSummary) -> ForeignText {
            ForeignText("\(card.network.displayName) \(card.lastFour)")
        }
        return SheetSurface.Field(
            name: "card", label: Text.card, value: sheet.selectedCard.map(text) ?? ForeignText(Text.setUp),
            detail: nil,
            choices: sheet.usableCards.map { card in
                SheetSurface.Choice(
                    id: card.id, label: text(card), amount: nil, detail: Words.Phone.kind(card.kind),
                    isChosen: card.id == sheet.selection.cardID)
            })
    }

    /// What the merchant gets is shown before it is agreed to (AP-6).
    private func billing(of sheet: Sheet) -> SheetSurface.Field {
        let address = sheet.billingAddress.map { $0.envelope.joined(separator: ", ") }
        return SheetSurface.Field(
            name: "billing", label: Text.billing, value: ForeignText(address ?? Text.none), detail: nil,
            choices: [])
    }
}
