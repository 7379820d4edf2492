internal import BatonClient
internal import Checkout
internal import HTTPMessages
internal import Handoffs
internal import Merchant
internal import Sealing
internal import Surfaces
internal import Wire

/// Tells the relay, and through it the watch, how a purchase ended: kept first, then sent until it is taken
/// (design, section 5).
struct Settling: Sendable {
    let device: Device
    let line: RelayLine
    let opened: OpenedHandoff

    var key: HandoffKey { opened.key }

    /// The order exists: keeps it and its outcome, then posts that.
    func succeed(
        _ session: CheckoutSession, payment: String, paid: Amount?, fence: Fence
    ) async throws(Complaint) {
        guard let order = session.order else { throw .shopUnusable("order") }
        // What was agreed to was paid; what the merchant's order names instead is said, and never shown as
        // it.
        let named = order.total ?? session.total
        let total = paid ?? named ?? opened.request.total.amount
        warn(of: named, insteadOf: total)
        let items = Words.Order.items(session.lines.map { ($0.quantity, $0.name) })
        let placed = PlacedOrder(
            key: key, origin: opened.origin, merchant: opened.merchantName.raw, orderID: order.id,
            number: order.number, link: device.followable(order.link)?.raw, total: total, payment: payment,
            items: items,
            arrival: order.arrival?.journalText, placedAt: device.clock.wallTime().seconds)
        try await device.keeping { journal throws(JournalFailure) in try await journal.keep(placed) }
        let confirmation = OrderConfirmation(
            orderID: order.id, number: order.number, link: device.followable(order.link)?.raw,
            total: total.minorUnits,
            currency: total.currency.code, payment: payment, summary: items,
            arrival: order.arrival?.journalText)
        try await post(.ordered(confirmation), ending: "ordered", detail: nil, fence: fence)
    }

    /// Says that the merchant's order names another sum than was paid.
    func warn(of named: Amount?, insteadOf paid: Amount) {
        guard let named, named != paid else { return }
        device.face.warn(.otherTotal(named.plainText, paid.plainText))
    }

    /// Every attempt was answered and nothing was charged.
    func fail(_ reason: String, _ message: String?, fence: Fence) async throws(Complaint) {
        try await post(
            .failed(reason: reason, message: message), ending: "failed", detail: message, fence: fence)
    }

    func post(
        _ contents: OutcomeContents, ending: String, detail: String?, fence: Fence
    ) async throws(Complaint) {
        let text: String
        do throws(HandoffRefusal) {
            text = try opened.incoming.outcome(
                contents, fence: fence, with: line.relay.keys, at: line.client.now)
        } catch {
            throw .cannotShow("\(error)")
        }
        let key = key
        let kept = try await device.keeping { journal throws(JournalFailure) in
            try await journal.keepOutcome(text, ending, detail: detail, of: key)
        }
        try await tell(kept, fence: fence)
    }

    /// Posts the kept outcome. Where the relay cannot be reached it is posted with the next start.
    func tell(_ outcome: String, fence: Fence?) async throws(Complaint) {
        let key = key
        do throws(RelayError) {
            _ = try await line.client.settle(key, outcome: outcome)
        } catch {
            if case .refused(let problem) = error, problem.state == .claimed || problem.state == .offered {
                return try await giveBack(fence)
            }
            switch error.code {
            case .wrongState, .ended, .staleFence, .differs, .notFound:
                // The relay holds nothing that waits for it: an end was written there before.
                break
            default:
                if error.isCancelled { throw .interrupted }
                device.face.warn(Complaint(error, at: line.relay.base.text))
                return
            }
        }
        try await device.keeping { journal throws(JournalFailure) in try await journal.markTold(key) }
    }

    /// The relay never took the point of no return: it waits for no outcome, and the purchase waits on. The
    /// release makes the fence old, so that a late request for that point comes too late.
    private func giveBack(_ fence: Fence?) async throws(Complaint) {
        let key = key
        if let fence {
            do throws(RelayError) { _ = try await line.client.release(key, fence) } catch {
                if error.isCancelled { throw .interrupted }
                // Refused, the fence is old already; unanswered, the outcome is posted again with the next
                // start.
                guard case .refused = error else {
                    return device.face.warn(Complaint(error, at: line.relay.base.text))
                }
            }
        }
        try await device.keeping { journal throws(JournalFailure) in
            try await journal.reopen(key, as: .offered)
        }
    }
}
