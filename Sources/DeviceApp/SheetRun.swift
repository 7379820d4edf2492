internal import BatonClient
package import Checkout
internal import Handoffs
internal import Merchant
internal import Payments
package import Surfaces

/// One open sheet on the phone: carries out what the sheet's value wants, and brings back what came of it,
/// one event after the other (design, sections 5 and 8). All decisions are the value's.
package actor SheetRun {
    let device: Device
    let opened: OpenedHandoff
    let options: SheetOptions
    let script: SheetScript
    private let events: AsyncStream<SheetEvent>
    private let inbox: AsyncStream<SheetEvent>.Continuation
    var sheet: Sheet
    private let firstEffects: [SheetEffect]
    var isClaimed = false
    /// Names this phone's claim at the relay.
    var fence: Fence?
    /// What the merchant said last.
    var answer: CheckoutAnswer?
    var unlocked: UnlockedWallet?
    /// The order behind the sheet's short form.
    var order: MerchantOrder?
    /// Attempts that an earlier run journaled.
    let earlierAttempts: Int64
    /// Why a script stops.
    private var stopped: Complaint?
    private var isReading = false
    private var isInputOver = false
    /// The order as the journal keeps it.
    var placed: PlacedOrder?

    /// Draws the sheet from the journal and the wallet. Nobody is contacted yet.
    package init(
        _ device: Device, _ handoff: ReceivedHandoff, _ options: SheetOptions
    ) async throws(Complaint) {
        let opened = try await device.open(handoff)
        let wallet = try WalletOwner(device.home).required()
        let origin = opened.origin
        let (isKnown, attempts) = try await device.keeping { journal throws(JournalFailure) in
            (try await journal.hasOrdered(at: origin), try await journal.attempts(of: handoff.key))
        }
        do throws(PaymentRequestError) {
            (sheet, firstEffects) = try Sheet.open(
                request: opened.request, provenance: opened.provenance,
                merchant: SheetMerchant(origin: origin, isKnown: isKnown), sender: opened.sender,
                wallet: wallet.data, prefill: opened.prefill, today: device.today,
                allowsUnsigned: options.allowsUnsigned, now: device.clock.uptime())
        } catch {
            throw .cannotShow("\(error)")
        }
        script = try SheetScript(options, sealed: opened.request)
        self.device = device
        self.opened = opened
        self.options = options
        earlierAttempts = Int64(attempts.count)
        // A person and two servers do not make 256 events at once.
        (events, inbox) = AsyncStream.makeStream(of: SheetEvent.self, bufferingPolicy: .bufferingNewest(256))
    }

    /// Tells the sheet what happened elsewhere, such as the watch taking the purchase back.
    package nonisolated func tell(_ event: SheetEvent) { inbox.yield(event) }

    /// Shows the sheet and works it to its end.
    ///
    /// Throws what stopped a script; then nothing was charged. When its task is cancelled before the point
    /// of no return, the claim is given back; after it, the next start picks up where this one was.
    package func run() async throws(Complaint) -> Ending {
        show()
        let key = opened.key
        try await device.keeping { journal throws(JournalFailure) in try await journal.markSeen(key) }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.hold() }
            for effect in firstEffects { perform(effect, in: &group) }
            advance(in: &group)
            for await event in events {
                guard !Task.isCancelled else { break }
                take(event, in: &group)
                if isOver { break }
            }
            group.cancelAll()
        }
        return try await finish()
    }

    private var isOver: Bool {
        if sheet.phase.isEnd { return pendingReports == 0 }
        return isGivenUp
    }

    /// Outcomes on their way to the relay.
    var pendingReports = 0
    /// The merchant has not said, and has been asked often enough for now.
    var isGivenUp = false

    // MARK: events

    private func take(_ event: SheetEvent, in group: inout TaskGroup<Void>) {
        let before = sheet
        do throws(SheetRefusal) {
            for effect in try sheet.apply(event, at: device.clock.uptime()) { perform(effect, in: &group) }
        } catch {
            guard options.action == .ask else { return stop(.payingIsOff(Words.refusal(error))) }
            device.face.show(.sheetRefused(error))
        }
        if sheet != before { show(after: before) }
        if case .completed(.unknown) = event, before.phase == .authorizing(.inDoubt) { isGivenUp = true }
        if event == .claimAcknowledged { isClaimed = true }
        advance(in: &group)
    }

    /// What comes next: the script's step, or a person's command.
    private func advance(in group: inout TaskGroup<Void>) {
        guard !sheet.phase.isEnd, stopped == nil else { return }
        switch script.step(sheet, isClaimed: isClaimed) {
        case .act(let event): take(event, in: &group)
        case .stop(let complaint): stop(complaint)
        case .wait: if options.action == .ask { readCommand(in: &group) }
        }
    }

    /// Ends a script: the sheet is closed, and the person told why.
    func stop(_ complaint: Complaint) {
        guard stopped == nil else { return }
        stopped = complaint
        inbox.yield(.close)
    }

    func send(_ event: SheetEvent) { inbox.yield(event) }

    /// The whole sheet where a person has something new to look at, else what is happening.
    private func show(after before: Sheet? = nil) {
        let id = opened.key.id.text
        guard let before, !sheet.phase.isEnd, before.isDrawn(like: sheet) else {
            if sheet.phase.isEnd { return device.face.show(.sheetStep(sheet, id: id)) }
            return device.face.show(.sheet(sheet, id: id))
        }
        device.face.show(.sheetStep(sheet, id: id))
    }

    /// One line at a time, and none while the passcode is being typed. Who cannot see the sheet is read when it is
    /// ready: a pipe does not wait for the price.
    private func readCommand(in group: inout TaskGroup<Void>) {
        guard !isReading, sheet.phase != .authorizing(.passcode) else { return }
        let isReady = sheet.phase == .ready && isClaimed
        guard device.face.isInteractive || isReady else { return }
        guard !isInputOver else {
            // Whoever gave commands is gone; what is being paid goes on.
            if isReady { send(.close) }
            return
        }
        isReading = true
        group.addTask { await self.read() }
    }

    private func read() async {
        var line: String?
        do throws(Complaint) { line = try await device.face.command() } catch {
            // Whoever cancelled it ends the sheet as well.
            return
        }
        isReading = false
        guard let line else {
            isInputOver = true
            return send(.timePassed)
        }
        switch SheetCommand(line, terms: sheet.terms) {
        case .act(let event)?: send(event)
        case .unknown(let text)?:
            device.face.show(.commandUnknown(text))
            send(.timePassed)
        case nil: send(.timePassed)
        }
    }

    // MARK: effects

    private func perform(_ effect: SheetEffect, in group: inout TaskGroup<Void>) {
        switch effect {
        case .ask(let id, let update):
            group.addTask { await self.ask(id, update) }
            group.addTask { await self.watchTime() }
        case .askLast(let id, let details):
            group.addTask { await self.askLast(id, details) }
            group.addTask { await self.watchTime() }
        case .stopAsking: break  // The answer is dropped when it comes.
        case .askPasscode: group.addTask { await self.unlock() }
        case .commit(let commit): group.addTask { await self.commit(commit) }
        case .complete(let attempt): group.addTask { await self.complete(attempt) }
        case .askMerchant(let attempt): group.addTask { await self.askMerchant(attempt) }
        case .release, .decline:
            pendingReports += 1
            group.addTask { await self.giveBack(effect) }
        case .reportSuccess(let order):
            pendingReports += 1
            group.addTask { await self.report(order) }
        case .reportFailure(let failure):
            pendingReports += 1
            group.addTask { await self.report(failure) }
        }
    }

    /// The thirty seconds of a question (design, section 8).
    private func watchTime() async {
        do {
            try await Task.sleep(for: .seconds(Sheet.answerSeconds) + .milliseconds(20))
            send(.timePassed)
        } catch {
            // The sheet has ended.
        }
    }

    // MARK: the end

    private func finish() async throws(Complaint) -> Ending {
        var ending = Ending.interrupted
        if sheet.phase.isEnd || isGivenUp {
            ending = try Ending(sheet.phase, stopped: stopped)
            try await settleJournal(ending)
        } else {
            await releaseInterrupted()
        }
        device.face.show(
            .result(
                ResultShown(
                    id: opened.key.id.text, merchant: sheet.request.total.label, ending: ending,
                    order: placed.map { OrderShown($0) })))
        return ending
    }

    /// Before the point of no return the claim is given back, outside the task that was cancelled.
    private func releaseInterrupted() async {
        guard isClaimed, !sheet.isCommitted, !isCommitting, let fence else { return }
        let client = opened.line.client
        let key = opened.key
        await Task {
            do throws(RelayError) { _ = try await client.release(key, fence) } catch {
                // The lease lapses by itself.
            }
        }.value
    }

    private var isCommitting: Bool {
        switch sheet.phase {
        case .authorizing(.committing), .authorizing(.completing), .authorizing(.inDoubt): true
        case .ready, .updating, .authorizing(.passcode), .authorizing(.lastUpdate), .succeeded, .failed,
            .cancelled:
            false
        }
    }

    private func settleJournal(_ ending: Ending) async throws(Complaint) {
        let key = opened.key
        switch ending {
        case .closed, .inDoubt, .interrupted, .takenElsewhere, .handedOff: return
        case .ordered, .declined, .cancelled, .expired, .superseded, .paymentFailed: break
        }
        try await device.keeping { journal throws(JournalFailure) in
            try await journal.end(key, ending.name)
        }
    }
}

extension Sheet {
    /// Whether a person would see the same sheet, but for what is happening.
    func isDrawn(like other: Sheet) -> Bool {
        let isPaying = if case .authorizing = other.phase { true } else { false }
        let isSame =
            request == other.request && selection == other.selection && changes == other.changes
            && problem == other.problem && provenance == other.provenance && wallet == other.wallet
        return isSame && (isPaying || (blocker == nil) == (other.blocker == nil))
    }
}

extension Ending {
    /// The end of a sheet, for the person and the exit status; throws what is an error rather than an end.
    init(_ phase: SheetPhase, stopped: Complaint?) throws(Complaint) {
        switch phase {
        case .succeeded: self = .ordered
        case .failed(let failure): self = .paymentFailed(reason: ForeignText(Words.failure(failure)))
        case .ready, .updating, .authorizing: self = .inDoubt
        case .cancelled(let cause):
            if let stopped { throw stopped }
            self = try Ending(cause)
        }
    }

    private init(_ cause: SheetCancelCause) throws(Complaint) {
        switch cause {
        case .declined: self = .declined
        case .closed: self = .closed
        case .cancelled, .unpaired: self = .cancelled
        case .superseded: self = .superseded(by: nil)
        case .expired: self = .expired
        case .takenElsewhere: self = .takenElsewhere
        case .merchantEnded, .alreadyPaid: throw .payingIsOff(Words.cancelled(cause))
        }
    }
}
