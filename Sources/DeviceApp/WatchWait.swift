internal import Blocking
internal import Checkout
internal import Handoffs
internal import JSON
internal import Merchant
internal import Sealing
internal import Surfaces
internal import Wire

/// Waits for the end of a purchase and shows how far it is.
struct WatchWait: Sendable {
    let device: Device
    let line: RelayLine
    /// A file for a payment that comes back.
    var output: String?

    /// The end, shown. When it is interrupted the handoff lives on; `status` and `cancel` find it.
    func result(of id: HandoffID) async throws(Complaint) -> Ending {
        let events = WatchEvents(device: device, line: line)
        var ladder = Ladder(id: id)
        for await change in events.follower.changes() {
            switch change {
            case .failed(let complaint): throw complaint
            case .event(let event): ladder.take(event, device.face)
            case .owned, .tick, .connected, .lost: break
            }
            let sent = try await device.sent(id)
            ladder.take(sent.state, device.face)
            if let ending = sent.ending { return show(Ending(ending), sent) }
            if sent.state == .inDoubt { return await showDoubt(sent) }
        }
        return show(.interrupted, try await device.sent(id))
    }

    /// Says what the merchant says: the phone alone can end the doubt, and nobody is to pay again meanwhile.
    func showDoubt(_ sent: SentHandoff) async -> Ending {
        let order = await WatchEvents(device: device, line: line).order(for: sent)
        if let order { device.face.warn(.shopHasOrder(order.number)) }
        return show(.inDoubt, sent)
    }

    /// Shows the end with its order.
    func show(_ ending: Ending, _ sent: SentHandoff) -> Ending {
        device.face.show(.result(ResultShown(sent, ending, savedTo: saved(sent))))
        return ending
    }

    /// Saves a payment that came back where that was asked for; where it went, or nil.
    private func saved(_ sent: SentHandoff) -> String? {
        guard let output, let payment = sent.givenPayment else { return nil }
        do throws(FileError) {
            try DurableFile.replace(output, with: payment.applePay.encoded() + [UInt8(ascii: "\n")])
            return output
        } catch {
            // The journal has it, and it is shown.
            device.face.warn(.unwritableFile("\(error)"))
            return nil
        }
    }
}

/// The steps of a handoff, each shown once (design, section 6).
private struct Ladder {
    let id: HandoffID
    private var shown: HandoffStep?

    init(id: HandoffID) { self.id = id }

    mutating func take(_ event: RelayEvent, _ face: any Face) {
        if case .delivered(let status) = event, status.key.id == id { show(.delivered, face) }
    }

    mutating func take(_ state: HandoffState, _ face: any Face) {
        switch state {
        case .offered: if shown == .claimed { show(.released, face) }
        case .claimed: show(.claimed, face)
        case .authorizing: show(.authorizing, face)
        case .inDoubt: show(.inDoubt, face)
        case .settled, .declined, .cancelled, .superseded, .expired: break
        }
    }

    private mutating func show(_ step: HandoffStep, _ face: any Face) {
        guard shown != step else { return }
        shown = step
        face.show(.progress(id: id.text, step))
    }
}

extension Ending {
    init(_ ending: SentEnding) {
        self =
            switch ending {
            case .ordered: .ordered
            case .authorized: .authorized
            case .failed(_, let message): .paymentFailed(reason: message.map { ForeignText($0) })
            case .declined: .declined
            case .cancelled: .cancelled
            case .expired: .expired
            case .superseded(let newer): .superseded(by: newer?.text)
            }
    }
}

extension ResultShown {
    init(_ sent: SentHandoff, _ ending: Ending, savedTo file: String?) {
        var shown: OrderShown?
        if case .ordered(let order)? = sent.ending, let currency = Currency(order.currency) {
            shown = OrderShown(
                number: ForeignText(order.number ?? order.orderID), merchant: ForeignText(sent.merchantName),
                origin: sent.origin, total: Amount(order.total, currency),
                items: ForeignText(order.summary ?? sent.items), payment: order.payment,
                link: order.link.map { ForeignText($0) },
                arrival: order.arrival.flatMap { CalendarDateRange(journalText: $0) })
        }
        self.init(
            id: sent.id.text, merchant: ForeignText(sent.merchantName), ending: ending, order: shown,
            payment: sent.givenPayment.flatMap { PaymentShown($0, savedTo: file) })
    }
}

extension CalendarDateRange {
    /// `2026-12-03/2026-12-05`, as outcomes and journals have it (ISO 8601).
    var journalText: String { "\(first.text)/\(last.text)" }

    init?(journalText: String) {
        let parts = journalText.split(separator: "/").map { CalendarDate(text: String($0)) }
        guard parts.count == 2, let first = parts[0], let last = parts[1] else { return nil }
        self.init(first, last)
    }
}
