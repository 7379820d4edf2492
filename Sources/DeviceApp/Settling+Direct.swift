internal import BatonClient
internal import Checkout
internal import Handoffs
internal import JSON
internal import Merchant
internal import Sealing
internal import Surfaces

extension Settling {
    /// A payment without a session was taken where its quote said, or goes back to the watch: keeps it and
    /// its outcome, then posts that. Everything comes from the attempt as it was journaled.
    func succeed(
        _ attempt: PaymentAttempt, _ order: MerchantOrder?, fence: Fence
    ) async throws(Complaint) {
        guard let paid = DirectPayment(attempt.body, opened.destination) else {
            throw .homeDamaged(device.home.folder, "attempt")
        }
        let total = paid.total
        warn(of: order?.total, insteadOf: total)
        let placed = PlacedOrder(
            key: key, origin: opened.origin, merchant: opened.merchantName.raw,
            orderID: order?.id ?? key.id.text, number: order?.number,
            link: order.flatMap { device.followable($0.link) }?.raw, total: total,
            payment: attempt.payment, items: nil, arrival: order?.arrival?.journalText,
            placedAt: device.clock.wallTime().seconds)
        try await device.keeping { journal throws(JournalFailure) in try await journal.keep(placed) }
        switch opened.destination {
        case .address:
            let confirmation = OrderConfirmation(
                orderID: placed.orderID, number: placed.number, link: placed.link, total: total.minorUnits,
                currency: total.currency.code, payment: attempt.payment, summary: nil,
                arrival: placed.arrival)
            try await post(.ordered(confirmation), ending: "ordered", detail: nil, fence: fence)
        case .watch:
            guard let given = paid.given else { throw .homeDamaged(device.home.folder, "attempt") }
            try await post(.authorized(given), ending: "authorized", detail: nil, fence: fence)
        }
    }
}

/// What a journaled attempt without a session says of itself.
struct DirectPayment {
    let total: Amount
    /// Where it goes back to the watch.
    let given: GivenPayment?

    /// Reads what `DirectPaymentMaking` wrote; nil for anything else.
    init?(_ body: [UInt8], _ destination: PaymentDestination) {
        do {
            let node = try JSONNode(parsing: body)
            switch destination {
            case .watch:
                let given = try GivenPayment(from: node)
                guard let currency = Currency(given.currency) else { return nil }
                total = Amount(given.total, currency)
                self.given = given
            case .address:
                let agreed = try node.member("baton")
                guard let currency = Currency(try agreed.member("currency").string()) else { return nil }
                total = try Amount(decimalText: try agreed.member("total").string(), currency)
                given = nil
            }
        } catch {
            // The caller reports the row.
            return nil
        }
    }
}

extension OpenedHandoff {
    /// How a payment that went well ends.
    var paidEnding: Ending {
        switch backing {
        case .session: .ordered
        case .standing, .nobody:
            switch destination {
            case .address: .ordered
            case .watch: .authorized
            }
        }
    }
}

extension OrderSummary {
    /// What a standing quote's address said of a payment of `total`, or nothing where the payment goes back
    /// to the watch.
    init(_ order: MerchantOrder?, total: Amount) {
        self.init(
            number: ForeignText(order?.number ?? ""), total: total, link: order?.link,
            arrival: order?.arrival)
    }
}

extension PaymentShown {
    /// As the phone shows it: the payment itself is no longer here.
    init(_ order: PlacedOrder, _ opened: OpenedHandoff) {
        self.init(
            total: order.total, isPending: opened.request.total.isPending, label: order.payment, text: nil,
            hasToken: opened.recipient != nil)
    }
}

extension Device {
    /// A merchant's link where it is one to a page: https, or http where the demo's flag allows that.
    func followable(_ link: ForeignText?) -> ForeignText? {
        guard let link else { return nil }
        let allowed = settings.allowsLocalMerchants ? ["https://", "http://"] : ["https://"]
        return allowed.contains { link.raw.lowercased().hasPrefix($0) } ? link : nil
    }
}
