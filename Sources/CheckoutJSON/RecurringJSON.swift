import Checkout
import JSON

/// `ApplePayRecurringPaymentRequest`.
enum RecurringJSON {
    static func agreement(
        _ reader: MemberReader, _ currency: Currency
    ) throws(PaymentRequestJSONError) -> RecurringAgreement {
        var trial: LineItem?
        if let member = try reader.optional("trialBilling") {
            trial = try LineItemJSON.line(member, currency)
        }
        return RecurringAgreement(
            description: ForeignText(try reader.member("paymentDescription").string()),
            regular: try LineItemJSON.line(reader.member("regularBilling"), currency), trial: trial,
            agreement: try reader.text("billingAgreement"),
            managementURL: ForeignText(try reader.member("managementURL").string()))
    }

    static func value(of agreement: RecurringAgreement) -> JSONValue {
        var object: JSONObject = [
            "paymentDescription": .string(agreement.description.raw),
            "regularBilling": LineItemJSON.value(of: agreement.regular),
        ]
        if let trial = agreement.trial { object["trialBilling"] = LineItemJSON.value(of: trial) }
        if let text = agreement.agreement { object["billingAgreement"] = .string(text.raw) }
        object["managementURL"] = .string(agreement.managementURL.raw)
        return .object(object)
    }
}
