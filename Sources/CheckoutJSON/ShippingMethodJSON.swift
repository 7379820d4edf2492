import Checkout
import JSON

/// `ApplePayShippingMethod`.
enum ShippingMethodJSON {
    static func method(
        _ reader: MemberReader, _ currency: Currency
    ) throws(PaymentRequestJSONError) -> ShippingMethod {
        let detail = try reader.text("detail")
        return ShippingMethod(
            id: try reader.member("identifier").string(),
            label: ForeignText(try reader.member("label").string()),
            detail: detail.flatMap { $0.isEmpty ? nil : $0 },
            amount: try reader.member("amount").amount(currency),
            arrival: try arrival(reader))
    }

    static func value(of method: ShippingMethod) -> JSONValue {
        var object: JSONObject = [
            "identifier": .string(method.id), "label": .string(method.label.raw),
            "detail": .string(method.detail?.raw ?? ""), "amount": .string(method.amount.decimalText),
        ]
        if let arrival = method.arrival {
            object["dateComponentsRange"] = [
                "startDateComponents": components(arrival.first),
                "endDateComponents": components(arrival.last),
            ]
        }
        return .object(object)
    }

    private static func arrival(_ reader: MemberReader) throws(PaymentRequestJSONError) -> CalendarDateRange?
    {
        guard let range = try reader.optional("dateComponentsRange") else { return nil }
        let first = try date(range.member("startDateComponents"))
        let last = try date(range.member("endDateComponents"))
        guard let days = CalendarDateRange(first, last) else { throw range.invalid("ends before it begins") }
        return days
    }

    private static func date(_ reader: MemberReader) throws(PaymentRequestJSONError) -> CalendarDate {
        let year = try reader.member("years").integer()
        let month = try reader.member("months").integer()
        let day = try reader.member("days").integer()
        guard
            let date = CalendarDate(
                year: Int(clamping: year), month: Int(clamping: month), day: Int(clamping: day))
        else { throw reader.invalid("is no date") }
        return date
    }

    private static func components(_ date: CalendarDate) -> JSONValue {
        [
            "years": .integer(Int64(date.year)), "months": .integer(Int64(date.month)),
            "days": .integer(Int64(date.day)),
        ]
    }
}
