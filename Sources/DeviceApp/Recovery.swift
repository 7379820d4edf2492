internal import BatonClient
internal import Checkout
internal import HTTPMessages
internal import Handoffs
internal import Merchant
internal import Surfaces
internal import Wire

/// Goes on where a phone was when it died, from what its journal says (design, section 5). The same requests
/// are sent again with the same bytes, so that nobody is charged twice.
struct Recovery: Sendable {
    let device: Device
    let line: RelayLine
    let row: ReceivedHandoff

    /// What the journal calls for.
    enum Step: Equatable {
        /// Nothing was begun: the sheet may be opened.
        case open
        /// An outcome is on disk that the relay may not have.
        case tell(String)
        /// A request to complete may have left: only the merchant's answer tells.
        case complete(number: Int64)
        /// Everything that was sent was answered with no, or nothing was sent: failure (and no charge).
        case fail
        /// It is over.
        case over
    }

    /// The step, from the row and its attempts. Pure.
    static func step(_ row: ReceivedHandoff, _ attempts: [PaymentAttempt]) -> Step {
        if let outcome = row.outcome { return row.isTold ? .over : .tell(outcome) }
        if row.ending != nil { return .over }
        guard let last = attempts.last else { return .open }
        switch last.state {
        case .journaled, .declined: return .fail
        case .sent, .ordered: return .complete(number: last.number)
        }
    }

    /// What is done with a purchase whose attempts were all answered with no.
    enum Manner {
        /// Somebody is there who may pay with another card (design, section 5).
        case paysAgain
        /// It is left to them for as long as the watch does not fall in doubt.
        case waits
        /// It has failed.
        case ends
    }

    /// What came of it.
    enum Found {
        /// Nothing was begun, and the sheet may be opened.
        case open
        /// The sheet may be opened for another attempt, within `authorizing`.
        case again(DeclinedPurchase)
        /// It is left as it is.
        case left
        case over(Ending)
    }

    /// Recovers one purchase.
    func run(_ manner: Manner) async throws(Complaint) -> Found {
        let key = row.key
        let attempts = try await device.keeping { journal throws(JournalFailure) in
            try await journal.attempts(of: key)
        }
        switch Self.step(row, attempts) {
        case .open: return .open
        case .over: return .over(ending(of: row))
        case .tell(let outcome):
            try await settling().tell(outcome, fence: row.fence)
            // The relay may have waited for no outcome: then nothing is decided and the sheet may be opened.
            return try await isReopened() ? .open : .over(ending(of: row))
        case .complete(let number):
            guard let attempt = attempts.first(where: { $0.number == number }) else { return .open }
            return try await complete(attempt, manner)
        case .fail: return try await conclude(attempts, manner)
        }
    }

    /// Whether the purchase waits again, for the relay never took the point of no return.
    func isReopened() async throws(Complaint) -> Bool {
        let key = row.key
        let now = try await device.keeping { journal throws(JournalFailure) in
            try await journal.received(key).first
        }
        return now.map { $0.ending == nil } ?? false
    }

    /// Whether nothing was sent to the merchant and the relay has not said what it makes of that: the
    /// purchase may wait again.
    func isUndecided() async throws(Complaint) -> Bool {
        let key = row.key
        let (now, last) = try await device.keeping { journal throws(JournalFailure) in
            (try await journal.received(key).first, try await journal.attempts(of: key).last)
        }
        guard let now, now.ending != nil else { return now != nil }
        return !now.isTold && last?.state == .journaled
    }

    /// How a result of this purchase is shown.
    func show(_ ending: Ending) async throws(Complaint) {
        let key = row.key
        let order = try await device.keeping { journal throws(JournalFailure) in
            try await journal.orders().first { $0.key == key }
        }
        let opened = try await device.opened(row, at: line)
        device.face.show(
            .result(
                ResultShown(
                    id: key.id.text, merchant: opened.merchantName, ending: ending,
                    order: ending == .ordered ? order.map { OrderShown($0) } : nil,
                    payment: ending == .authorized ? order.map { PaymentShown($0, opened) } : nil)))
    }

    private func complete(
        _ attempt: PaymentAttempt, _ manner: Manner
    ) async throws(Complaint) -> Found {
        let opened = try await device.opened(row, at: line)
        guard let fence = row.fence else { return .over(.inDoubt) }
        let sending = try device.sending(attempt, of: opened)
        let key = row.key
        switch await sending.settled(within: .seconds(30)) {
        case .ordered(let session):
            try await device.keeping { journal throws(JournalFailure) in
                try await journal.mark(attempt.number, of: key, .ordered)
            }
            try await settling().succeed(
                session, payment: attempt.payment, paid: attempt.total, fence: fence)
            return .over(.ordered)
        case .paid(let order):
            try await device.keeping { journal throws(JournalFailure) in
                try await journal.mark(attempt.number, of: key, .ordered)
            }
            try await settling().succeed(attempt, order, fence: fence)
            return .over(opened.paidEnding)
        case .declined(let reason):
            let attempts = try await device.keeping { journal throws(JournalFailure) in
                try await journal.mark(attempt.number, of: key, .declined, reason)
                return try await journal.attempts(of: key)
            }
            return try await conclude(attempts, manner)
        case .unknown: return .over(.inDoubt)
        }
    }

    /// Nothing was charged. Where the relay never took the point of no return, the purchase waits on; where
    /// it did, another card may pay while it is not in doubt, or it has failed.
    private func conclude(
        _ attempts: [PaymentAttempt], _ manner: Manner
    ) async throws(Complaint) -> Found {
        guard let fence = row.fence else { return .open }
        let status: HandoffStatus
        do throws(RelayError) { status = try await line.client.handoff(row.key) } catch {
            if error.code == .notFound { return .over(.expired) }
            throw Complaint(error, at: line.relay.base.text)
        }
        let declined = DeclinedPurchase(attempts, fence)
        switch status.state {
        case .authorizing:
            guard let declined else { return .over(try await report(.notAcknowledged)) }
            let isOurs = status.fence == fence && status.claimedBy == line.id
            switch manner {
            case .paysAgain where isOurs: return .again(declined)
            case .waits where isOurs && (status.inDoubtIn ?? .zero) > Self.timeToTell: return .left
            case .paysAgain, .waits, .ends: return .over(try await report(.declined(declined.reason)))
            }
        case .inDoubt:
            return .over(try await report(declined.map { .declined($0.reason) } ?? .notAcknowledged))
        case .offered, .claimed: return .open
        case .settled: return .over(.takenElsewhere)
        case .superseded: return .over(.superseded(by: status.supersededBy?.text))
        case .declined, .cancelled, .expired: return .over(Ending(SheetCancelCause(status.state)))
        }
    }

    /// So long before a purchase falls in doubt a phone that listens ends it: the merchant has to be asked,
    /// and the next look is up to ten seconds away.
    private static let timeToTell: Duration = .seconds(45)

    /// Tells the failure, once the merchant has closed the session; tells what it was where an attempt came
    /// through after all, and nothing while the merchant does not say.
    private func report(_ failure: SheetFailure) async throws(Complaint) -> Ending {
        guard let fence = row.fence else { return .inDoubt }
        let opened = try await device.opened(row, at: line)
        let closed = try await device.closing(opened)?.closed(within: .seconds(30)) ?? .unpaid
        switch closed {
        case .unpaid:
            let words = Words.failure(failure)
            try await settling().fail(failure.code, words, fence: fence)
            return .paymentFailed(reason: ForeignText(words))
        case .ordered(let session):
            let key = row.key
            try await device.markOrdered(key)
            let attempts = try await device.keeping { journal throws(JournalFailure) in
                try await journal.attempts(of: key)
            }
            let attempt = attempts.last { $0.state == .ordered }
            try await settling().succeed(
                session, payment: attempt?.payment ?? "", paid: attempt?.total, fence: fence)
            return .ordered
        case .unknown: return .inDoubt
        }
    }

    private func settling() async throws(Complaint) -> Settling {
        Settling(device: device, line: line, opened: try await device.opened(row, at: line))
    }

    private func ending(of row: ReceivedHandoff) -> Ending {
        switch row.ending {
        case "ordered": .ordered
        case "authorized": .authorized
        case "failed": .paymentFailed(reason: row.detail.map { ForeignText($0) })
        case "declined": .declined
        default: .closed
        }
    }
}

/// A purchase of which every request that was sent was answered with no.
struct DeclinedPurchase: Sendable {
    /// Why the last one was.
    let reason: SheetDecline
    let attempts: Int
    let fence: Fence
    /// The card of the last one, such as `Visa 1234 (Baton Pay)`.
    let payment: String
    let total: Amount?

    /// Nil where nothing was ever sent, or where something may still be under way.
    init?(_ attempts: [PaymentAttempt], _ fence: Fence) {
        guard let last = attempts.last(where: { $0.state == .declined }),
            attempts.allSatisfy({ $0.state == .declined || $0.state == .journaled })
        else { return nil }
        reason = last.reason ?? .other
        self.attempts = attempts.count
        self.fence = fence
        payment = last.payment
        total = last.total
    }
}
