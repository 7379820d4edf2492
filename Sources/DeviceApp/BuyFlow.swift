internal import BatonClient
internal import Checkout
internal import Crypto
internal import HTTPMessages
internal import Handoffs
internal import Merchant
internal import Sealing
package import Surfaces

/// What `baton-watch buy` was told.
package struct BuyOrder: Sendable {
    /// Each `ITEM[:N][,NAME=VALUE]…`.
    package var items: [String]
    package var shop: String
    package var codes: [String] = []
    package var method: String?
    /// `--note`: a gift message or a word for whoever delivers it.
    package var note = ""
    package var recipients: [String] = []
    package var lifetime: Duration = .seconds(600)
    /// `--yes`
    package var isConfirmed = false
    /// `--drop-refused-codes`
    package var dropsRefusedCodes = false
    /// `--split`: what cannot be handed over together becomes several purchases.
    package var splits = false
    /// `--no-wait` turns it off.
    package var waits = true
    /// The beginning of the id of an earlier purchase of the same goods.
    package var replaces: String?

    package init(items: [String], shop: String) {
        self.items = items
        self.shop = shop
    }
}

/// `baton-watch buy`: prices, checks codes, asks, hands off, waits (AP-1, AP-3).
package struct BuyFlow: Sendable {
    private let device: Device
    private let order: BuyOrder
    private let shopping: Shopping

    package init(_ device: Device, _ order: BuyOrder) throws(Complaint) {
        self.device = device
        self.order = order
        shopping = try Shopping(device, shop: order.shop)
    }

    /// Buys. The handoff lives on when this is interrupted after it was acknowledged.
    package func run() async throws(Complaint) -> Ending {
        let (line, phones) = try await device.recipients(order.recipients)
        let replaced = try await replaced()
        await warnOfDoubt(except: replaced)
        let products = try await shopping.products()
        var items: [BagItem] = []
        for text in order.items { items.append(try shopping.item(text, among: products)) }
        let bags = try await bags(of: items, for: phones)
        do throws(Complaint) {
            guard device.face.canShow else { throw .outputLost }
        } catch {
            for bag in bags { await bag.giveUp() }
            throw error
        }
        let making = HandoffMaking(device: device, line: line, phones: phones)
        var sent: [SentHandoff] = []
        for bag in bags {
            let id = HandoffID(at: line.client.now, random: RandomBytes.make(10))
            // A purchase that this one replaces is replaced once.
            sent.append(
                try await making.send(
                    HandoffCargo(bag.answer), id: id, lifetime: order.lifetime,
                    replacing: sent.isEmpty ? replaced : nil))
        }
        return try await ending(of: sent, at: line)
    }

    /// The ends of what was handed off, one after the other; what went otherwise than ordered counts.
    private func ending(of sent: [SentHandoff], at line: RelayLine) async throws(Complaint) -> Ending {
        var last: Ending = .ordered
        for handoff in sent {
            let ending: Ending
            if order.waits {
                ending = try await WatchWait(device: device, line: line).result(of: handoff.id)
            } else {
                ending = .handedOff
                device.face.show(
                    .result(
                        ResultShown(
                            id: handoff.id.text, merchant: ForeignText(handoff.merchantName), ending: ending))
                )
            }
            if last == .ordered { last = ending }
        }
        return last
    }

    /// Priced and agreed to: one bag, or several where its things go different ways (AP-4).
    private func bags(of items: [BagItem], for phones: [PairedDevice]) async throws(Complaint) -> [Bag] {
        var settled: [Bag] = []
        do throws(Complaint) {
            let whole = try await Bag(
                items, codes: order.codes, note: order.note, for: phones, at: shopping)
            guard whole.hasSeveralWays else { return [try await agreed(whole)] }
            await whole.giveUp()
            let split = BagSplit(shopping: shopping, phones: phones)
            let groups = try await split.groups(of: items)
            let names = groups.map { $0.map(\.variant.title) }
            guard groups.count > 1 else { throw .severalWays(names) }
            device.face.show(.severalWays(names))
            if !order.splits {
                guard !order.isConfirmed, try await device.face.confirm(.split) else {
                    throw .severalWays(names)
                }
            }
            for group in groups {
                settled.append(
                    try await agreed(
                        try await Bag(
                            group, codes: order.codes, note: order.note, for: phones, at: shopping)))
            }
            return settled
        } catch {
            for bag in settled { await bag.giveUp() }
            throw error
        }
    }

    /// The bag as the person said yes to it; else it is given up.
    private func agreed(_ priced: Bag) async throws(Complaint) -> Bag {
        var bag = priced
        do throws(Complaint) {
            try await goOnElsewhere(&bag)
            if let fault = bag.fault { throw .shopRefused(fault.text) }
            if let method = order.method { try await bag.choose(method: method) }
            try await dropRefusedCodes(&bag)
            try show(bag)
            while !order.isConfirmed {
                guard let text = try await device.face.ask(.bag) else {
                    throw .notConfirmed(wasAsked: device.face.isInteractive)
                }
                guard let edit = BagEdit(text) else {
                    device.face.warn(.unknownEdit(text))
                    continue
                }
                if edit == .order { break }
                if edit == .leave { throw .notConfirmed(wasAsked: device.face.isInteractive) }
                do throws(Complaint) { try await bag.apply(edit, device.face) } catch {
                    if error == .interrupted { throw error }
                    device.face.warn(error)
                }
                try show(bag)
            }
        } catch {
            await bag.giveUp()
            throw error
        }
        return bag
    }

    private func replaced() async throws(Complaint) -> HandoffID? {
        guard let name = order.replaces else { return nil }
        return try await device.sent(called: name).id
    }

    /// Nobody pays twice because the first payment's answer was lost: what is in doubt at this shop is said
    /// before anything is offered to be paid again (design, section 5).
    private func warnOfDoubt(except replaced: HandoffID?) async {
        do {
            let origin = shopping.origin
            let doubtful = try await device.journal.sent().filter { sent in
                sent.ending == nil && sent.state == .inDoubt && sent.id != replaced
                    && sent.merchant.flatMap { BaseURL($0.origin) } == origin
            }
            for sent in doubtful {
                guard let line = try await device.lines().first(where: { $0.relay.number == sent.relay })
                else { continue }
                let order = await WatchEvents(device: device, line: line).order(for: sent)
                device.face.warn(.earlierInDoubt(sent.id.text, order: order?.number))
            }
        } catch {
            // What cannot be read is said by the next step, which needs the journal too.
        }
    }

    /// Some purchases go on at the merchant's own page, such as where an age is to be proved: shows it and
    /// waits until the merchant says that the session may be ordered. Its own expiry ends that at last.
    private func goOnElsewhere(_ bag: inout Bag) async throws(Complaint) {
        guard bag.answer.session.status == .requiresEscalation else { return }
        let reason = bag.answer.session.messages.first { $0.kind == .error }?.text
        guard let link = bag.answer.session.continueURL,
            link.raw.hasPrefix("https://") || shopping.isPlain
        else { throw .mustContinue(reason) }
        device.face.show(.continueAt(link))
        while bag.answer.session.status == .requiresEscalation {
            do { try await Task.sleep(for: Self.escalationInterval) } catch { throw .interrupted }
            try await bag.look()
        }
        switch bag.answer.session.status {
        case .ready, .notReady: return
        case .completed, .inProgress, .canceled, .expired, .authenticationRequired, .requiresEscalation,
            .other:
            throw .mustContinue(reason)
        }
    }

    /// How often the merchant is asked whether the person is done at its page.
    private static let escalationInterval: Duration = .seconds(2)

    /// Reports each refused code with its reason; nothing is handed off until the person decides (AP-3).
    private func dropRefusedCodes(_ bag: inout Bag) async throws(Complaint) {
        let refused = bag.refusedCodes
        guard !refused.isEmpty else { return }
        for code in refused { device.face.show(.codeRejected(CodeShown(code))) }
        if !order.dropsRefusedCodes {
            let names = refused.map { ForeignText($0.code) }
            guard !order.isConfirmed, try await device.face.confirm(.withoutCodes) else {
                throw .codesRefused(names)
            }
        }
        try await bag.submit(codes: bag.codes)
    }

    private func show(_ bag: Bag) throws(Complaint) {
        guard let quote = bag.answer.quote else { throw .shopUnusable("session") }
        let left = max(0, quote.expiresAt - device.clock.wallTime().seconds)
        device.face.show(
            .quoted(
                QuoteShown(
                    merchant: quote.request.total.label, origin: shopping.origin.origin,
                    request: quote.request, codes: bag.answer.session.promo.map { CodeShown($0) },
                    expiresIn: .seconds(left))))
    }
}

extension CodeShown {
    init(_ result: PromoResult) {
        switch result.verdict {
        case .applied(let amount, let label):
            self.init(code: ForeignText(result.code), verdict: .applied(amount, label: label))
        case .rejected(let reason, let message):
            self.init(
                code: ForeignText(result.code), verdict: .rejected(reason: reason.text, message: message))
        }
    }
}
