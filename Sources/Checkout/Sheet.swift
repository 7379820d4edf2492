/// The payment sheet as a value: events go in, a new value and effects come out; renderers only read it
/// (design, section 8). It does no I/O and reads no clock.
package struct Sheet: Hashable, Sendable {
    package let merchant: SheetMerchant
    /// The device that started the purchase, as pinned at pairing.
    package let sender: ForeignText
    /// Whether a request that no merchant signed may be paid: by an option, or by a yes on the sheet.
    package internal(set) var allowsUnsigned: Bool
    /// The day it is, for the expiry of cards: turned when paying begins, so that a card that expired while
    /// the sheet was open pays nothing.
    package var today: CalendarDate
    package internal(set) var request: PaymentRequest
    package internal(set) var provenance: SheetProvenance
    package internal(set) var wallet: WalletData
    package internal(set) var selection: SheetSelection
    package internal(set) var phase: SheetPhase
    /// Differences that the person has not accepted.
    package internal(set) var changes: [SheetChange] = []
    package internal(set) var problem: SheetProblem?
    /// What the merchant said with its last answer.
    package internal(set) var messages: [SheetMessage] = []
    /// When the merchant's time is over.
    package internal(set) var deadline: Duration?
    /// Whether the relay acknowledged `authorizing`: cancelling is then a request.
    package internal(set) var isCommitted = false
    package internal(set) var isCancelRequested = false
    package internal(set) var attempt = 0

    var isClaimed = false
    /// The objections that the person has said yes to.
    var acceptedObjections: [RequestObjection] = []
    /// The request as it came, which prices every method where no merchant can be asked.
    var basis: PaymentRequest?
    var lastDecline: SheetDecline?
    /// What the person agreed to by paying.
    var agreed: SheetTerms?
    /// The selection that the merchant's last answer stands for.
    var confirmed: SheetSelection?
    /// The selection that the question under way asks about.
    var asked: SheetSelection?
    /// Whether that question names the method.
    var namesMethod = false
    var lastUpdate = UpdateID(0)

    /// Every question to the merchant has thirty seconds (design, section 8).
    package static let answerSeconds = 30

    /// Opens the sheet from what is at hand, ready to be drawn, and asks the merchant at the same time
    /// (AP-2).
    ///
    /// Contact, address and card come from `wallet` (AP-11); of the handoff only a method and a kind of card
    /// are proposals. Throws where the request cannot be shown truthfully (checkout 76).
    package static func open(
        request: PaymentRequest, provenance: SheetProvenance, merchant: SheetMerchant, sender: ForeignText,
        wallet: WalletData, prefill: SheetPrefill = SheetPrefill(), today: CalendarDate,
        allowsUnsigned: Bool = false, now: Duration
    ) throws(PaymentRequestError) -> (sheet: Sheet, effects: [SheetEffect]) {
        try request.validate()
        var sheet = Sheet(
            merchant: merchant, sender: sender, allowsUnsigned: allowsUnsigned, today: today,
            request: request, provenance: provenance, wallet: wallet, selection: SheetSelection(),
            phase: .ready)
        sheet.selectFromWallet(preferring: prefill.cardKind)
        let proposed = request.shippingMethods.first { $0.id == prefill.methodID }
        sheet.selection.methodID =
            proposed?.id ?? request.selectedMethod?.id ?? request.shippingMethods.first?.id
        guard provenance.hasMerchant else {
            sheet.basis = request
            // A proposed method that cannot be priced is not taken up.
            if !sheet.priceFromBasis() { sheet.selection.methodID = request.selectedMethodID }
            return (sheet, [])
        }
        let effects = sheet.ask(at: now)
        return (sheet, effects)
    }

    /// Takes an event.
    ///
    /// Answers that nobody waits for any more are dropped. Throws only for what a person did and what is not
    /// possible now.
    package mutating func apply(_ event: SheetEvent, at now: Duration) throws(SheetRefusal) -> [SheetEffect] {
        if phase.isEnd {
            guard event.isPersonal else { return [] }
            throw .ended
        }
        switch event {
        case .claimAcknowledged: return claimAcknowledged()
        case .claimRefused(let cause): return isClaimed ? [] : end(with: cause, telling: [])
        case .answered(let id, let request): return answered(id, request, at: now)
        case .merchantSaid(let id, let messages): return merchantSaid(id, messages)
        case .updateFailed(let id, let problem): return updateFailed(id, problem)
        case .timePassed: return timePassed(at: now)
        case .walletChanged(let wallet): return walletChanged(wallet, at: now)
        case .passcodeAccepted: return passcodeAccepted(at: now)
        case .passcodeAbandoned: return passcodeAbandoned()
        case .committed: return committed()
        case .commitRefused(let cause): return commitRefused(cause)
        case .commitFailed: return commitFailed()
        case .completed(let completion): return completed(completion, at: now)
        case .sessionClosed(let closing): return sessionClosed(closing)
        case .ended(let cause): return endedElsewhere(cause)
        case .chooseMethod(let id): return try chooseMethod(id, at: now)
        case .chooseAddress(let id): return try chooseAddress(id, at: now)
        case .chooseContact(let id): return try chooseContact(id)
        case .chooseCard(let id): return try chooseCard(id)
        case .retry: return try retry(at: now)
        case .acceptChanges: return try acceptChanges()
        case .acceptObjections: return try acceptObjections()
        case .acceptUnsigned: return try acceptUnsigned()
        case .pay(let terms): return try pay(terms)
        case .decline: return try leave(.decline)
        case .close: return try leave(.release)
        }
    }

    private mutating func claimAcknowledged() -> [SheetEffect] {
        isClaimed = true
        return []
    }
}

/// What renderers read.
extension Sheet {
    /// The terms as they stand; "Pay" carries them back.
    package var terms: SheetTerms { SheetTerms(request) }

    /// What this purchase needs.
    package var needs: SheetNeeds { SheetNeeds(request) }

    /// The methods, the chosen one first (checkout 56).
    package var methods: [ShippingMethod] {
        let chosen = request.shippingMethods.filter { $0.id == selection.methodID }
        return chosen + request.shippingMethods.filter { $0.id != selection.methodID }
    }

    package var selectedMethod: ShippingMethod? {
        request.shippingMethods.first { $0.id == selection.methodID }
    }

    /// What getting the goods is called, as it is chosen now: the merchant may not have answered yet.
    package var shippingKind: ShippingKind { selectedMethod?.kind ?? request.shippingKind }

    package var selectedCard: CardSummary? { usableCards.first { $0.id == selection.cardID } }

    package var selectedContact: Contact? {
        wallet.contacts.first { $0.id == selection.contactID }?.contact
    }

    package var selectedAddress: SavedAddress? {
        wallet.addresses.first { $0.id == selection.addressID }
    }

    /// The cards that this purchase can be paid with.
    package var usableCards: [CardSummary] {
        wallet.usableCards(for: request, on: today)
    }

    /// The ids that a choice of this kind may name, as they are offered.
    package func ids(of choice: SheetChoice) -> [String] {
        switch choice {
        case .method: methods.map(\.id)
        case .address: wallet.addresses.map(\.id)
        case .contact: wallet.contacts.map(\.id)
        case .card: usableCards.map(\.id)
        }
    }
}
