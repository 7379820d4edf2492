import Checkout
import JSON

/// `ApplePayLineItem`.
enum LineItemJSON {
    /// What a line is read as.
    enum Role: Equatable {
        /// One of `lineItems`: a pending one needs no amount.
        case item
        /// The total: always with an amount.
        case total
        /// What an agreement pays, with the timing that it must have.
        case billing(String)
    }

    /// The line at a place; nil after a complaint that leaves nothing to show.
    static func line(
        _ node: JSONNode, _ role: Role, _ currency: Currency?, _ log: inout FaultLog
    ) -> LineItem? {
        guard let node = log.dictionary(node) else { return nil }
        let isPending = isPending(node, &log)
        let timing = timing(node, role, currency, &log)
        let label = label(node, &log)
        let amount = amount(node, role, isPending: isPending, currency, &log)
        guard let currency else { return nil }
        var line = LineItem(
            label, amount?.exact ?? .zero(currency), isPending: isPending, timing: timing ?? .immediate)
        line.writtenAmount = amount?.written
        return line
    }

    private static func label(_ node: JSONNode, _ log: inout FaultLog) -> ForeignText {
        guard let member = log.member("label", of: node, required: "must be a string that says what is paid")
        else { return "?" }
        guard let text = log.text(member) else { return "?" }
        let label = ForeignText(text)
        if label.isEmpty { log.report(.unnamed, member.path, "shows nothing", "must say what is paid") }
        return label
    }

    private static func amount(
        _ node: JSONNode, _ role: Role, isPending: Bool, _ currency: Currency?, _ log: inout FaultLog
    ) -> ReadAmount? {
        let mayLackAmount = isPending && role != .total
        let allowed = mayLackAmount ? nil : "must be a string of digits; only a pending line may lack it"
        guard let member = log.member("amount", of: node, required: allowed) else { return nil }
        guard mayLackAmount else {
            let amount = log.amount(member, currency)
            if role == .total { checkTotal(member, &log) }
            return amount
        }
        // Browsers drop what a pending line names. An amount of nothing says nothing else.
        if case .string(let text) = member.value, let decimal = DecimalText(text), decimal.isZero {
            return nil
        }
        log.report(.pendingWithAmount, member, "a pending line has no amount yet")
        return nil
    }

    /// The largest total that browsers take, in whole units of any currency.
    static let totalMax: Int64 = 100_000_000

    private static func checkTotal(_ member: JSONNode, _ log: inout FaultLog) {
        guard case .string(let text) = member.value, let decimal = DecimalText(text) else { return }
        if decimal.isNegative { log.report(.negativeAmount, member, "must not be below zero") }
        if decimal.exceeds(totalMax) { log.report(.totalTooLarge, member, "must be at most \(totalMax)") }
    }

    private static func isPending(_ node: JSONNode, _ log: inout FaultLog) -> Bool {
        guard let type = log.member("type", of: node) else { return false }
        return log.choice(type, of: "\"final\" or \"pending\"") { text in
            ["final": false, "pending": true][text]
        } ?? false
    }

    private static func timing(
        _ node: JSONNode, _ role: Role, _ currency: Currency?, _ log: inout FaultLog
    ) -> PaymentTiming? {
        let names = ["immediate", "recurring", "deferred", "automaticReload"]
        let member = log.member("paymentTiming", of: node)
        let read = member.map { member in
            log.choice(member, of: "one of \(names.joined(separator: ", "))") {
                names.contains($0) ? $0 : nil
            }
        }
        guard let name = read ?? "immediate" else { return nil }
        if case .billing(let needed) = role, name != needed {
            log.report(
                .wrongTiming, .member(node.path, "paymentTiming"), "is \"\(name)\"", "must be \"\(needed)\"")
        }
        let recurring = RecurringTermsJSON.terms(node, &log)
        let date = log.member("deferredPaymentDate", of: node).flatMap { log.date($0) }
        switch name {
        case "recurring": return .recurring(recurring)
        case "deferred": return .deferred(date: date)
        case "automaticReload":
            return .automaticReload(threshold: threshold(node, currency, &log))
        default: return .immediate
        }
    }

    private static func threshold(
        _ node: JSONNode, _ currency: Currency?, _ log: inout FaultLog
    ) -> Amount? {
        let name = "automaticReloadPaymentThresholdAmount"
        guard let member = log.member(name, of: node, required: "must be a string of digits") else {
            return nil
        }
        guard let amount = log.amount(member, currency), amount.written == nil else { return nil }
        return amount.exact
    }

    static func value(of line: LineItem) -> JSONValue {
        var object: JSONObject = [
            "label": .string(line.label.raw),
            "amount": .string(line.writtenAmount?.raw ?? line.amount.decimalText),
            "type": .string(line.isPending ? "pending" : "final"),
        ]
        switch line.timing {
        case .immediate: break
        case .recurring(let terms):
            object["paymentTiming"] = "recurring"
            object["recurringPaymentIntervalUnit"] = .string(terms.unit.rawValue)
            object["recurringPaymentIntervalCount"] = .integer(Int64(terms.count))
            if let start = terms.start { object["recurringPaymentStartDate"] = .string(start.text) }
            if let end = terms.end { object["recurringPaymentEndDate"] = .string(end.text) }
        case .deferred(let date):
            object["paymentTiming"] = "deferred"
            if let date { object["deferredPaymentDate"] = .string(date.text) }
        case .automaticReload(let threshold):
            object["paymentTiming"] = "automaticReload"
            if let threshold {
                object["automaticReloadPaymentThresholdAmount"] = .string(threshold.decimalText)
            }
        }
        return .object(object)
    }
}
