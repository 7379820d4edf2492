import Checkout
import JSON

extension MerchantOrder {
    /// Reads an order, in a session, in an event or by itself: words that are not known are kept.
    init(from node: JSONNode, _ money: MoneyReader) throws(JSONError) {
        let sessionID = try node.member("checkout_session_id").string()
        // The release's own events leave it out.
        let id = try node.present("id")?.string() ?? sessionID
        self.init(
            id: id, sessionID: sessionID,
            number: try node.present("order_number")?.string() ?? id,
            status: try node.present("status")?.string() ?? "created")
        link = try node.text("permalink_url")
        for total in try node.elements("totals") {
            if try total.member("type").string() == Self.refunded { continue }
            let entry = try SessionTotal(from: total, money)
            totals.append(entry)
            if entry.kind == .total { self.total = entry.amount }
        }
        if totals.count == 1 { totals = [] }
        if let days = try node.present("estimated_delivery") {
            arrival = try CalendarDateRange.read(days.present("earliest"), days.present("latest"))
        }
        for line in try node.elements("line_items") { lines.append(try OrderLine(from: line, money)) }
        if let first = try node.elements("fulfillments").first {
            fulfillment = try OrderFulfillment(from: first)
        }
        notes = try node.present("confirmation")?.text("order_notes")
        refund = try Self.refund(node, money)
    }

    /// ACP's type of a total that says what was given back.
    static let refunded = "amount_refunded"

    private static func refund(_ node: JSONNode, _ money: MoneyReader) throws(JSONError) -> OrderRefund? {
        var refund: OrderRefund?
        for entry in try node.elements("adjustments") {
            guard try entry.member("type").string() == "refund", let sum = try entry.present("amount"),
                let at = UTCTime.seconds(try entry.member("occurred_at").string())
            else { continue }
            let amount = try money.amount(sum)
            do throws(MoneyError) {
                let before = refund?.amount ?? .zero(money.currency)
                refund = OrderRefund(amount: try before.adding(amount), at: at)
            } catch {
                throw sum.invalid("is too large")
            }
        }
        return refund
    }
}

extension OrderLine {
    fileprivate init(from node: JSONNode, _ money: MoneyReader) throws(JSONError) {
        let id = try node.member("id").string()
        let quantity = try node.member("quantity")
        let ordered = try quantity.member("ordered").integer(in: 0...1_000_000)
        self.init(
            id: id, title: try node.text("title") ?? ForeignText(id),
            productID: try node.present("product_id")?.string() ?? "", ordered: ordered,
            unitAmount: try node.present("unit_price").map { price throws(JSONError) in
                try money.amount(price)
            }
        )
        current = try quantity.present("current")?.integer(in: 0...1_000_000) ?? ordered
        fulfilled = try quantity.present("fulfilled")?.integer(in: 0...1_000_000) ?? 0
    }
}

extension OrderFulfillment {
    fileprivate init(from node: JSONNode) throws(JSONError) {
        let kind = FulfillmentOption.Kind(rawValue: try node.member("type").string()) ?? .shipping
        self.init(kind, status: try node.present("status")?.string() ?? "pending")
        for step in try node.elements("events") {
            guard let at = UTCTime.seconds(try step.member("occurred_at").string()) else { continue }
            steps.append(Step(status: try step.member("type").string(), at: at))
        }
    }
}
