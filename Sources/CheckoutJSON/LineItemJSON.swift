import Checkout
import JSON

/// `ApplePayLineItem`.
enum LineItemJSON {
    static func lines(
        _ reader: MemberReader, _ name: String, _ currency: Currency
    ) throws(PaymentRequestJSONError) -> [LineItem] {
        guard let member = try reader.optional(name) else { return [] }
        var lines: [LineItem] = []
        for element in try member.array() { lines.append(try line(element, currency)) }
        return lines
    }

    static func line(_ reader: MemberReader, _ currency: Currency) throws(PaymentRequestJSONError) -> LineItem
    {
        let label = ForeignText(try reader.member("label").string())
        let isPending = try isPending(reader)
        // Only a pending line may leave its amount out.
        let amount =
            if isPending { try reader.optional("amount")?.amount(currency) ?? .zero(currency) } else {
                try reader.member("amount").amount(currency)
            }
        return LineItem(label, amount, isPending: isPending, timing: try timing(reader, currency))
    }

    static func value(of line: LineItem) -> JSONValue {
        var object: JSONObject = [
            "label": .string(line.label.raw), "amount": .string(line.amount.decimalText),
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
            object["deferredPaymentDate"] = .string(date.text)
        case .automaticReload(let threshold):
            object["paymentTiming"] = "automaticReload"
            object["automaticReloadPaymentThresholdAmount"] = .string(threshold.decimalText)
        }
        return .object(object)
    }

    private static func isPending(_ reader: MemberReader) throws(PaymentRequestJSONError) -> Bool {
        guard let type = try reader.optional("type") else { return false }
        switch try type.string() {
        case "final": return false
        case "pending": return true
        default: throw type.invalid("is neither final nor pending")
        }
    }

    private static func timing(
        _ reader: MemberReader, _ currency: Currency
    ) throws(PaymentRequestJSONError) -> PaymentTiming {
        guard let timing = try reader.optional("paymentTiming") else { return .immediate }
        switch try timing.string() {
        case "immediate": return .immediate
        case "recurring": return .recurring(try terms(reader))
        case "deferred": return .deferred(date: try reader.member("deferredPaymentDate").date())
        case "automaticReload":
            let threshold = try reader.member("automaticReloadPaymentThresholdAmount")
            return .automaticReload(threshold: try threshold.amount(currency))
        default: throw timing.invalid("is no payment timing")
        }
    }

    /// The interval is one month only where the request says nothing (checkout 41).
    private static func terms(_ reader: MemberReader) throws(PaymentRequestJSONError) -> RecurringTerms {
        var unit = RecurringUnit.month
        if let member = try reader.optional("recurringPaymentIntervalUnit") {
            guard let value = RecurringUnit(rawValue: try member.string()) else {
                throw member.invalid("is no unit")
            }
            unit = value
        }
        let count = try reader.optional("recurringPaymentIntervalCount")?.integer() ?? 1
        return RecurringTerms(
            every: Int(clamping: count), unit,
            start: try reader.optional("recurringPaymentStartDate")?.date(),
            end: try reader.optional("recurringPaymentEndDate")?.date())
    }
}
