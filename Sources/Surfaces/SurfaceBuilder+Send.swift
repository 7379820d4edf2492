import Checkout

/// What sending out of a file shows.
extension SurfaceBuilder {
    func sendSurfaces(for event: ClientEvent) -> [Surface] {
        switch event {
        case .fault(let fault): [.record(Words.Send.fault(fault.rank, fault.message.text))]
        case .checked(let checked): [.line(Words.Send.checked(checked))]
        case .body(let body): self.body(body)
        case .link, .codeWanted, .codeWrong, .code, .codeRightWanted, .codeRight, .paired, .unpaired,
            .devices, .pairedElsewhere, .menu, .quoted, .codeRejected, .severalWays, .continueAt, .handedOff,
            .progress,
            .handoffs, .result, .walletReady, .passcodeChanged, .availability,
            .wallet, .listening, .announced, .badge, .inbox, .sheet, .passcodeWrong, .orders,
            .commands:
            []
        }
    }

    /// One line for each message, and the lines of the sheet that it makes.
    private func body(_ body: BodyShown) -> [Surface] {
        let name = ForeignText(body.name).text
        if let refusal = body.refusal {
            let said = Surface.record(
                Words.Send.refused(name, body.kind, refusal.path, refusal.reason.text))
            return [said] + (refusal.link.map { [.link($0.text)] } ?? [])
        }
        guard let sheet = body.sheet else { return [] }
        let total = totalText(of: sheet.request)
        let rows = sheet.request.lineItems.map(row)
        return [
            .rows(
                title: Words.Send.sheet(name, body.kind, sheet.merchant.text),
                rows + [Row(ForeignText(Words.Buying.total), total, role: .total)])
        ] + sheet.codes.map { .record(code($0)) }
            + sheet.request.objections.map { .record(Words.Send.objected($0, sheet.request)) }
            + body.remarks.map { .record(Words.Send.remark($0.kind, $0.text.text)) }
    }

    /// A payment that is given back.
    func card(of payment: PaymentShown, title: String) -> Card {
        let rows = [
            Row(
                ForeignText(Words.Buying.total),
                payment.isPending ? Words.SheetText.pending : formats.amount(payment.total), role: .total),
            Row(ForeignText(Words.Order.paidWith), payment.label),
        ]
        var notes: [String] = []
        if !payment.hasToken { notes.append(Words.Send.noToken) }
        if let file = payment.savedTo {
            notes.append(Words.Send.saved(ForeignText(file).text))
        } else if payment.text != nil {
            notes.append(Words.Send.notSaved)
        }
        return Card(.result, title: title, rows: rows, notes: notes, spoken: title)
    }
}
