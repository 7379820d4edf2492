package import Checkout
package import JSON

/// Payment requests in JSON, in the shape of `ApplePayPaymentRequest` (Apple Pay on the Web, version 14), so
/// that a request made for a real integration opens here. What that shape lacks stands under the member
/// `baton`. Protocol/payment-request.md has every member and every fault.
package enum PaymentRequestJSON {
    /// Checks a whole file, of any size and content.
    package static func check(_ text: [UInt8]) -> RequestCheck {
        do throws(JSONError) {
            return check(try JSONNode(parsing: text, limits: RequestLimits.json))
        } catch {
            let fault = RequestFault(
                code: .notJSON, path: .root, got: "is not usable: \(error)",
                allowed: "must be one JSON object in UTF-8 without doubled members")
            return RequestCheck(request: nil, tree: nil, faults: [fault])
        }
    }

    /// Checks a request that was read before, and finds all that is wrong with it.
    package static func check(_ node: JSONNode) -> RequestCheck {
        var log = FaultLog(node, .handedOver)
        let request = RequestScan.request(node, &log)
        return RequestCheck(request: log.isRefused ? nil : request, tree: node.value, faults: log.faults)
    }

    /// Reads a request. Unknown members are read over; known ones are read as `reading` says.
    package static func request(
        from node: JSONNode, reading: RequestReading = .merchant
    ) throws(PaymentRequestJSONError) -> PaymentRequest {
        var log = FaultLog(node, reading)
        let request = RequestScan.request(node, &log)
        let refused = log.faults.filter { fault in
            switch reading {
            case .merchant: fault.code != .linesDoNotAddUp
            case .handedOver: fault.rank == .refused
            }
        }
        guard let request, refused.isEmpty else { throw .refused(refused) }
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
        if let agreement = request.agreement { AgreementJSON.set(agreement, in: &object) }
        let own = OwnMembersJSON.members(of: request)
        if !own.isEmpty { object["baton"] = .object(own) }
        return .object(object)
    }

    private static func fields(_ fields: Set<ContactField>) -> JSONValue {
        .strings(fields.map(\.rawValue).sorted())
    }
}

extension JSONValue {
    /// An array of texts.
    static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}
