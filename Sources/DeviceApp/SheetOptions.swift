internal import Checkout
internal import Surfaces

/// How a sheet is worked: by a person, or by what the command line said.
package struct SheetOptions: Sendable {
    /// What happens once the sheet is up to date.
    package enum Action: Sendable, Equatable {
        /// Commands are read from the input.
        case ask
        /// `--pay`: pays what may be paid, or ends.
        case pay
        case decline
    }

    package var action = Action.ask
    package var passcode = PasscodeSource.person
    package var methodID: String?
    /// An id, or the last four digits.
    package var card: String?
    package var addressID: String?
    package var contactID: String?
    /// `--expect-total`, a decimal number in the request's currency.
    package var expectedTotal: String?
    package var acceptsChanges = false
    package var allowsUnsigned = false

    /// A sheet that a person works.
    package init() {}
}

/// Decides for a script what a person would: one step at a time, from the sheet as it stands (design,
/// section 7).
struct SheetScript: Sendable {
    enum Step: Sendable {
        case wait
        case act(SheetEvent)
        /// Nothing can be paid; the sheet is closed and this is said.
        case stop(Complaint)
    }

    let options: SheetOptions
    let consent: ScriptConsent
    /// In the wire's own form, for messages.
    private let formats = WireFormats()

    /// Throws where the expected total is no amount of the request's currency.
    init(_ options: SheetOptions, sealed request: PaymentRequest) throws(Complaint) {
        self.options = options
        var expected: Amount?
        if let text = options.expectedTotal {
            do throws(MoneyError) {
                expected = try Amount(decimalText: text, request.currency)
            } catch {
                throw .invalidTotal(text, request.currency.code)
            }
        }
        consent = ScriptConsent(
            sealedTotal: request.total.amount, expectedTotal: expected,
            acceptsChanges: options.acceptsChanges)
    }

    /// What to do now.
    func step(_ sheet: Sheet, isClaimed: Bool) -> Step {
        if let choice = choice(sheet) { return choice }
        switch options.action {
        case .ask: return .wait
        case .decline: return isClaimed && sheet.phase == .ready ? .act(.decline) : .wait
        case .pay: return pay(sheet)
        }
    }

    /// What the options choose and the sheet has not chosen yet.
    private func choice(_ sheet: Sheet) -> Step? {
        switch sheet.phase {
        case .ready, .updating: break
        case .authorizing, .succeeded, .failed, .cancelled: return nil
        }
        if let card = options.card, sheet.attempt == 0 {
            let found = sheet.usableCards.first { $0.id == card || $0.lastFour == card }
            guard let found else { return .stop(.unknownCard(card)) }
            if found.id != sheet.selection.cardID { return .act(.chooseCard(found.id)) }
        }
        if let id = options.contactID, sheet.selection.contactID != id {
            let isThere = sheet.wallet.contacts.contains { $0.id == id }
            return isThere ? .act(.chooseContact(id)) : .stop(.unknownEntry(id))
        }
        if let id = options.addressID, sheet.selection.addressID != id {
            let isThere = sheet.wallet.addresses.contains { $0.id == id }
            return isThere ? .act(.chooseAddress(id)) : .stop(.unknownEntry(id))
        }
        if let id = options.methodID, sheet.selection.methodID != id {
            if sheet.request.shippingMethods.contains(where: { $0.id == id }) {
                return .act(.chooseMethod(id))
            }
            if sheet.phase == .ready, sheet.provenance == .fresh { return .stop(.unknownMethod(id)) }
        }
        return nil
    }

    private func pay(_ sheet: Sheet) -> Step {
        guard sheet.phase == .ready else { return .wait }
        if case .declined? = sheet.problem { return .act(.close) }
        guard let blocker = sheet.blocker else {
            return consent.mayPay(sheet) ? .act(.pay(sheet.terms)) : refusal(sheet)
        }
        switch blocker {
        case .claimPending, .updating, .paying, .ended: return .wait
        case .changesNotAccepted: return consent.mayPay(sheet) ? .act(.acceptChanges) : refusal(sheet)
        case .totalsNotAccepted:
            return consent.mayPay(sheet) ? .act(.acceptInconsistentTotals) : refusal(sheet)
        case .quotePending, .notConfirmed, .unsigned, .noUsableCard, .missing, .noMethod:
            let problem = sheet.problem.map { Words.problem($0) }
            return .stop(.payingIsOff(problem ?? Words.blocker(blocker) ?? ""))
        }
    }

    private func refusal(_ sheet: Sheet) -> Step {
        let wanted = consent.expectedTotal ?? consent.sealedTotal
        guard sheet.terms.total != wanted else {
            return .stop(.payingIsOff(Words.blocker(.totalsNotAccepted) ?? ""))
        }
        return .stop(.totalChanged(formats.amount(wanted), formats.amount(sheet.terms.total)))
    }
}
