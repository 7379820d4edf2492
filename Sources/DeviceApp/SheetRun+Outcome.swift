internal import BatonClient
internal import Checkout
internal import HTTPMessages
internal import Handoffs
internal import Merchant
internal import Sealing
internal import Surfaces
internal import Wire

/// Telling the watch how it ended (design, section 5, outcome).
extension SheetRun {
    /// The order exists: kept here, then told.
    func report(_ summary: OrderSummary) async {
        do throws(Complaint) {
            let attempts = try await device.keeping { [key = opened.key] journal throws(JournalFailure) in
                try await journal.attempts(of: key)
            }
            let placed = PlacedOrder(
                key: opened.key, origin: opened.origin, merchant: sheet.request.total.label.raw,
                orderID: order?.id ?? summary.number.raw, number: summary.number.raw,
                link: summary.link?.raw, total: summary.total, payment: attempts.last?.payment ?? "",
                items: answer.map { $0.session.itemsText }, arrival: summary.arrival?.interval,
                placedAt: device.clock.wallTime().seconds)
            self.placed = placed
            try await OutcomeTelling(device: device, opened: opened, fence: fence).ordered(placed)
        } catch {
            // It is in the journal, and told at the next start.
            device.face.show(.complained(error))
        }
        reported()
    }

    /// Every attempt was answered and nothing was charged.
    func report(_ failure: SheetFailure) async {
        do throws(Complaint) {
            try await OutcomeTelling(device: device, opened: opened, fence: fence)
                .failed(failure.reason, Words.failure(failure))
        } catch {
            device.face.show(.complained(error))
        }
        reported()
    }
}

/// Makes the one outcome of a handoff, keeps it before it is sent, and sends it until the relay has it.
struct OutcomeTelling: Sendable {
    let device: Device
    let opened: OpenedHandoff
    let fence: Fence?

    /// Keeps the order and tells the watch.
    func ordered(_ placed: PlacedOrder) async throws(Complaint) {
        try await device.keeping { journal throws(JournalFailure) in try await journal.keep(placed) }
        try await tell(
            .ordered(
                OrderConfirmation(
                    orderID: placed.orderID, number: placed.number, link: placed.link,
                    total: placed.total.minorUnits, currency: placed.total.currency.code,
                    payment: placed.payment, summary: placed.items, arrival: placed.arrival)))
    }

    /// Tells the watch that nothing was charged.
    func failed(_ reason: String, _ message: String) async throws(Complaint) {
        try await tell(.failed(reason: reason, message: message))
    }

    private func tell(_ contents: OutcomeContents) async throws(Complaint) {
        guard let fence else { throw .homeDamaged(device.home.journal, "fence") }
        let text: String
        do throws(HandoffRefusal) {
            text = try opened.incoming.outcome(
                contents, fence: fence, with: opened.line.relay.keys, at: opened.line.client.now)
        } catch {
            throw .cannotOpen("\(error)")
        }
        let key = opened.key
        let kept = try await device.keeping { journal throws(JournalFailure) in
            try await journal.keepOutcome(text, of: key)
        }
        try await send(kept)
    }

    /// Sends what is kept; the same bytes again give the same answer.
    func send(_ outcome: String) async throws(Complaint) {
        do throws(RelayError) {
            _ = try await opened.line.client.settle(opened.key, outcome: outcome)
        } catch {
            throw Complaint(error, at: opened.line.relay.base.text)
        }
        let key = opened.key
        try await device.keeping { journal throws(JournalFailure) in try await journal.markTold(key) }
    }
}

extension SheetFailure {
    /// The code of Protocol/outcome.md.
    var reason: String {
        switch self {
        case .declined: "payment_declined"
        case .notAcknowledged: "not_acknowledged"
        case .abandoned: "abandoned"
        }
    }
}

extension CheckoutSession {
    /// What was ordered, in a line: `2 × Latte, Espresso`.
    var itemsText: String {
        lines.map { $0.quantity == 1 ? $0.name.cleaned : "\($0.quantity) × \($0.name.cleaned)" }
            .joined(separator: ", ")
    }
}

extension CalendarDateRange {
    /// As ISO 8601 writes it: `2026-12-03/2026-12-05`.
    var interval: String { "\(first.text)/\(last.text)" }

    init?(interval: String) {
        let days = interval.split(separator: "/").map { CalendarDate(text: String($0)) }
        guard days.count == 2, let first = days[0], let last = days[1] else { return nil }
        self.init(first, last)
    }
}

extension OrderShown {
    /// An order of this phone's journal.
    init(_ placed: PlacedOrder) {
        self.init(
            number: ForeignText(placed.number ?? placed.orderID), merchant: ForeignText(placed.merchant),
            origin: placed.origin, total: placed.total, items: placed.items.map { ForeignText($0) },
            payment: placed.payment, link: placed.link.map { ForeignText($0) },
            arrival: placed.arrival.flatMap { CalendarDateRange(interval: $0) },
            placed: CalendarDate(daysSince1970: placed.placedAt / 86_400))
    }
}
