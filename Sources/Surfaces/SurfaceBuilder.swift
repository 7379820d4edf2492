import Checkout

/// Turns what happened into what is shown, in the person's formats.
package struct SurfaceBuilder: Sendable {
    let formats: any TextFormats

    package init(formats: any TextFormats) { self.formats = formats }

    /// What to show for an event, top to bottom.
    package func surfaces(for event: ClientEvent) -> [Surface] {
        switch event {
        case .link(let link):
            [.pairingLink(link.link), .line(Words.Pairing.lasts(link.expiresIn))]
        case .codeWanted: [.line(Words.Pairing.typeCode)]
        case .codeWrong(let triesLeft): [.line(Words.Pairing.wrongCode(triesLeft))]
        case .code(let code): [.line(Words.Pairing.showCode), .code(code)]
        case .codeRightWanted: []
        case .codeRight: [.line(Words.Pairing.codeRight)]
        case .paired(let device): [.line(Words.Pairing.paired(device.name.text))]
        case .unpaired(let device): [.line(Words.Pairing.unpaired(device.name.text))]
        case .devices(let devices): [self.devices(devices)]
        case .pairedElsewhere(let sender, let other):
            [.line(Words.Pairing.pairedElsewhere(sender.name.text, other.name.text, other.kind))]
        case .menu(let menu): [self.menu(menu)]
        case .quoted(let quote): self.quoted(quote)
        case .codeRejected(let code): [.line(self.code(code))]
        case .continueAt(let link): [.line(Words.Buying.continueAt), .link(link.text)]
        case .severalWays(let groups):
            [.line(Words.Buying.severalWays(groups.map { Words.listed($0.map(\.text)) }))]
        case .handedOff(let handoff):
            [
                .line(Words.Buying.finish(on: handoff.devices.map(\.text))),
                .line(Words.Buying.waits(handoff.expiresIn)),
            ]
        case .progress(_, let step): [.line(Words.Buying.step(step))]
        case .handoffs(let handoffs, let isStale): [self.handoffs(handoffs, isStale)]
        case .result(let result): [.card(card(of: result))]
        case .fault, .checked, .body: sendSurfaces(for: event)
        case .walletReady, .wallet, .passcodeChanged, .availability, .listening, .announced, .badge, .inbox,
            .sheet,
            .passcodeWrong, .orders, .commands:
            phoneSurfaces(for: event)
        }
    }

    private func devices(_ devices: [DeviceShown]) -> Surface {
        guard !devices.isEmpty else { return .line(Words.Pairing.noDevices) }
        return .rows(
            title: Words.Pairing.devicesTitle,
            devices.map { Row($0.name, "\($0.kind)  \(Words.shortID($0.id))") })
    }

    private func menu(_ menu: MenuShown) -> Surface {
        guard !menu.items.isEmpty else { return .line(Words.Buying.emptyMenu) }
        let rows = menu.items.map { item in
            let options = item.options.map { "\(ForeignText($0.name).text)=\(ForeignText($0.value).text)" }
            let about = [item.detail?.text, item.isAvailable ? nil : Words.Buying.soldOut]
            let detail = ([ForeignText(item.id).text] + options + about.compactMap { $0 }).joined(
                separator: "  ")
            return Row(
                item.title, formats.amount(item.price), detail: detail,
                role: item.isAvailable ? .plain : .unavailable)
        }
        return .rows(title: Words.Buying.menuTitle(menu.origin), rows)
    }

    private func quoted(_ quote: QuoteShown) -> [Surface] {
        let request = quote.request
        let total = totalText(of: request)
        var rows = request.lineItems.map(row)
        rows.append(Row(ForeignText(Words.Buying.total), total, role: .total))
        let named = quote.isSent ? Words.Send.named(quote.origin) : quote.origin
        let origin = quote.origin.isEmpty ? Words.Send.nobody : named
        rows.append(Row(ForeignText(Words.Buying.paidTo), origin, role: .note))
        let spokenTotal = request.total.isPending ? total : formats.spoken(request.total.amount)
        let merchant = quote.merchant.text
        let card = Card(
            .confirmation(verb: quote.isSent ? Words.Send.verb : Words.Buying.orderVerb),
            title: quote.isSent
                ? Words.Send.confirmTitle(merchant) : Words.Buying.confirmTitle(merchant),
            rows: rows, notes: quote.codes.map(code),
            spoken: Words.Buying.confirmSpoken(merchant, spokenTotal))
        return [.card(card)]
    }

    /// One line for each code that was entered (checkout 10).
    func code(_ code: CodeShown) -> String {
        switch code.verdict {
        case .applied(let amount, let label) where code.code.raw.isEmpty:
            Words.Buying.discountApplied(label?.text ?? Words.Buying.discount, formats.amount(amount))
        case .applied(let amount, _): Words.Buying.codeApplied(code.code.text, formats.amount(amount))
        case .rejected(let reason, _): Words.Buying.codeRefused(code.code.text, Words.Buying.refusal(reason))
        }
    }

    private func handoffs(_ handoffs: [HandoffShown], _ isStale: Bool) -> Surface {
        guard !handoffs.isEmpty else {
            return .line(isStale ? Words.Buying.noHandoffsKnown : Words.Buying.noHandoffs)
        }
        return .rows(
            title: Words.Buying.handoffsTitle,
            handoffs.map { handoff in
                let state =
                    handoff.ending.map { Words.ending($0, merchant: handoff.merchant.text) }
                    ?? Words.Buying.state(handoff.state)
                return Row(
                    handoff.merchant, handoff.total.map(formats.amount) ?? "",
                    detail: "\(handoff.id)  \(state)")
            })
    }

    private func card(of result: ResultShown) -> Card {
        let title = Words.ending(result.ending, merchant: result.merchant.text)
        if let payment = result.payment { return card(of: payment, title: title) }
        guard let order = result.order else {
            var notes: [String] = []
            if case .paymentFailed(let reason?) = result.ending { notes = [reason.text] }
            return Card(.result, title: title, notes: notes, spoken: title)
        }
        return confirmation(of: order, title: title)
    }

    /// AP-13, SN-7.
    func confirmation(of order: OrderShown, title: String) -> Card {
        var rows = [
            Row(ForeignText(Words.Order.title(order.number.text)), formats.amount(order.total), role: .total)
        ]
        if let items = order.items { rows.append(Row(ForeignText(Words.Order.items), items.text)) }
        if let arrival = order.arrival {
            rows.append(Row(ForeignText(Words.Order.arrives), formats.dates(arrival)))
        }
        if let payment = order.payment { rows.append(Row(ForeignText(Words.Order.paidWith), payment)) }
        if let link = order.link { rows.append(Row(ForeignText(Words.Order.follow), link.text)) }
        let spoken = Words.Order.spoken(order.number.text, order.merchant.text, formats.spoken(order.total))
        return Card(.result, title: title, rows: rows, spoken: spoken)
    }
}
