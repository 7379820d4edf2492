import Checkout

/// What the sheet says above its fields, and what it says of money that is not simply paid now.
extension SurfaceBuilder {
    func notices(of sheet: Sheet) -> [String] {
        var notices = sheet.changes.map { Words.change($0, formats) }
        if let problem = sheet.problem, fieldRefused(on: sheet) == nil {
            notices.append(Words.problem(problem))
        }
        notices += said(on: sheet)
        if sheet.usableCards.isEmpty { notices.append(noCardFits(sheet)) }
        notices += sheet.request.objections.map { Words.objection($0, sheet.request.currency.code) }
        if sheet.request.total.isPending {
            notices.append(
                Text.pendingLine(
                    maximum: sheet.request.pendingMaximum.map(formats.amount),
                    reason: sheet.request.pendingReason?.text))
        }
        if let held = sheet.request.preauthorization {
            notices.append(Text.preauthorization(formats.amount(held)))
        } else if sheet.request.isFree {
            notices.append(sheet.request.agreement == nil ? Text.free : Text.freeNow)
        }
        if sheet.isCancelRequested { notices.append(Words.Buying.step(.cancelRequested)) }
        return notices
    }

    /// AP-14: said at once, with what would fit.
    private func noCardFits(_ sheet: Sheet) -> String {
        let capabilities = sheet.request.capabilities
        let credit = capabilities.contains(.supportsCredit) ? [Words.Phone.kind(.credit)] : []
        let debit = capabilities.contains(.supportsDebit) ? [Words.Phone.kind(.debit)] : []
        let networks = sheet.request.supportedNetworks.prefix(6).map(\.displayName)
        return Text.noCardFits(
            Array(networks), kinds: credit + debit, hasCards: !sheet.wallet.cards.isEmpty)
    }

    /// The merchant's words about one field, made harmless and short.
    func error(of field: String, on sheet: Sheet) -> String? {
        if case .contactRefused(let part?, let message)? = sheet.problem, self.field(of: part, sheet) == field
        {
            return Words.refused(message)
        }
        let found = sheet.messages.first { message in
            message.weight != .note && message.field.flatMap { self.field(of: $0, sheet) } == field
        }
        return found.map { Words.refused($0.text) }
    }

    /// Which field of the sheet the merchant refuses; nil where it is none that is shown.
    private func fieldRefused(on sheet: Sheet) -> String? {
        guard case .contactRefused(let part?, _)? = sheet.problem else { return nil }
        return field(of: part, sheet)
    }

    /// The field of the sheet that shows a part of the contact.
    private func field(of part: ContactField, _ sheet: Sheet) -> String? {
        switch part {
        case .email, .phone, .name: sheet.needs.hasContact ? "contact" : nil
        case .postalAddress: sheet.needs.hasAddress ? "address" : nil
        }
    }

    /// What the merchant says of no field that is shown; the first few, for a sheet is no letter.
    private func said(on sheet: Sheet) -> [String] {
        let shown = sheet.messages.filter { message in
            message.weight == .note || message.field.flatMap { field(of: $0, sheet) } == nil
        }
        return shown.prefix(4).map { Words.said($0.text) }
    }

    /// A line item; what is not paid now says when (AP-8).
    func row(_ item: LineItem) -> Row {
        let amount = item.isPending ? Text.pending : text(of: item.amount, writtenAs: item.writtenAmount)
        return Row(named(item.label), amount, detail: timing(item.timing))
    }

    /// An amount that its currency cannot hold is shown as it was written, never rounded (checkout 29).
    func text(of amount: Amount, writtenAs written: ForeignText?) -> String {
        written.map { "\(CellWidth.shortened($0, to: 40)) \(amount.currency.code)" } ?? formats.amount(amount)
    }

    func named(_ label: ForeignText) -> ForeignText { label.isEmpty ? ForeignText(Text.unnamed) : label }

    /// AP-10.
    func totalText(of request: PaymentRequest) -> String {
        guard !request.total.isPending else { return Text.pending }
        return text(of: request.total.amount, writtenAs: request.total.writtenAmount)
    }

    private func timing(_ timing: PaymentTiming) -> String? {
        switch timing {
        case .immediate: nil
        case .recurring(let terms):
            ([Text.every(terms)] + (terms.start.map { [Text.starting(formats.date($0))] } ?? [])
                + (terms.end.map { [Text.ending(formats.date($0))] } ?? [])).joined(separator: " ")
        case .deferred(let date): date.map { Text.onDate(formats.date($0)) } ?? Text.later
        case .automaticReload(let threshold): Text.below(threshold.map(formats.amount))
        }
    }

    /// Terms longer than this are for the link; in cells.
    private static let termsCells = 480

    /// The agreement with its lines and their days (AP-8, checkout 38).
    func agreement(_ agreement: PaymentAgreement) -> SheetSurface.Agreement {
        var notes: [String] = []
        if case .deferred(let deferred) = agreement, let free = deferred.freeCancellation {
            // A time that names its own offset needs no zone to be read in.
            notes.append(
                Text.freeCancellation(
                    formats.date(free.date), free.clock, free.hasOffset ? nil : free.timeZone))
        }
        if let terms = agreement.text.terms {
            notes.append(Text.terms(CellWidth.shortened(terms, to: Self.termsCells)))
        }
        notes.append(Text.manage(CellWidth.shortened(agreement.text.managementURL, to: 200)))
        return SheetSurface.Agreement(
            title: named(agreement.text.description), rows: agreement.lines.map(row), notes: notes)
    }
}

extension PaymentRequest {
    /// Whether nothing is paid at all, or nothing now.
    fileprivate var isFree: Bool { total.amount.isZero && !total.isPending && total.writtenAmount == nil }
}
