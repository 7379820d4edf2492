import Checkout
import JSON

/// ACP's `DiscountsResponse` of our records.
struct PromoWriter {
    private let promo: [PromoResult]
    private let currency: Currency

    init(_ promo: [PromoResult], _ currency: Currency) {
        self.promo = promo
        self.currency = currency
    }

    var json: JSONValue {
        var applied: [JSONValue] = []
        var rejected: [JSONValue] = []
        for result in promo {
            switch result.verdict {
            case .applied(let amount, let label): applied.append(entry(result.code, amount, label))
            case .rejected(let reason, let text):
                rejected.append(
                    [
                        "code": .string(result.code), "reason": .string(reason.text),
                        "message": .string(text.raw),
                    ])
            }
        }
        let codes = promo.filter { !$0.code.isEmpty }.map { JSONValue.string($0.code) }
        return ["codes": .array(codes), "applied": .array(applied), "rejected": .array(rejected)]
    }

    private func entry(_ code: String, _ amount: Amount, _ label: ForeignText) -> JSONValue {
        let id = "discount_" + (code.isEmpty ? "automatic" : code.lowercased())
        var object: JSONObject = ["id": .string(id)]
        if !code.isEmpty { object["code"] = .string(code) }
        object["coupon"] = [
            "id": .string(id), "name": .string(label.raw), "amount_off": .integer(amount.minorUnits),
            "currency": .string(currency.code.lowercased()),
        ]
        object["amount"] = .integer(amount.minorUnits)
        if code.isEmpty { object["automatic"] = true }
        return .object(object)
    }
}
