internal import BatonClient
internal import Checkout
internal import Handoffs
internal import Merchant
internal import Payments
internal import Surfaces

/// One open sheet, from the moment it is drawn to its end. The sheet itself is a value (Checkout); this
/// carries out what it asks for and brings it the answers.
struct SheetRun {
    let device: Device
    let line: RelayLine
    let opened: OpenedHandoff
    let plan: SheetPlan
    let inputs = SheetInputs()
    var sheet: Sheet
    var fence: Fence?
    /// The merchant's newest answer.
    var answer: CheckoutAnswer?
    var unlocked: UnlockedWallet?
    /// What the merchant was told last, after the passcode.
    var details: SheetDetails?
    /// The merchant's answer that says the order exists.
    var orderSession: CheckoutSession?
    /// What was said at the address of a standing quote.
    var directOrder: MerchantOrder?
    /// How often a standing quote was paid before, as the sheet says.
    var paymentsSeen = 0
    /// The merchant's page that was shown.
    var continueLink: ForeignText?
    var payment = ""
    /// What the person agreed to in the attempt that was made last.
    var paid: Amount?
    var asking: Task<Void, Never>?
    var tasks: [Task<Void, Never>] = []
    var renewing: Task<Void, Never>?
    /// A passcode that is being asked for or checked.
    var unlocking: Task<Void, Never>?
    var isReadingLine = false
    var isInputOver = false
    var choicesLeft: [SheetEvent] = []
    var paysLeft = 3
    /// How often the merchant was asked again.
    var retried = 0
    var isRetryPending = false
    /// The merchant has not said in time what became of a payment.
    var isInDoubt = false
    private let firstEffects: [SheetEffect]
    private var drawn: Sheet?
    private var timer: (deadline: Duration, task: Task<Void, Never>)?

    /// Opens the sheet from the handoff and the wallet alone. Nobody has been asked yet (AP-2, AP-11). With
    /// `declined` it goes on after attempts of an earlier run, under their claim.
    init(
        _ device: Device, _ line: RelayLine, _ opened: OpenedHandoff, _ plan: SheetPlan,
        after declined: DeclinedPurchase? = nil
    ) async throws(Complaint) {
        self.device = device
        self.line = line
        self.opened = opened
        self.plan = plan
        let wallet = try WalletOwner(device.home).open()?.data ?? WalletData()
        let origin = opened.origin
        let isKnown = try await device.keeping { journal throws(JournalFailure) in
            try await journal.hasOrdered(at: origin)
        }
        do throws(PaymentRequestError) {
            (sheet, firstEffects) = try Sheet.open(
                request: opened.request, provenance: opened.provenance,
                merchant: SheetMerchant(origin: origin, isKnown: isKnown), sender: opened.sender,
                wallet: wallet, prefill: opened.prefill, today: device.today,
                allowsUnsigned: plan.allowsUnsigned, now: device.clock.uptime())
        } catch {
            throw .cannotShow("\(error)")
        }
        if let declined {
            sheet.goOn(after: declined.reason, attempts: declined.attempts)
            fence = declined.fence
            payment = declined.payment
            paid = declined.total
        }
        choicesLeft = try Self.choices(plan, sheet)
        try await lookForEarlierPayments()
    }

    /// Shows the sheet and stays with it to its end.
    mutating func run() async throws(Complaint) -> Ending {
        do throws(Complaint) {
            let ending = try await stay()
            await finishUnlocking()
            return ending
        } catch {
            await finishUnlocking()
            throw error
        }
    }

    /// A check that has begun is counted on disk already: only its end takes a right passcode's try back.
    private func finishUnlocking() async {
        unlocking?.cancel()
        await unlocking?.value
    }

    private mutating func stay() async throws(Complaint) -> Ending {
        draw()
        let key = opened.key
        try await device.keeping { journal throws(JournalFailure) in try await journal.markSeen(key) }
        let claiming = Claiming(device: device, line: line, key: opened.key)
        let inputs = inputs
        if fence == nil {
            tasks.append(Task { await claiming.claim(into: inputs) })
        } else {
            keepAuthorizing()
        }
        tasks.append(Task { await claiming.watchJournal(telling: inputs) })
        defer { stop() }
        do throws(Complaint) {
            try await perform(firstEffects)
            try await decide()
            for await input in inputs.queue {
                try await take(input)
                draw()
                if let ending = ending() { return try await detailed(ending) }
                try await decide()
                draw()
                if let ending = ending() { return try await detailed(ending) }
            }
        } catch {
            await leave()
            throw error
        }
        await leave()
        return .interrupted
    }

    private mutating func take(_ input: SheetInputs.Input) async throws(Complaint) {
        switch input {
        case .event(let event): try await apply(event)
        case .claimed(let fence):
            self.fence = fence
            renewing?.cancel()
            let claiming = Claiming(device: device, line: line, key: opened.key)
            let inputs = inputs
            renewing = Task { await claiming.keep(fence, telling: inputs) }
            try await apply(.claimAcknowledged)
        case .answered(let id, let answer):
            self.answer = answer
            if answer.session.status == .requiresEscalation {
                return try await goOnElsewhere(id, answer.session)
            }
            if !answer.session.status.hasEnded, answer.session.lines.isEmpty {
                // What was to be bought is gone: there is nothing to pay (checkout 34).
                return try await apply(.updateFailed(id, .merchantRefused(ForeignText(Words.nothingLeft))))
            }
            guard let quote = answer.quote else {
                let isPaid = answer.session.status == .completed
                return try await apply(.ended(isPaid ? .alreadyPaid : .merchantEnded))
            }
            try await apply(.merchantSaid(id, answer.session.sheetMessages))
            try await apply(.answered(id, quote.request))
        case .unlocked(let wallet):
            unlocked = wallet
            try await apply(.passcodeAccepted)
        case .completed(let answer, let attempt): try await take(answer, attempt)
        case .closed(let closed): try await take(closed)
        case .line(let text):
            isReadingLine = false
            if let text { try await obey(text) } else { isInputOver = true }
        case .retry:
            isRetryPending = false
            if sheet.phase == .ready { try await apply(.retry) }
        case .failed(let complaint): throw complaint
        }
    }

    /// Brings an event to the sheet and does what it asks for. What the person cannot do now is said.
    mutating func apply(_ event: SheetEvent) async throws(Complaint) {
        let effects: [SheetEffect]
        sheet.today = device.today
        do throws(SheetRefusal) {
            effects = try sheet.apply(event, at: device.clock.uptime())
        } catch {
            device.face.warn(Complaint(error, on: sheet))
            return
        }
        watchDeadline()
        try await perform(effects)
    }

    private mutating func watchDeadline() {
        guard sheet.deadline != timer?.deadline else { return }
        timer?.task.cancel()
        timer = nil
        guard let deadline = sheet.deadline else { return }
        let wait = deadline - device.clock.uptime()
        let inputs = inputs
        let task = Task {
            do { try await Task.sleep(for: wait) } catch { return }
            inputs.add(.event(.timePassed))
        }
        timer = (deadline, task)
    }

    /// Shows the sheet where it differs from what was shown.
    private mutating func draw() {
        guard sheet != drawn else { return }
        drawn = sheet
        device.face.show(.sheet(sheet, id: opened.key.id.text))
    }

    private func stop() {
        for task in tasks { task.cancel() }
        asking?.cancel()
        renewing?.cancel()
        timer?.task.cancel()
    }

    /// Gives the claim back where nothing was promised yet; after the point of no return the journal says how
    /// to go on.
    private func leave() async {
        renewing?.cancel()
        guard let fence, !sheet.isCommitted, !sheet.phase.isEnd else { return }
        let (line, key, journal) = (line, opened.key, device.journal)
        await Task.detached {
            do {
                _ = try await line.client.release(key, fence)
                try await journal.setFence(nil, of: key)
                try await journal.update(key, state: .offered)
            } catch {
                // The lease lapses by itself.
            }
        }.value
    }

    /// What took a purchase's place is in the journal.
    private func detailed(_ ending: Ending) async throws(Complaint) -> Ending {
        guard case .superseded = ending else { return ending }
        let key = opened.key
        let row = try await device.keeping { journal throws(JournalFailure) in
            try await journal.received(key).first
        }
        return .superseded(by: row?.detail)
    }

    private func ending() -> Ending? {
        switch sheet.phase {
        case .ready, .updating: nil
        case .authorizing: isInDoubt ? .inDoubt : nil
        case .succeeded: opened.paidEnding
        case .failed(let failure): .paymentFailed(reason: ForeignText(Words.failure(failure)))
        case .cancelled(let cause): Ending(cause)
        }
    }

    /// What was chosen on the command line, as events; a card may be named by its last digits.
    private static func choices(_ plan: SheetPlan, _ sheet: Sheet) throws(Complaint) -> [SheetEvent] {
        var events: [SheetEvent] = []
        if let name = plan.card {
            let found = sheet.usableCards.filter { $0.id == name || $0.lastFour == name }
            guard let card = found.first, found.count == 1 else {
                let named = sheet.wallet.cards.filter { $0.id == name || $0.lastFour == name }
                if let only = named.first, named.count == 1, !only.isValid(on: sheet.today) {
                    throw .cardExpired("\(only.network.displayName) \(only.lastFour)")
                }
                throw .unknownCard(name)
            }
            events.append(.chooseCard(card.id))
        }
        if let id = plan.contact { events.append(.chooseContact(id)) }
        if let id = plan.address { events.append(.chooseAddress(id)) }
        if let id = plan.method { events.append(.chooseMethod(id)) }
        return events
    }
}

extension Ending {
    init(_ cause: SheetCancelCause) {
        self =
            switch cause {
            case .declined: .declined
            case .closed: .closed
            case .cancelled, .unpaired: .cancelled
            case .superseded: .superseded(by: nil)
            case .expired, .merchantEnded: .expired
            case .takenElsewhere, .alreadyPaid: .takenElsewhere
            }
    }
}
