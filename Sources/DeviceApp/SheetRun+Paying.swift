internal import BatonClient
internal import Checkout
internal import Handoffs
internal import Merchant
internal import Payments
internal import Surfaces
internal import Wire

/// From the passcode to the outcome, in the one order that is allowed: payment token, journal, authorizing,
/// its acknowledgement, complete (design, section 5).
extension SheetRun {
    /// How long an attempt is asked about before the purchase stays in doubt.
    private static let payPatience: Duration = .seconds(60)
    /// How long a merchant is asked to close a session before the purchase stays in doubt.
    private static let closePatience: Duration = .seconds(30)

    mutating func commit(_ commit: SheetCommit) async throws(Complaint) {
        guard let fence, let unlocked else { return inputs.add(.event(.commitFailed)) }
        let key = opened.key
        // Attempts of an earlier sheet keep their numbers, whatever became of them.
        let earlier = try await device.keeping { journal throws(JournalFailure) in
            try await journal.attempts(of: key).last?.number ?? 0
        }
        guard let attempt = try attempt(earlier + 1, commit, from: unlocked) else {
            return inputs.add(.event(.commitFailed))
        }
        // Where it could not leave, nothing is promised.
        _ = try device.sending(attempt, of: opened)
        payment = attempt.payment
        paid = attempt.total
        try await device.keeping { journal throws(JournalFailure) in try await journal.keep(attempt, of: key)
        }
        try await holdQuote()
        renewing?.cancel()
        do throws(RelayError) {
            _ = try await line.client.authorizing(key, fence)
            inputs.add(.event(.committed))
        } catch {
            // No acknowledgement, no charge: the attempt stays as it is, journaled and never sent.
            if error.isCancelled { throw .interrupted }
            if case .refused(let problem) = error {
                let cause = problem.state.map { SheetCancelCause($0) } ?? .takenElsewhere
                inputs.add(.event(.commitRefused(cause)))
            } else {
                inputs.add(.event(.commitFailed))
            }
        }
    }

    /// The payment with its exact bytes; nil where the merchant has not answered.
    private func attempt(
        _ number: Int64, _ commit: SheetCommit, from wallet: UnlockedWallet
    ) throws(Complaint) -> PaymentAttempt? {
        let now = line.client.now.seconds
        switch opened.backing {
        case .session:
            guard let answer, let details else { return nil }
            return try PaymentMaking(opened: opened, answer: answer, details: details)
                .attempt(number, commit, from: wallet, at: now)
        case .standing, .nobody:
            return try DirectPaymentMaking(opened: opened, sheet: sheet)
                .attempt(number, commit, from: wallet, at: now)
        }
    }

    /// Sends the journaled bytes, and again until the merchant says what became of them.
    mutating func complete() async throws(Complaint) {
        let key = opened.key
        let attempt = try await device.keeping { journal throws(JournalFailure) -> PaymentAttempt? in
            guard let latest = try await journal.attempts(of: key).last else { return nil }
            try await journal.mark(latest.number, of: key, .sent)
            return latest
        }
        guard let attempt else { throw .homeDamaged(device.home.folder, "attempt") }
        let sending = try device.sending(attempt, of: opened)
        let inputs = inputs
        let isFirst = sheet.phase == .authorizing(.completing)
        tasks.append(
            Task {
                let answer = isFirst ? await sending.once() : await sending.settled(within: Self.payPatience)
                inputs.add(.completed(answer, attempt: attempt.number))
            })
    }

    /// Keeps what the merchant said before the sheet hears of it.
    mutating func take(_ answer: PaymentAnswer, _ number: Int64) async throws(Complaint) {
        let key = opened.key
        switch answer {
        case .ordered(let session):
            orderSession = session
            try await device.keeping { journal throws(JournalFailure) in
                try await journal.mark(number, of: key, .ordered)
            }
            try await apply(.completed(.ordered(OrderSummary(session, opened, paid))))
        case .paid(let order):
            try await device.keeping { journal throws(JournalFailure) in
                try await journal.mark(number, of: key, .ordered)
            }
            directOrder = order
            try await apply(.completed(.ordered(OrderSummary(order, total: sheet.terms.total))))
        case .declined(let reason):
            try await device.keeping { journal throws(JournalFailure) in
                try await journal.mark(number, of: key, .declined, reason)
            }
            keepAuthorizing()
            try await apply(.completed(.declined(reason)))
        case .unknown:
            let isFirst = sheet.phase == .authorizing(.completing)
            try await apply(.completed(.unknown))
            // Nobody knows, and nobody may pay again: the journal asks on with the next start.
            if !isFirst { isInDoubt = true }
        }
    }

    /// While the person looks for another card the relay keeps the point of no return open, so that the watch
    /// does not fall in doubt.
    mutating func keepAuthorizing() {
        guard let fence else { return }
        renewing?.cancel()
        let claiming = Claiming(device: device, line: line, key: opened.key)
        renewing = Task { await claiming.keepAuthorizing(fence) }
    }

    /// Has the merchant close the session before a failure is told; at once where nothing was ever sent to
    /// it.
    mutating func closeSession() async throws(Complaint) {
        guard let closing = try await device.closing(opened) else { return try await take(.unpaid) }
        let inputs = inputs
        tasks.append(Task { inputs.add(.closed(await closing.closed(within: Self.closePatience))) })
    }

    /// Brings what the merchant said of a session that it was to close to the sheet.
    mutating func take(_ closed: ClosedSession) async throws(Complaint) {
        switch closed {
        case .unpaid: try await apply(.sessionClosed(.nothingCharged))
        case .ordered(let session):
            try await device.markOrdered(opened.key)
            orderSession = session
            try await apply(.sessionClosed(.ordered(OrderSummary(session, opened, paid))))
        case .unknown:
            try await apply(.sessionClosed(.unknown))
            isInDoubt = true
        }
    }

    mutating func reportSuccess() async throws(Complaint) {
        guard let fence else { return }
        if let orderSession {
            return try await settling.succeed(orderSession, payment: payment, paid: paid, fence: fence)
        }
        let key = opened.key
        let attempt = try await device.keeping { journal throws(JournalFailure) in
            try await journal.attempts(of: key).last
        }
        if let attempt { try await settling.succeed(attempt, directOrder, fence: fence) }
    }

    mutating func reportFailure(_ failure: SheetFailure) async throws(Complaint) {
        guard let fence else { return }
        try await settling.fail(failure.code, Words.failure(failure), fence: fence)
    }

    var settling: Settling { Settling(device: device, line: line, opened: opened) }
}

extension OrderSummary {
    init(_ session: CheckoutSession, _ opened: OpenedHandoff, _ paid: Amount?) {
        let order = session.order
        self.init(
            number: ForeignText(order?.number ?? session.id),
            total: paid ?? order?.total ?? session.total ?? opened.request.total.amount, link: order?.link,
            arrival: order?.arrival)
    }
}

extension SheetFailure {
    /// The reason in an outcome (Protocol/outcome.md).
    var code: String {
        switch self {
        case .declined(let reason): reason.rawValue
        case .notAcknowledged: "notAcknowledged"
        case .abandoned: "abandoned"
        }
    }
}
