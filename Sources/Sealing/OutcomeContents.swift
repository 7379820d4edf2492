package import JSON
internal import Wire

/// What an outcome seals: how the purchase ended, for the watch alone (Protocol/outcome.md).
package enum OutcomeContents: Sendable, Equatable {
    /// The order exists.
    case ordered(OrderConfirmation)
    /// The person has paid a request that no merchant takes by itself: here is the payment, for whoever began
    /// the purchase to charge. Nothing is charged yet.
    case authorized(GivenPayment)
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

/// A payment that is given back to the device that asked for it.
package struct GivenPayment: Sendable, Equatable {
    /// Minor units of `currency`.
    package let total: Int64
    /// ISO 4217, upper case.
    package let currency: String
    /// Whether the total is not known yet: `total` is then what the request named (AP-10).
    package let isPending: Bool
    /// Such as `Visa 1234 (Baton Pay)`.
    package let label: String
    /// The shipping method that was chosen, by its id.
    package let method: String?
    /// The `ApplePayPayment`: `token`, absent where the request named nobody whom it could be sealed to, and
    /// the contacts that were asked for.
    package let applePay: JSONValue

    /// What the person agreed to, and what came of it.
    package init(
        total: Int64, currency: String, isPending: Bool = false, label: String, method: String? = nil,
        applePay: JSONValue
    ) {
        self.isPending = isPending
        self.total = total
        self.currency = currency
        self.label = label
        self.method = method
        self.applePay = applePay
    }
}

extension OutcomeContents {
    init(parsing plaintext: [UInt8]) throws(JSONError) {
        let node = try JSONNode(
            parsing: plaintext,
            limits: JSONLimits(bytesMax: WireLimits.sealedPaymentOutcomeBytes, depthMax: 16))
        let result = try node.member("result")
        switch try result.string() {
        case "ordered": self = .ordered(try OrderConfirmation(from: try node.member("order")))
        case "authorized": self = .authorized(try GivenPayment(from: try node.member("authorization")))
        case "failed":
            self = .failed(
                reason: try node.member("reason").string(), message: try node.optional("message")?.string())
        default: throw result.invalid("must be ordered, authorized or failed")
        }
    }

    /// The fullest form that fits into `bytesMax`: long texts go first, the order's id and total never.
    package func encoded(bytesMax: Int) -> [UInt8]? {
        let forms: [JSONValue]
        switch self {
        case .ordered(let order):
            forms = [[], ["summary"], ["summary", "link"], ["summary", "link", "arrival", "number"]].map {
                omitted in
                ["result": "ordered", "order": order.json(without: omitted)]
            }
        case .authorized(let payment): forms = [["result": "authorized", "authorization": payment.json]]
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

extension GivenPayment {
    /// Reads what an outcome or a journal holds.
    package init(from node: JSONNode) throws(JSONError) {
        let applePay = try node.member("apple_pay")
        guard case .object = applePay.value else { throw applePay.invalid("must be an object") }
        self.init(
            total: try node.member("total").integer(), currency: try node.member("currency").string(),
            isPending: try node.optional("pending")?.bool() ?? false,
            label: try node.member("payment").string(), method: try node.optional("method")?.string(),
            applePay: applePay.value)
    }

    /// As an outcome and a journal hold it.
    package var json: JSONValue {
        var object: JSONObject = [
            "total": .integer(total), "currency": .string(currency), "payment": .string(label),
        ]
        if isPending { object["pending"] = true }
        object["method"] = method.map { .string($0) }
        object["apple_pay"] = applePay
        return .object(object)
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
