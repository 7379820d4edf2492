import Checkout

/// What the phone shows.
extension SurfaceBuilder {
    func phoneSurfaces(for event: ClientEvent) -> [Surface] {
        switch event {
        case .walletReady(let passcode?):
            [
                .line(Words.Phone.walletReady), .line(Words.Phone.samplePasscode(passcode)),
                .line(Words.Phone.sampleNote),
            ]
        case .walletReady(nil): [.line(Words.Phone.walletReady)]
        case .wallet(let wallet): self.wallet(wallet)
        case .passcodeChanged: [.line(Words.Phone.passcodeChanged)]
        case .availability(let availability): [.line(Words.Phone.availability(availability))]
        case .listening(let devices): [.line(Words.Phone.listening(devices))]
        case .announced(let purchase): [.alert(alert(of: purchase))]
        case .badge(let count): [.line(Words.Phone.waiting(count))]
        case .inbox(let purchases, let isStale): [self.inbox(purchases, isStale)]
        case .sheet(let sheet, _): [.sheet(surface(of: sheet))]
        case .passcodeWrong(let triesLeft, let wait): [.line(Words.Phone.wrongPasscode(triesLeft, wait))]
        case .orders(let orders): [self.orders(orders)]
        case .commands(let list): [.line(Words.Phone.commands(list))]
        case .link, .codeWanted, .codeWrong, .code, .codeRightWanted, .codeRight, .paired, .unpaired,
            .devices, .pairedElsewhere,
            .menu, .quoted, .codeRejected, .severalWays, .continueAt, .handedOff, .progress, .handoffs,
            .result,
            .fault, .checked, .body:
            []
        }
    }

    /// UI-7: a full sentence, and an action that opens the sheet.
    private func alert(of purchase: PurchaseShown) -> Alert {
        let total = purchase.isPending ? nil : purchase.total.map(formats.amount)
        return Alert(
            sentence: Words.Phone.announced(purchase.sender.text, purchase.origin, total),
            action: Words.Phone.open, hint: Words.Phone.openHint(purchase.id))
    }

    private func inbox(_ purchases: [PurchaseShown], _ isStale: Bool) -> Surface {
        guard !purchases.isEmpty else {
            return .line(isStale ? Words.Phone.noneKnown : Words.Phone.waiting(0))
        }
        return .rows(
            title: Words.Phone.inboxTitle,
            purchases.map { purchase in
                let total = purchase.total.map(formats.amount) ?? ""
                let about = [
                    purchase.id, purchase.sender.text,
                    purchase.origin.isEmpty ? Words.Send.unverified : purchase.origin,
                    Words.time(purchase.expiresIn),
                ]
                return Row(
                    purchase.merchant, purchase.isPending ? Words.SheetText.pending : total,
                    detail: about.joined(separator: "  "))
            })
    }

    private func orders(_ orders: [OrderShown]) -> Surface {
        guard !orders.isEmpty else { return .line(Words.Order.none) }
        return .rows(
            title: Words.Order.listTitle,
            orders.map { order in
                let about = [
                    order.placed.map(formats.date), order.items?.text, order.payment,
                    order.arrival.map { Words.SheetText.arrives(formats.dates($0), .shipping) },
                    order.link?.text,
                ]
                return Row(
                    ForeignText("\(Words.Order.title(order.number.cleaned))  \(order.merchant.cleaned)"),
                    formats.amount(order.total), detail: about.compactMap { $0 }.joined(separator: "  "))
            })
    }

    private func wallet(_ wallet: WalletData) -> [Surface] {
        [
            section(
                Words.Phone.cards,
                wallet.cards.map { card in
                    let expires = Words.Phone.expires(card.expiryMonth, card.expiryYear)
                    return Row(
                        ForeignText("\(card.network.displayName) \(card.lastFour)"),
                        Words.Phone.kind(card.kind),
                        detail: "\(card.id)  \(expires)\(billing(card))")
                }),
            section(
                Words.Phone.contacts,
                wallet.contacts.map { saved in
                    let about = [saved.contact.email, saved.contact.phone].map { ForeignText($0).text }
                    return Row(
                        ForeignText(saved.contact.name), "",
                        detail: ([saved.id] + about).joined(separator: "  "))
                }),
            section(
                Words.Phone.addresses,
                wallet.addresses.map { saved in
                    let address = ForeignText(saved.address.envelope.joined(separator: ", ")).text
                    return Row(ForeignText(saved.name), "", detail: "\(saved.id)  \(address)")
                }),
        ]
    }

    private func billing(_ card: CardSummary) -> String {
        guard let address = card.billingAddress else { return "" }
        return "  " + Words.Phone.billed(ForeignText(address.envelope.joined(separator: ", ")).text)
    }

    private func section(_ title: String, _ rows: [Row]) -> Surface {
        .rows(title: title, rows.isEmpty ? [Row(ForeignText(Words.Phone.empty), "", role: .note)] : rows)
    }
}
