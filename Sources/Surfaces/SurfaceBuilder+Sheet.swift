package import Checkout

/// The sheet as it is drawn: only what this purchase needs (AP-6).
extension SurfaceBuilder {
    typealias Text = Words.SheetText

    /// The sheet, drawn.
    package func surface(of sheet: Sheet) -> SheetSurface {
        let request = sheet.request
        let payee = request.total.label.text
        let isChanged = sheet.changes.contains { if case .total = $0 { true } else { false } }
        let total = totalText(of: request)
        let card = sheet.selectedCard.map { "\($0.network.displayName) \($0.lastFour)" }
        return SheetSurface(
            title: title(of: sheet),
            origin: Text.origin(sheet.merchant.origin, isKnown: sheet.merchant.isKnown),
            notices: notices(of: sheet), fields: fields(of: sheet), lines: lines(of: request),
            total: Row(
                ForeignText(Text.total), isChanged ? "\(total) (\(Text.changed))" : total,
                role: isChanged ? .changed : .total),
            payLine: Text.pay(payee, via: request.intermediary?.text), isPayOn: sheet.blocker == nil,
            state: state(of: sheet),
            spoken: Text.spoken(
                payee, request.total.isPending ? total : formats.spoken(request.total.amount), card))
    }

    private func title(of sheet: Sheet) -> String {
        switch sheet.provenance {
        case .sealed, .fresh: Text.from(sheet.sender.text)
        case .unsigned: Text.unverified(sheet.sender.text)
        }
    }

    private func notices(of sheet: Sheet) -> [String] {
        var notices = sheet.changes.map { Words.change($0, formats) }
        if let problem = sheet.problem { notices.append(Words.problem(problem)) }
        if sheet.request.total.isPending {
            notices.append(
                Text.pendingLine(
                    maximum: sheet.request.pendingMaximum.map(formats.amount),
                    reason: sheet.request.pendingReason?.text))
        }
        if let held = sheet.request.preauthorization {
            notices.append(Text.preauthorization(formats.amount(held)))
        }
        if sheet.isCancelRequested { notices.append(Words.Buying.step(.cancelRequested)) }
        return notices
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

    /// A line item; what is not paid now says when (AP-8).
    func row(_ item: LineItem) -> Row {
        let amount = item.isPending ? Text.pending : formats.amount(item.amount)
        return Row(item.label, amount, detail: timing(item.timing))
    }

    private func timing(_ timing: PaymentTiming) -> String? {
        switch timing {
        case .immediate: nil
        case .recurring(let terms):
            ([Text.every(terms)] + (terms.start.map { [Text.starting(formats.date($0))] } ?? []))
                .joined(separator: " ")
        case .deferred(let date): date.map { Text.onDate(formats.date($0)) } ?? Text.later
        case .automaticReload(let threshold): Text.below(threshold.map(formats.amount))
        }
    }

    /// AP-10.
    func totalText(of request: PaymentRequest) -> String {
        request.total.isPending ? Text.pending : formats.amount(request.total.amount)
    }

    private func fields(of sheet: Sheet) -> [SheetSurface.Field] {
        let needs = sheet.needs
        var fields: [SheetSurface.Field] = []
        if needs.hasContact { fields.append(contact(of: sheet)) }
        if needs.hasAddress { fields.append(address(of: sheet)) }
        if needs.hasPickup { fields.append(pickup(of: sheet)) }
        if needs.hasMethods { fields.append(method(of: sheet)) }
        fields.append(card(of: sheet))
        return fields
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
            name: "address", label: Text.address(sheet.request.shippingKind),
            value: sheet.selectedAddress.map(text) ?? ForeignText(Text.none), detail: nil,
            choices: sheet.wallet.addresses.map { saved in
                SheetSurface.Choice(
                    id: saved.id, label: text(saved), amount: nil, detail: nil,
                    isChosen: saved.id == sheet.selection.addressID)
            })
    }

    private func pickup(of sheet: Sheet) -> SheetSurface.Field {
        let place = sheet.request.pickupPlace.map { $0.envelope.joined(separator: ", ") }
        let method = sheet.selectedMethod?.detail?.cleaned
        return SheetSurface.Field(
            name: "pickup", label: Text.pickup, value: ForeignText(place ?? method ?? Text.none), detail: nil,
            choices: [])
    }

    private func method(of sheet: Sheet) -> SheetSurface.Field {
        SheetSurface.Field(
            name: "method", label: Text.method(sheet.request.shippingKind),
            value: sheet.selectedMethod?.label ?? ForeignText(Text.none),
            detail: sheet.selectedMethod.flatMap { arrival($0, of: sheet) },
            choices: sheet.methods.map { method in
                SheetSurface.Choice(
                    id: method.id, label: method.label, amount: formats.amount(method.amount),
                    detail: arrival(method, of: sheet), isChosen: method.id == sheet.selection.methodID)
            })
    }

    /// AP-7: an optional second line with the expected arrival, worded by the kind.
    private func arrival(_ method: ShippingMethod, of sheet: Sheet) -> String? {
        method.arrival.map { Text.arrives(formats.dates($0), sheet.request.shippingKind) }
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
}
