package import Checkout
package import JSON

/// Payment requests in JSON, in the shape of `ApplePayPaymentRequest` (Apple Pay on the Web, version 14), so
/// that a request made for a real integration opens here. What that shape lacks stands under the member
/// `baton`.
package enum PaymentRequestJSON {
    /// Reads and validates a request. Unknown members are read over; known ones are read strictly.
    package static func request(from node: JSONNode) throws(PaymentRequestJSONError) -> PaymentRequest {
        let reader = MemberReader(node: node)
        for name in ["automaticReloadPaymentRequest", "multiTokenContexts"] {
            if let member = try reader.optional(name) { throw .unsupported(member.node.path) }
        }
        let code = try reader.member("currencyCode")
        guard let currency = Currency(try code.string()) else { throw code.invalid("is no currency code") }
        var request = PaymentRequest(
            countryCode: try reader.member("countryCode").string().uppercased(), currency: currency,
            supportedNetworks: try reader.texts("supportedNetworks").compactMap(network),
            capabilities: Set(try reader.texts("merchantCapabilities").compactMap(MerchantCapability.init)),
            lineItems: try LineItemJSON.lines(reader, "lineItems", currency),
            total: try LineItemJSON.line(reader.member("total"), currency))
        try readFields(reader, &request)
        try readMethods(reader, &request)
        try readRecurring(reader, &request)
        if let own = try reader.optional("baton") { try OwnMembersJSON.read(own, &request) }
        do throws(PaymentRequestError) { try request.validate() } catch { throw .request(error) }
        return request
    }

    /// Writes a request so that it is read back equal.
    package static func value(of request: PaymentRequest) -> JSONValue {
        var object: JSONObject = [
            "countryCode": .string(request.countryCode), "currencyCode": .string(request.currency.code),
            "supportedNetworks": .strings(request.supportedNetworks.map(\.rawValue)),
            "merchantCapabilities": .strings(request.capabilities.map(\.rawValue).sorted()),
            "lineItems": .array(request.lineItems.map(LineItemJSON.value)),
            "total": LineItemJSON.value(of: request.total),
        ]
        if !request.requiredShippingFields.isEmpty {
            object["requiredShippingContactFields"] = fields(request.requiredShippingFields)
        }
        if !request.requiredBillingFields.isEmpty {
            object["requiredBillingContactFields"] = fields(request.requiredBillingFields)
        }
        if !request.shippingMethods.isEmpty {
            object["shippingMethods"] = .array(request.shippingMethods.map(ShippingMethodJSON.value))
        }
        object["shippingType"] = .string(request.shippingKind.rawValue)
        if let recurring = request.recurring {
            object["recurringPaymentRequest"] = RecurringJSON.value(of: recurring)
        }
        let own = OwnMembersJSON.members(of: request)
        if !own.isEmpty { object["baton"] = .object(own) }
        return .object(object)
    }

    /// Apple's spelling, in any case.
    private static func network(_ name: String) -> CardNetwork? {
        CardNetwork.allCases.first { $0.rawValue.lowercased() == name.lowercased() }
    }

    private static func fields(_ fields: Set<ContactField>) -> JSONValue {
        .strings(fields.map(\.rawValue).sorted())
    }

    private static func readFields(
        _ reader: MemberReader, _ request: inout PaymentRequest
    ) throws(PaymentRequestJSONError) {
        for field in try contactFields(reader, "requiredShippingContactFields") {
            request.requiredShippingFields.insert(field)
        }
        // E-mail, phone and name asked for under billing would never be answered: they belong to the contact
        // (checkout 53).
        for field in try contactFields(reader, "requiredBillingContactFields") {
            switch field {
            case .postalAddress: request.requiredBillingFields.insert(field)
            case .email, .name, .phone: request.requiredShippingFields.insert(field)
            }
        }
    }

    private static func contactFields(
        _ reader: MemberReader, _ name: String
    ) throws(PaymentRequestJSONError) -> [ContactField] {
        guard let member = try reader.optional(name) else { return [] }
        var fields: [ContactField] = []
        for element in try member.array() {
            guard let field = ContactField(rawValue: try element.string()) else {
                throw .unsupported(element.node.path)
            }
            fields.append(field)
        }
        return fields
    }

    private static func readMethods(
        _ reader: MemberReader, _ request: inout PaymentRequest
    ) throws(PaymentRequestJSONError) {
        if let kind = try reader.optional("shippingType") {
            guard let value = ShippingKind(rawValue: try kind.string()) else {
                throw kind.invalid("is no shipping type")
            }
            request.shippingKind = value
        }
        guard let methods = try reader.optional("shippingMethods") else { return }
        for element in try methods.array() {
            request.shippingMethods.append(try ShippingMethodJSON.method(element, request.currency))
        }
        // As on Apple's sheet, the first is chosen unless something says otherwise.
        request.selectedMethodID = request.shippingMethods.first?.id
    }

    private static func readRecurring(
        _ reader: MemberReader, _ request: inout PaymentRequest
    ) throws(PaymentRequestJSONError) {
        guard let member = try reader.optional("recurringPaymentRequest") else { return }
        request.recurring = try RecurringJSON.agreement(member, request.currency)
    }
}

extension JSONValue {
    /// An array of texts.
    static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}
