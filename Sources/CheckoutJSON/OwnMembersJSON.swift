import Checkout
import JSON

/// What Apple's shape has no place for: the members of `baton`.
enum OwnMembersJSON {
    static func read(_ node: JSONNode, _ request: inout PaymentRequest, _ log: inout FaultLog) {
        guard let node = log.dictionary(node) else { return }
        let currency = request.currency
        request.intermediary = log.optionalText("intermediary", of: node)
        if let codes = log.member("promoCodes", of: node) {
            request.promoCodes += (log.sequence(codes) ?? []).compactMap { log.text($0) }.map {
                ForeignText($0)
            }
        }
        request.pendingReason = log.optionalText("pendingReason", of: node)
        request.pendingMaximum = amount("pendingMaximum", node, currency, &log)
        request.preauthorization = amount("preauthorization", node, currency, &log)
        if let flag = log.member("totalsInconsistent", of: node) {
            guard case .bool(let isInconsistent) = flag.value else {
                log.report(.wrongType, flag, "must be true or false")
                return
            }
            if isInconsistent { request.object(.totalsDoNotAddUp) }
        }
        if let id = log.member("selectedMethod", of: node) { select(id, &request, &log) }
        if let place = log.member("pickupPlace", of: node).flatMap({ log.dictionary($0) }) {
            request.pickupPlace = address(place, &log)
        }
    }

    private static func select(_ node: JSONNode, _ request: inout PaymentRequest, _ log: inout FaultLog) {
        guard let text = log.text(node), !request.shippingMethods.isEmpty else { return }
        guard let method = request.shippingMethods.first(where: { $0.identifier == text }) else {
            log.report(.unknownMethod, node, "must be the identifier of one of shippingMethods")
            return
        }
        request.selectedMethodID = method.id
    }

    /// Our own amounts are exact and not below zero.
    private static func amount(
        _ name: String, _ node: JSONNode, _ currency: Currency, _ log: inout FaultLog
    ) -> Amount? {
        guard let member = log.member(name, of: node), let amount = log.amount(member, currency) else {
            return nil
        }
        if amount.exact.isNegative { log.report(.negativeAmount, member, "must not be below zero") }
        return amount.written == nil ? amount.exact : nil
    }

    static func members(of request: PaymentRequest) -> JSONObject {
        var object = JSONObject()
        if let intermediary = request.intermediary { object["intermediary"] = .string(intermediary.raw) }
        if !request.promoCodes.isEmpty { object["promoCodes"] = .strings(request.promoCodes.map(\.raw)) }
        if let reason = request.pendingReason { object["pendingReason"] = .string(reason.raw) }
        if let maximum = request.pendingMaximum { object["pendingMaximum"] = .string(maximum.decimalText) }
        if let held = request.preauthorization { object["preauthorization"] = .string(held.decimalText) }
        if request.totalsAreInconsistent { object["totalsInconsistent"] = true }
        if let method = request.selectedMethod { object["selectedMethod"] = .string(method.identifier) }
        if let place = request.pickupPlace { object["pickupPlace"] = value(of: place) }
        return object
    }

    private static func address(_ node: JSONNode, _ log: inout FaultLog) -> PostalAddress {
        var lines: [String] = []
        if let member = log.member("addressLines", of: node) {
            for line in log.sequence(member) ?? [] { if let text = log.text(line) { lines.append(text) } }
        }
        return PostalAddress(
            lines: lines, city: log.optionalText("locality", of: node)?.raw ?? "",
            region: log.optionalText("administrativeArea", of: node)?.raw ?? "",
            postalCode: log.optionalText("postalCode", of: node)?.raw ?? "",
            country: log.requiredText("countryCode", of: node)?.raw ?? "")
    }

    /// As `ApplePayPaymentContact` names the parts.
    private static func value(of address: PostalAddress) -> JSONValue {
        [
            "addressLines": .strings(address.lines), "locality": .string(address.city),
            "administrativeArea": .string(address.region), "postalCode": .string(address.postalCode),
            "countryCode": .string(address.country),
        ]
    }
}
