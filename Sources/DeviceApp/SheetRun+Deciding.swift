internal import BatonClient
internal import Checkout
internal import Surfaces

/// Who decides, and how.
extension SheetRun {
    /// What is next, now that something changed: choices of the command line first, then the decider.
    mutating func decide() async throws(Complaint) {
        guard !sheet.phase.isEnd else { return }
        try await choose()
        switch plan.decider {
        case .person: try await ask()
        case .pay: try await payIfAllowed()
        case .decline: if fence != nil { try await apply(.decline) }
        }
    }

    /// Makes the choices that were named; a method may be known only after the merchant's first answer.
    private mutating func choose() async throws(Complaint) {
        while let choice = choicesLeft.first {
            if case .authorizing = sheet.phase { return }
            do throws(SheetRefusal) {
                let effects = try sheet.apply(choice, at: device.clock.uptime())
                choicesLeft.removeFirst()
                try await performing(effects)
            } catch {
                // Until the merchant has answered there may be more.
                if case .unknown(.method, _) = error, sheet.provenance == .sealed { return }
                throw Complaint(error, on: sheet)
            }
        }
    }

    private mutating func performing(_ effects: [SheetEffect]) async throws(SheetRefusal) {
        do throws(Complaint) { try await perform(effects) } catch { inputs.add(.failed(error)) }
    }

    /// `--pay`: pays what was sealed in the handoff, or what the command line allows; else nothing is charged
    /// (design, section 7).
    private mutating func payIfAllowed() async throws(Complaint) {
        guard choicesLeft.isEmpty else { return }
        if sheet.phase == .ready, case .declined? = sheet.problem { return try await apply(.close) }
        if sheet.phase == .ready, let problem = sheet.problem, problem.mayPass {
            guard retried < plan.retries else { throw .payingIsOff(Words.problem(problem)) }
            return retryLater()
        }
        switch sheet.blocker {
        case .ended, .paying, .claimPending, .updating: return
        case .quotePending, .notConfirmed:
            if sheet.problem == .notProven { throw .notProven(opened.origin) }
            if let problem = sheet.problem { throw .payingIsOff(Words.problem(problem)) }
        case .unsigned:
            // Claimed first, so that it is given back for another look.
            guard fence != nil else { return }
            throw .unsignedRequest(sheet.sender)
        case .inexactTotal, .noUsableCard, .missing, .noMethod, .refused:
            throw .payingIsOff(sheet.blocker.flatMap(Words.blocker) ?? "")
        case nil, .changesNotAccepted, .objectionsNotAccepted:
            guard fence != nil else { return }
            if let problem = sheet.problem { throw .payingIsOff(Words.problem(problem)) }
            // The merchant was told all, and the same again tells it no more.
            if let missing = sheet.messages.first(where: { $0.weight == .missing }) {
                throw .payingIsOff(Words.said(missing.text))
            }
            try checkConsent()
            if !sheet.changes.isEmpty { try await apply(.acceptChanges) }
            if sheet.blocker == .objectionsNotAccepted { try await apply(.acceptObjections) }
            try await apply(.pay(sheet.terms))
        }
    }

    /// Asks the merchant again after 1, 2, 4 … 30 seconds; the claim is renewed meanwhile.
    private mutating func retryLater() {
        guard !isRetryPending else { return }
        isRetryPending = true
        let wait = min(Duration.seconds(1 << min(retried, 5)), .seconds(30))
        retried += 1
        paysLeft = 3
        let inputs = inputs
        tasks.append(
            Task {
                do { try await Task.sleep(for: wait) } catch { return }
                inputs.add(.retry)
            })
    }

    private mutating func checkConsent() throws(Complaint) {
        let sealed = opened.request.total.amount
        var expected: Amount?
        if let text = plan.expectedTotal {
            do throws(MoneyError) {
                expected = try Amount(decimalText: text, sealed.currency)
            } catch {
                throw .invalidTotal(text)
            }
        }
        if sheet.isPaidBefore, !plan.acceptsChanges { throw .quotePaid }
        let consent = ScriptConsent(
            sealedTotal: sealed, expectedTotal: expected, acceptsChanges: plan.acceptsChanges)
        guard consent.mayPay(sheet) else {
            guard sheet.terms.total == expected ?? sealed else {
                throw .totalChanged((expected ?? sealed).plainText, sheet.terms.total.plainText)
            }
            // The total is right; it is something else that nobody agreed to.
            throw .consentWanted(Words.consentWanted(sheet))
        }
        // Asked that often without an answer: nobody gives the passcode.
        guard paysLeft > 0 else { throw .needsInput }
        // What is paid must be shown: with the output lost nothing is begun.
        guard device.face.canShow else { throw .outputLost }
        paysLeft -= 1
    }

    /// Reads the next command, one at a time: while a passcode is typed nobody else reads.
    private mutating func ask() async throws(Complaint) {
        if isInputOver {
            // Nobody can act any more: what is shown is the last word.
            if sheet.phase == .ready { try await apply(.close) }
            return
        }
        guard !isReadingLine, sheet.phase != .authorizing(.passcode) else { return }
        isReadingLine = true
        let (face, inputs) = (device.face, inputs)
        tasks.append(
            Task {
                do throws(Complaint) { inputs.add(.line(try await face.command())) } catch {
                    if error != .interrupted { inputs.add(.failed(error)) }
                }
            })
    }

    /// A card may be named by its last digits, where they say which.
    private func cardID(of name: String) -> String {
        let found = sheet.usableCards.filter { $0.lastFour == name }
        return found.count == 1 ? found[0].id : name
    }

    /// Does what a command says.
    mutating func obey(_ text: String) async throws(Complaint) {
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        guard let verb = words.first else { return }
        guard words != ["help"], words != ["?"] else { return device.face.show(.commands(.sheet)) }
        let event: SheetEvent? =
            switch (verb, words.count > 1 ? words[1] : nil) {
            case ("pay", nil): .pay(sheet.terms)
            case ("accept", nil): .acceptChanges
            case ("accept-total", nil): .acceptObjections
            case ("accept-unsigned", nil): .acceptUnsigned
            case ("retry", nil): .retry
            case ("decline", nil): .decline
            case ("close", nil), ("quit", nil): .close
            case ("method", let id?): .chooseMethod(id)
            case ("address", let id?): .chooseAddress(id)
            case ("card", let name?): .chooseCard(cardID(of: name))
            case ("contact", let id?): .chooseContact(id)
            default: nil
            }
        guard let event else { return device.face.warn(.unknownCommand(verb)) }
        try await apply(event)
    }
}

extension SheetProblem {
    /// Whether asking again may help.
    fileprivate var mayPass: Bool {
        switch self {
        case .merchantSlow, .merchantUnreachable: true
        case .answerUnusable, .notProven, .contactRefused, .merchantRefused, .declined: false
        }
    }
}

extension Amount {
    /// `10.40 USD`: what `--expect-total` and error messages have.
    var plainText: String { "\(decimalText) \(currency.code)" }
}

extension Complaint {
    init(_ refusal: SheetRefusal, on sheet: Sheet) {
        self =
            switch refusal {
            case .ended: .sheetEnded
            case .paying: .sheetPaying
            case .blocked(let blocker): .payingIsOff(Words.blocker(blocker) ?? "")
            case .termsChanged: .sheetChanged
            case .unknown(let choice, let id): .unknownChoice(choice, id, of: sheet.ids(of: choice))
            case .nothingToDo: .nothingToDo
            case .notPriceable(let id): .methodNotPriceable(id)
            }
    }
}
