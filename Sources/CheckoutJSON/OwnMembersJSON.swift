import Checkout
import JSON

/// What Apple's shape has no place for: the members of `baton`.
enum OwnMembersJSON {
    static func read(_ reader: MemberReader, _ request: inout PaymentRequest) throws(PaymentRequestJSONError)
    {
        let currency = request.currency
        request.intermediary = try reader.text("intermediary")
        request.promoCodes = try reader.texts("promoCodes").map { ForeignText($0) }
        request.pendingReason = try reader.text("pendingReason")
        request.pendingMaximum = try reader.optional("pendingMaximum")?.amount(currency)
        request.preauthorization = try reader.optional("preauthorization")?.amount(currency)
        request.totalsAreInconsistent = try reader.optional("totalsInconsistent")?.bool() ?? false
        if let id = try reader.optional("selectedMethod") { request.selectedMethodID = try id.string() }
        if let place = try reader.optional("pickupPlace") { request.pickupPlace = try address(place) }
    }

    static func members(of request: PaymentRequest) -> JSONObject {
        var object = JSONObject()
        if let intermediary = request.intermediary { object["intermediary"] = .string(intermediary.raw) }
        if !request.promoCodes.isEmpty { object["promoCodes"] = .strings(request.promoCodes.map(\.raw)) }
        if let reason = request.pendingReason { object["pendingReason"] = .string(reason.raw) }
        if let maximum = request.pendingMaximum { object["pendingMaximum"] = .string(maximum.decimalText) }
        if let held = request.preauthorization { object["preauthorization"] = .string(held.decimalText) }
        if request.totalsAreInconsistent { object["totalsInconsistent"] = true }
        if let id = request.selectedMethodID { object["selectedMethod"] = .string(id) }
        if let place = request.pickupPlace { object["pickupPlace"] = value(of: place) }
        return object
    }

    private static func address(_ reader: MemberReader) throws(PaymentRequestJSONError) -> PostalAddress {
        PostalAddress(
            lines: try reader.texts("addressLines"), city: try reader.optional("locality")?.string() ?? "",
            region: try reader.optional("administrativeArea")?.string() ?? "",
            postalCode: try reader.optional("postalCode")?.string() ?? "",
            country: try reader.member("countryCode").string())
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
