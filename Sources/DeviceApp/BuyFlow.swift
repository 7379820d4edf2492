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
    package var item: String
    package var shop: String
    package var quantity: Int = 1
    package var options: [(key: String, value: String)] = []
    package var codes: [String] = []
    package var method: String?
    package var recipients: [String] = []
    package var lifetime: Duration = .seconds(600)
    /// `--yes`
    package var isConfirmed = false
    /// `--drop-refused-codes`
    package var dropsRefusedCodes = false
    /// `--no-wait` turns it off.
    package var waits = true
    /// The beginning of the id of an earlier purchase of the same goods.
    package var replaces: String?

    package init(item: String, shop: String) {
        self.item = item
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
        let id = HandoffID(at: line.client.now, random: RandomBytes.make(10))
        var answer = try await price(id, for: phones)
        do throws(Complaint) {
            answer = try await withoutRefusedCodes(answer, id)
            guard let quote = answer.quote else { throw .shopUnusable("session") }
            show(quote, answer.session)
            if !order.isConfirmed, try await !device.face.confirm(.order) {
                throw .notConfirmed(wasAsked: device.face.isInteractive)
            }
            guard device.face.canShow else { throw .outputLost }
        } catch {
            await cancel(answer.access, id)
            throw error
        }
        let making = HandoffMaking(device: device, line: line, phones: phones)
        let sent = try await making.send(
            HandoffCargo(answer), id: id, lifetime: order.lifetime, replacing: replaced)
        guard order.waits else {
            device.face.show(
                .result(
                    ResultShown(
                        id: id.text, merchant: ForeignText(sent.merchantName), ending: .handedOff)))
            return .handedOff
        }
        return try await WatchWait(device: device, line: line).result(of: id)
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

    private func price(_ id: HandoffID, for phones: [PairedDevice]) async throws(Complaint) -> CheckoutAnswer
    {
        let variant = try await shopping.variant(order.item, options: order.options)
        var create = CheckoutCreate(
            items: [OrderedVariant(id: variant.id, quantity: Int64(order.quantity))],
            currency: variant.price.currency, codes: order.codes)
        create.address = phones.lazy.compactMap(\.region).first.map { region in
            PostalAddress(region: region.region, postalCode: region.postalPrefix, country: region.country)
        }
        let opening = create
        // Random, for whoever knows the key and guesses the body is given the session's credentials: the
        // relay knows the handoff's id.
        let key = IdempotencyKey.fresh()
        var answer = try await shopping.asking { client throws(MerchantFailure) in
            try await client.create(opening, idempotencyKey: key)
        }
        if let method = order.method {
            var change = CheckoutUpdate()
            change.optionID = method
            guard answer.session.options.contains(where: { $0.id == method }) else {
                await cancel(answer.access, id)
                throw .unknownMethod(method)
            }
            answer = try await update(change, answer, key: "method-\(id.text)")
        }
        return answer
    }

    /// Reports each refused code with its reason; nothing is handed off until the person decides (AP-3).
    private func withoutRefusedCodes(
        _ answer: CheckoutAnswer, _ id: HandoffID
    ) async throws(Complaint) -> CheckoutAnswer {
        let refused = answer.session.promo.filter { !$0.isApplied }
        guard !refused.isEmpty else { return answer }
        for code in refused { device.face.show(.codeRejected(CodeShown(code))) }
        if !order.dropsRefusedCodes {
            let names = refused.map { ForeignText($0.code) }
            guard !order.isConfirmed, try await device.face.confirm(.withoutCodes) else {
                throw .codesRefused(names)
            }
        }
        var change = CheckoutUpdate()
        change.codes = answer.session.promo.filter { $0.isApplied && !$0.code.isEmpty }.map(\.code)
        return try await update(change, answer, key: "codes-\(id.text)")
    }

    private func update(
        _ change: CheckoutUpdate, _ answer: CheckoutAnswer, key: String
    ) async throws(Complaint) -> CheckoutAnswer {
        try await shopping.asking { client throws(MerchantFailure) in
            try await client.update(
                change, options: answer.session.options, of: answer.access, idempotencyKey: key)
        }
    }

    private func show(_ quote: Quote, _ session: CheckoutSession) {
        let left = max(0, quote.expiresAt - device.clock.wallTime().seconds)
        device.face.show(
            .quoted(
                QuoteShown(
                    merchant: quote.request.total.label, origin: shopping.origin.origin,
                    request: quote.request, codes: session.promo.map { CodeShown($0) },
                    expiresIn: .seconds(left))))
    }

    /// A session that nobody will pay need not hold stock.
    private func cancel(_ access: SessionAccess, _ id: HandoffID) async {
        do throws(MerchantFailure) {
            _ = try await shopping.client.cancel(access, idempotencyKey: "cancel-\(id.text)")
        } catch {
            // It expires by itself.
        }
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
