import Checkout
import JSON

/// Reads all members of a request, and goes on after a fault.
enum RequestScan {
    /// The request as far as it can be read; nil where a part without which there is none is missing.
    static func request(_ node: JSONNode, _ log: inout FaultLog) -> PaymentRequest? {
        guard case .object = node.value else {
            log.report(.wrongType, node, "must be an object")
            return nil
        }
        let country = country(node, &log)
        let currency = currency(node, &log)
        let networks = networks(node, &log)
        let capabilities = capabilities(node, &log)
        let total = total(node, currency, &log)
        let lines = lines(node, currency, &log)
        let methods = log.member("shippingMethods", of: node)
            .map { ShippingMethodJSON.methods($0, currency, &log) }
        let agreement = AgreementJSON.agreement(node, currency, &log)
        readOthers(node, &log)
        guard let currency, let total else { return nil }
        var request = PaymentRequest(
            countryCode: country ?? "", currency: currency, supportedNetworks: networks,
            capabilities: capabilities, lineItems: lines, total: total)
        request.shippingMethods = methods ?? []
        // As on Apple's sheet, the first is chosen unless something says otherwise.
        request.selectedMethodID = request.shippingMethods.first?.id
        request.agreement = agreement
        readFields(node, &request, &log)
        if let own = log.member("baton", of: node), own.value != .null {
            OwnMembersJSON.read(own, &request, &log)
        }
        object(to: &request, node, &log)
        return request
    }

    /// What can be said only of the whole.
    private static func object(to request: inout PaymentRequest, _ node: JSONNode, _ log: inout FaultLog) {
        let total = JSONPath.member(node.path, "total")
        if request.total.isPending, request.pendingMaximum == nil {
            log.report(
                .pendingWithoutLimit, total, "is Amount Pending, no limit given",
                "baton.pendingMaximum may give one")
        }
        if !log.isRefused(below: ["lineItems", "total"]), !request.linesAddUp {
            log.report(
                .linesDoNotAddUp, .member(node.path, "lineItems"),
                request.lineSum.map { "give \($0.decimalText)" } ?? "cannot be added up exactly",
                "must give the total, \(request.total.amount.decimalText)")
        }
        if request.hasSeveralAgreements {
            log.report(
                .severalAgreements, .member(node.path, "lineItems"),
                "has more than one line that is paid again and again", "a payment has one")
        }
        for code in RequestFaultCode.allCases where log.has(code) {
            if let objection = code.objection { request.object(objection) }
        }
    }

    private static func country(_ node: JSONNode, _ log: inout FaultLog) -> String? {
        let allowed = "a country code of ISO 3166-1 in two capital letters"
        guard let member = log.member("countryCode", of: node, required: "must be \(allowed)") else {
            return nil
        }
        return log.choice(member, .unknownCountry, of: allowed) { Country($0)?.code }
    }

    private static func currency(_ node: JSONNode, _ log: inout FaultLog) -> Currency? {
        let allowed = "a currency code of ISO 4217 in three capital letters"
        guard let member = log.member("currencyCode", of: node, required: "must be \(allowed)") else {
            return nil
        }
        return log.choice(member, .unknownCurrency, of: allowed) { text in
            Currency(text).flatMap { $0.code == text ? $0 : nil }
        }
    }

    /// A merchant's quote may name networks of a later version, which no card here is of.
    private static func networks(_ node: JSONNode, _ log: inout FaultLog) -> [CardNetwork] {
        let allowed = "must be an array of payment networks"
        guard let member = log.member("supportedNetworks", of: node, required: allowed) else { return [] }
        guard let elements = log.sequence(member) else { return [] }
        var networks: [CardNetwork] = []
        for element in elements {
            if case .merchant = log.reading, case .string(let name) = element.value {
                if let network = CardNetwork(spelled: name) { networks.append(network) }
                continue
            }
            let network = log.choice(element, .unknownNetwork, of: "a payment network, such as visa") {
                CardNetwork(spelled: $0)
            }
            if let network { networks.append(network) }
        }
        // An empty list allows nothing (checkout 83).
        if networks.isEmpty, elements.isEmpty || !log.has(.unknownNetwork) {
            log.report(.noNetworks, member.path, "names no network", "must name at least one")
        }
        return networks.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    private static func capabilities(_ node: JSONNode, _ log: inout FaultLog) -> Set<MerchantCapability> {
        let allowed = MerchantCapability.allCases.map(\.rawValue).joined(separator: ", ")
        guard
            let member = log.member("merchantCapabilities", of: node, required: "must be some of \(allowed)"),
            let elements = log.sequence(member)
        else { return [] }
        var capabilities: Set<MerchantCapability> = []
        var isUnknown = false
        for element in elements {
            if case .merchant = log.reading, case .string(let name) = element.value {
                if let capability = MerchantCapability(rawValue: name) { capabilities.insert(capability) }
                continue
            }
            let capability = log.choice(element, of: "one of \(allowed)") { MerchantCapability(rawValue: $0) }
            if let capability { capabilities.insert(capability) } else { isUnknown = true }
        }
        if capabilities.isEmpty, !isUnknown {
            log.report(.noCapabilities, member.path, "names no capability", "must be some of \(allowed)")
        }
        return capabilities
    }

    private static func total(
        _ node: JSONNode, _ currency: Currency?, _ log: inout FaultLog
    ) -> LineItem? {
        log.member("total", of: node, required: "must be a line item with label and amount")
            .flatMap { LineItemJSON.line($0, .total, currency, &log) }
    }

    private static func lines(
        _ node: JSONNode, _ currency: Currency?, _ log: inout FaultLog
    ) -> [LineItem] {
        guard let member = log.member("lineItems", of: node) else { return [] }
        var lines: [LineItem] = []
        for element in log.sequence(member, max: PaymentRequest.lineItemsMax) ?? [] {
            if let line = LineItemJSON.line(element, .item, currency, &log) { lines.append(line) }
        }
        return lines
    }
}

extension RequestFaultCode {
    /// What the sheet says of it.
    var objection: RequestObjection? {
        switch self {
        case .excessDigits: .excessDigits
        case .amountTooLarge: .amountTooLarge
        case .duplicateIdentifier: .duplicateMethods
        case .pendingWithAmount: .pendingWithAmount
        case .pendingWithoutLimit: .pendingWithoutLimit
        case .linesDoNotAddUp: .totalsDoNotAddUp
        case .unnamed: .unnamed
        case .severalAgreements: .severalAgreements
        case .linkNotWeb: .linkNotWeb
        case .severalMerchants: .severalMerchants
        case .notJSON, .wrongType, .missingMember, .tooLong, .tooMany, .unknownCountry, .unknownCurrency,
            .unknownNetwork, .noNetworks, .noCapabilities, .unknownValue, .amountGrammar, .negativeAmount,
            .totalTooLarge, .badDate, .badURL, .badTimeZone, .badInterval, .wrongTiming, .emptyText,
            .unexpectedMember, .severalRequests, .unknownMethod:
            nil
        }
    }
}
