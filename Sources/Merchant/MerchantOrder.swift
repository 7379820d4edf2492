package import Checkout
package import JSON

/// An order as the merchant tells of it (AP-13, SN-7).
package struct MerchantOrder: Hashable, Sendable {
    package var id: String
    package var sessionID: String
    /// What people call it.
    package var number: String
    /// Created, confirmed, shipped and so on; a word of the merchant's (checkout 79).
    package var status: String
    package var link: ForeignText?
    package var total: Amount?
    package var arrival: CalendarDateRange?
    /// What was ordered, as far as the merchant tells.
    package var lines: [OrderLine] = []
    /// All sums, the total among them; empty where the merchant tells the total alone.
    package var totals: [SessionTotal] = []
    /// How the goods are coming along.
    package var fulfillment: OrderFulfillment?
    /// The gift message or word that came with it, as the merchant has it.
    package var notes: ForeignText?
    /// What was given back; nil where nothing was.
    package var refund: OrderRefund?

    /// An order with what is always there.
    package init(id: String, sessionID: String, number: String, status: String) {
        self.id = id
        self.sessionID = sessionID
        self.number = number
        self.status = status
    }

    /// What people want to know: how the goods are coming along, where the merchant tells, else the order.
    package var progress: String {
        if let fulfillment, !fulfillment.status.isEmpty, fulfillment.status != "pending" {
            return fulfillment.status
        }
        return status
    }
}

/// So many of one thing that was ordered.
package struct OrderLine: Hashable, Sendable {
    package var id: String
    package var title: ForeignText
    /// The variant.
    package var productID: String
    package var ordered: Int64
    /// What is still part of the order, and what was handed over.
    package var current: Int64
    package var fulfilled: Int64
    package var unitAmount: Amount?

    /// A line as it was ordered.
    package init(id: String, title: ForeignText, productID: String, ordered: Int64, unitAmount: Amount?) {
        self.id = id
        self.title = title
        self.productID = productID
        self.ordered = ordered
        current = ordered
        fulfilled = 0
        self.unitAmount = unitAmount
    }

    /// ACP's word, derived from the counts.
    var status: String {
        if current == 0 { return "removed" }
        return fulfilled >= current ? "fulfilled" : fulfilled > 0 ? "partial" : "processing"
    }
}

/// How the goods of an order come to the person.
package struct OrderFulfillment: Hashable, Sendable {
    /// One step, and when it was.
    package struct Step: Hashable, Sendable {
        package var status: String
        /// Seconds since 1970.
        package var at: Int64
    }

    package var kind: FulfillmentOption.Kind
    /// ACP's word, or one of the merchant's own.
    package var status: String
    package var steps: [Step] = []

    /// Nothing has happened yet.
    package init(_ kind: FulfillmentOption.Kind, status: String = "pending") {
        self.kind = kind
        self.status = status
    }
}

/// What was given back of an order's total.
package struct OrderRefund: Hashable, Sendable {
    package var amount: Amount
    /// Seconds since 1970.
    package var at: Int64
}

extension MerchantOrder {
    /// Reads an order whose sums say no currency, as `json` wrote it.
    package init(stored node: JSONNode, currency: Currency) throws(JSONError) {
        try self.init(from: node, MoneyReader(currency, nil))
    }
}
