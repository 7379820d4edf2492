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

    /// An order with what is always there.
    package init(id: String, sessionID: String, number: String, status: String) {
        self.id = id
        self.sessionID = sessionID
        self.number = number
        self.status = status
    }
}

extension MerchantOrder {
    /// Reads an order whose sums say no currency, as `json` wrote it.
    package init(stored node: JSONNode, currency: Currency) throws(JSONError) {
        try self.init(from: node, MoneyReader(currency, nil))
    }
}
