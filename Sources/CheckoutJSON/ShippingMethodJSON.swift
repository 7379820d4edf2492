import Checkout
import JSON

/// `ApplePayShippingMethod`: four members, all required, any of them empty.
enum ShippingMethodJSON {
    /// The methods of a request, each with an id of its own to choose it by.
    static func methods(
        _ node: JSONNode, _ currency: Currency?, _ log: inout FaultLog
    ) -> [ShippingMethod] {
        var methods: [ShippingMethod] = []
        var seen: Set<String> = []
        for element in log.sequence(node, max: PaymentRequest.lineItemsMax) ?? [] {
            guard var method = method(element, currency, &log) else { continue }
            if seen.contains(method.id) {
                log.report(
                    .duplicateIdentifier, .member(element.path, "identifier"),
                    "is that of another method", "must be different for each")
            }
            // Chosen by its place where the merchant's own name for it will not do.
            while seen.contains(method.id) || method.id.isEmpty || ForeignText(method.id).isEmpty {
                method.id = "#\(methods.count + 1)\(seen.contains("#\(methods.count + 1)") ? "+" : "")"
            }
            seen.insert(method.id)
            methods.append(method)
        }
        return methods
    }

    private static func method(
        _ node: JSONNode, _ currency: Currency?, _ log: inout FaultLog
    ) -> ShippingMethod? {
        guard let node = log.dictionary(node) else { return nil }
        let label = log.requiredText("label", of: node)
        let detail = log.requiredText("detail", of: node)
        let member = log.member("amount", of: node, required: "must be a string of digits")
        let amount = member.flatMap { log.amount($0, currency) }
        let identifier = log.requiredText("identifier", of: node)
        if case .string(let text)? = member?.value, let member, DecimalText(text)?.isNegative == true {
            log.report(.negativeAmount, member, "must not be below zero")
        }
        let arrival = arrival(node, &log)
        guard let label, let amount, let identifier else { return nil }
        if label.isEmpty {
            log.report(.unnamed, .member(node.path, "label"), "shows nothing", "must name the method")
        }
        var method = ShippingMethod(
            id: identifier.raw, label: label, detail: detail.flatMap { $0.isEmpty ? nil : $0 },
            amount: amount.exact, arrival: arrival)
        method.writtenAmount = amount.written
        method.kind = kind(node, &log)
        return method
    }

    /// `baton.shippingType`, which Apple's shape has for the whole request only.
    private static func kind(_ node: JSONNode, _ log: inout FaultLog) -> ShippingKind? {
        guard let own = log.member("baton", of: node), own.value != .null, let own = log.dictionary(own),
            let type = log.member("shippingType", of: own)
        else { return nil }
        let allowed = ShippingKind.allCases.map(\.rawValue).joined(separator: ", ")
        return log.choice(type, of: "one of \(allowed)") { ShippingKind(rawValue: $0) }
    }

    static func value(of method: ShippingMethod) -> JSONValue {
        var object: JSONObject = [
            "identifier": .string(method.identifier), "label": .string(method.label.raw),
            "detail": .string(method.detail?.raw ?? ""),
            "amount": .string(method.writtenAmount?.raw ?? method.amount.decimalText),
        ]
        if let kind = method.kind { object["baton"] = ["shippingType": .string(kind.rawValue)] }
        if let arrival = method.arrival {
            object["dateComponentsRange"] = [
                "startDateComponents": components(arrival.first),
                "endDateComponents": components(arrival.last),
            ]
        }
        return .object(object)
    }

    private static func arrival(_ node: JSONNode, _ log: inout FaultLog) -> CalendarDateRange? {
        guard let member = log.member("dateComponentsRange", of: node),
            let range = log.dictionary(member)
        else { return nil }
        let allowed = "must be an object with years, months and days"
        let first = log.member("startDateComponents", of: range, required: allowed)
            .flatMap { date($0, &log) }
        let last = log.member("endDateComponents", of: range, required: allowed).flatMap { date($0, &log) }
        guard let first, let last else { return nil }
        guard let days = CalendarDateRange(first, last) else {
            log.report(.badDate, range.path, "ends before it begins", "must end on or after its first day")
            return nil
        }
        return days
    }

    /// Nil after a complaint, and where the parts name no day.
    private static func date(_ node: JSONNode, _ log: inout FaultLog) -> CalendarDate? {
        guard let node = log.dictionary(node) else { return nil }
        var parts: [Int64] = []
        for name in ["years", "months", "days", "hours"] {
            guard let member = log.member(name, of: node) else { continue }
            guard case .integer(let number) = member.value, (0...9999).contains(number) else {
                log.report(.badDate, member, "must be a whole number")
                return nil
            }
            if name != "hours" { parts.append(number) }
        }
        guard parts.count == 3 else { return nil }
        guard let date = CalendarDate(year: Int(parts[0]), month: Int(parts[1]), day: Int(parts[2])) else {
            log.report(
                .badDate, node.path, "is year \(parts[0]), month \(parts[1]), day \(parts[2])",
                "must be a day that exists")
            return nil
        }
        return date
    }

    private static func components(_ date: CalendarDate) -> JSONValue {
        [
            "years": .integer(Int64(date.year)), "months": .integer(Int64(date.month)),
            "days": .integer(Int64(date.day)),
        ]
    }
}
