internal import Blocking
internal import Checkout
internal import HTTPMessages
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
        var watching = Watching()
        for await change in events.follower.changes() {
            for event in try await heard(change, id) {
                if let ending = try await perform(watching.apply(event), id, &watching) { return ending }
            }
        }
        return try await perform(watching.apply(.interrupted), id, &watching) ?? .interrupted
    }

    /// What a change says of this purchase, and what the journal does by now.
    private func heard(
        _ change: Follower.Change, _ id: HandoffID
    ) async throws(Complaint) -> [Watching.Event] {
        var events: [Watching.Event] = []
        switch change {
        case .failed(let complaint): throw complaint
        case .event(.delivered(let status)) where status.key.id == id: events = [.delivered]
        case .lost: events = [.lost]
        case .connected, .tick(isHeard: true): events = [.connected]
        case .event, .owned, .tick: break
        }
        let sent = try await device.sent(id)
        return events + [sent.ending.map { .ended(Ending($0)) } ?? .stands(sent.state)]
    }

    /// Does what is asked for; the end, once there is one.
    private func perform(
        _ effects: [Watching.Effect], _ id: HandoffID, _ watching: inout Watching
    ) async throws(Complaint) -> Ending? {
        for effect in effects {
            switch effect {
            case .show(let step): device.face.show(.progress(id: id.text, step))
            case .warnLost: device.face.warn(.relayUnreachable(line.relay.base.text))
            case .askMerchant:
                let order = await WatchEvents(device: device, line: line).order(
                    for: try await device.sent(id))
                // The phone may have told the end meanwhile.
                let ending = try await device.sent(id).ending
                let event = ending.map { Watching.Event.ended(Ending($0)) } ?? .merchantSaid(order?.number)
                return try await perform(watching.apply(event), id, &watching)
            case .warnOrder(let number): device.face.warn(.shopHasOrder(number))
            case .end(let ending): return show(ending, try await device.sent(id))
            }
        }
        return nil
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
            // Nothing that is there is replaced: it may be a key, or a device.
            guard try DurableFile.create(output, with: payment.applePay.encoded() + [UInt8(ascii: "\n")])
            else {
                device.face.warn(.unwritableFile(Words.Send.isThere(output)))
                return nil
            }
            return output
        } catch {
            // The journal has it, and it is shown.
            device.face.warn(.unwritableFile("\(error)"))
            return nil
        }
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
