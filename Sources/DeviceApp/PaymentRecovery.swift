internal import BatonClient
internal import Checkout
internal import HTTPMessages
internal import Handoffs
internal import Merchant
package import Surfaces
internal import Wire

/// After a crash: finishes what the journal says was begun, so that nobody is charged twice and no order is
/// lost (design, section 5).
package struct PaymentRecovery: Sendable {
    private let device: Device

    package init(_ device: Device) { self.device = device }

    /// Finishes every purchase that was left half paid. What cannot be finished now, because a relay or
    /// merchant does not answer, stays for the next start.
    package func runAll() async throws(Complaint) {
        let left = try await device.keeping { journal throws(JournalFailure) in
            try await journal.received().filter { !$0.isTold && ($0.fence != nil || $0.outcome != nil) }
        }
        for handoff in left { _ = try await run(handoff) }
    }

    /// Finishes one, and says how it ended; nil where nothing was begun, or where its sheet may be opened
    /// again.
    package func run(_ handoff: ReceivedHandoff) async throws(Complaint) -> Ending? {
        guard !handoff.isTold else { return nil }
        let key = handoff.key
        let attempts = try await device.keeping { journal throws(JournalFailure) in
            try await journal.attempts(of: key)
        }
        guard handoff.outcome != nil || !attempts.isEmpty else { return nil }
        let opened = try await device.open(handoff)
        let telling = OutcomeTelling(device: device, opened: opened, fence: handoff.fence)
        if let outcome = handoff.outcome {
            try await telling.send(outcome)
            return try await ending(key)
        }
        guard let last = attempts.last else { return nil }
        switch last.state {
        case .ordered, .sent: return try await settle(last, opened, telling)
        case .declined: return try await fail(opened, telling)
        case .journaled: return try await unsent(last, opened, telling)
        }
    }

    /// The request may have left: the same bytes tell what became of it.
    private func settle(
        _ attempt: PaymentAttempt, _ opened: OpenedHandoff, _ telling: OutcomeTelling
    ) async throws(Complaint) -> Ending {
        guard let access = opened.access else { return .inDoubt }
        let settling = AttemptSettling(device: device, key: opened.key, access: access)
        switch try await settling.run(attempt.number) {
        case .unknown: return .inDoubt
        case .declined: return try await fail(opened, telling) ?? .paymentFailed(reason: nil)
        case .ordered(let order):
            let total = order.total ?? opened.request.total.amount
            let placed = PlacedOrder(
                key: opened.key, origin: opened.origin, merchant: opened.request.total.label.raw,
                orderID: order.id, number: order.number, link: order.link?.raw, total: total,
                payment: attempt.payment, items: opened.request.lineItems.first?.label.cleaned,
                arrival: order.arrival?.interval, placedAt: device.clock.wallTime().seconds)
            try await telling.ordered(placed)
            try await end(opened.key, .ordered)
            device.face.show(
                .result(
                    ResultShown(
                        id: opened.key.id.text, merchant: opened.request.total.label, ending: .ordered,
                        order: OrderShown(placed))))
            return .ordered
        }
    }

    /// Nothing was sent to the merchant. While the relay still waits for this phone the payment goes on;
    /// after that the journal entitles to failure.
    private func unsent(
        _ attempt: PaymentAttempt, _ opened: OpenedHandoff, _ telling: OutcomeTelling
    ) async throws(Complaint) -> Ending? {
        switch try await state(opened) {
        case .authorizing?: return try await settle(attempt, opened, telling)
        default:
            let key = opened.key
            try await device.keeping { journal throws(JournalFailure) in
                try await journal.mark(attempt.number, of: key, .declined)
            }
            return try await fail(opened, telling)
        }
    }

    /// Every attempt was answered with no. Where the relay waits it is told so; else the sheet may be opened
    /// again.
    private func fail(_ opened: OpenedHandoff, _ telling: OutcomeTelling) async throws(Complaint) -> Ending? {
        switch try await state(opened) {
        case .authorizing?, .inDoubt?:
            let failure = SheetFailure.abandoned
            try await telling.failed(failure.reason, Words.failure(failure))
            try await end(opened.key, .paymentFailed(reason: nil))
            return .paymentFailed(reason: nil)
        default: return nil
        }
    }

    private func state(_ opened: OpenedHandoff) async throws(Complaint) -> HandoffState? {
        do throws(RelayError) { return try await opened.line.client.handoff(opened.key).state } catch {
            if error.code == .notFound { return nil }
            throw Complaint(error, at: opened.line.relay.base.text)
        }
    }

    private func end(_ key: HandoffKey, _ ending: Ending) async throws(Complaint) {
        try await device.keeping { journal throws(JournalFailure) in
            try await journal.end(key, ending.name)
        }
    }

    /// What was told: an order that is in the journal, else that nothing was charged.
    private func ending(_ key: HandoffKey) async throws(Complaint) -> Ending {
        let isOrdered = try await device.keeping { journal throws(JournalFailure) in
            try await journal.orders().contains { $0.key == key }
        }
        let ending: Ending = isOrdered ? .ordered : .paymentFailed(reason: nil)
        try await end(key, ending)
        return ending
    }
}
