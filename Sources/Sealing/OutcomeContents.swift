internal import JSON

/// What an outcome seals: how the purchase ended, for the watch alone (Protocol/outcome.md).
package enum OutcomeContents: Sendable, Equatable {
    /// The order exists.
    case ordered(OrderConfirmation)
    /// Every attempt was answered and nothing was charged. `reason` is a code of Protocol/outcome.md.
    case failed(reason: String, message: String?)
}

/// What both devices show after payment (AP-13).
package struct OrderConfirmation: Sendable, Equatable {
    /// The merchant's id of the order.
    package let orderID: String
    /// What the person calls it, such as `1043`.
    package let number: String?
    /// Where its page is.
    package let link: String?
    /// Minor units of `currency`.
    package let total: Int64
    /// ISO 4217, upper case.
    package let currency: String
    /// Such as `Visa 1234 (Baton Pay)`.
    package let payment: String
    /// What was ordered, in a line.
    package let summary: String?
    /// When it arrives, as the merchant said it.
    package let arrival: String?

    /// A confirmation; texts longer than the outcome holds are left out when it is sealed.
    package init(
        orderID: String, number: String?, link: String?, total: Int64, currency: String, payment: String,
        summary: String?, arrival: String?
    ) {
        self.orderID = orderID
        self.number = number
        self.link = link
        self.total = total
        self.currency = currency
        self.payment = payment
        self.summary = summary
        self.arrival = arrival
    }
}

extension OutcomeContents {
    init(parsing plaintext: [UInt8]) throws(JSONError) {
        let node = try JSONNode(parsing: plaintext, limits: JSONLimits(bytesMax: 1024, depthMax: 4))
        let result = try node.member("result")
        switch try result.string() {
        case "ordered": self = .ordered(try OrderConfirmation(from: try node.member("order")))
        case "failed":
            self = .failed(
                reason: try node.member("reason").string(), message: try node.optional("message")?.string())
        default: throw result.invalid("must be ordered or failed")
        }
    }

    /// The fullest form that fits into `bytesMax`: long texts go first, the order's id and total never.
    func encoded(bytesMax: Int) -> [UInt8]? {
        let forms: [JSONValue]
        switch self {
        case .ordered(let order):
            forms = [[], ["summary"], ["summary", "link"], ["summary", "link", "arrival", "number"]].map {
                omitted in
                ["result": "ordered", "order": order.json(without: omitted)]
            }
        case .failed(let reason, let message):
            var full = JSONObject()
            full["result"] = "failed"
            full["reason"] = .string(reason)
            var short = full
            full["message"] = message.map { .string($0) }
            short["message"] = nil
            forms = [.object(full), .object(short)]
        }
        return forms.lazy.map { $0.encoded() }.first { $0.count <= bytesMax }
    }
}

extension OrderConfirmation {
    init(from node: JSONNode) throws(JSONError) {
        self.init(
            orderID: try node.member("id").string(), number: try node.optional("number")?.string(),
            link: try node.optional("link")?.string(), total: try node.member("total").integer(),
            currency: try node.member("currency").string(), payment: try node.member("payment").string(),
            summary: try node.optional("summary")?.string(), arrival: try node.optional("arrival")?.string())
    }

    func json(without omitted: [String]) -> JSONValue {
        var object = JSONObject()
        object["id"] = .string(orderID)
        object["number"] = number.map { .string($0) }
        object["link"] = link.map { .string($0) }
        object["total"] = .integer(total)
        object["currency"] = .string(currency)
        object["payment"] = .string(payment)
        object["summary"] = summary.map { .string($0) }
        object["arrival"] = arrival.map { .string($0) }
        for name in omitted { object[name] = nil }
        return .object(object)
    }
}
