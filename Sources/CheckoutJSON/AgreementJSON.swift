import Checkout
import JSON

/// Apple's three special requests, of which a payment has at most one (checkout 40).
enum AgreementJSON {
    private static let names = [
        "recurringPaymentRequest", "automaticReloadPaymentRequest", "deferredPaymentRequest",
    ]

    /// The agreement of a request, if it has one.
    static func agreement(
        _ node: JSONNode, _ currency: Currency?, _ log: inout FaultLog
    ) -> PaymentAgreement? {
        var present: [String] = []
        var agreement: PaymentAgreement?
        for name in names {
            guard let member = log.member(name, of: node) else { continue }
            if let first = present.first {
                log.report(
                    .severalRequests, member.path, "stands beside \(first)", "a payment has one of them")
            }
            present.append(name)
            guard let member = log.dictionary(member) else { continue }
            switch name {
            case "recurringPaymentRequest": agreement = recurring(member, currency, &log)
            case "automaticReloadPaymentRequest": agreement = reload(member, currency, &log)
            default: agreement = deferred(member, currency, &log)
            }
        }
        readContexts(node, beside: present.first, currency, &log)
        return agreement
    }

    private static func recurring(
        _ node: JSONNode, _ currency: Currency?, _ log: inout FaultLog
    ) -> PaymentAgreement? {
        let text = text(node, &log)
        let regular = billing("regularBilling", timing: "recurring", node, currency, &log)
        let trial = log.member("trialBilling", of: node).flatMap {
            LineItemJSON.line($0, .billing("recurring"), currency, &log)
        }
        guard let text, let regular else { return nil }
        return .recurring(RecurringAgreement(text, regular: regular, trial: trial))
    }

    private static func reload(
        _ node: JSONNode, _ currency: Currency?, _ log: inout FaultLog
    ) -> PaymentAgreement? {
        let text = text(node, &log)
        let line = billing("automaticReloadBilling", timing: "automaticReload", node, currency, &log)
        guard let text, let line else { return nil }
        return .automaticReload(ReloadAgreement(text, billing: line))
    }

    private static func deferred(
        _ node: JSONNode, _ currency: Currency?, _ log: inout FaultLog
    ) -> PaymentAgreement? {
        let text = text(node, mayBeEmpty: false, &log)
        let line = billing("deferredBilling", timing: "deferred", node, currency, &log)
        let cancellation = cancellation(node, &log)
        guard let text, let line else { return nil }
        return .deferred(DeferredAgreement(text, billing: line, freeCancellation: cancellation))
    }

    private static func billing(
        _ name: String, timing: String, _ node: JSONNode, _ currency: Currency?, _ log: inout FaultLog
    ) -> LineItem? {
        log.member(name, of: node, required: "must be a line item with paymentTiming \"\(timing)\"")
            .flatMap { LineItemJSON.line($0, .billing(timing), currency, &log) }
    }

    private static func text(
        _ node: JSONNode, mayBeEmpty: Bool = true, _ log: inout FaultLog
    ) -> AgreementText? {
        let description = log.requiredText("paymentDescription", of: node)
        if let description, !mayBeEmpty, description.isEmpty {
            log.report(
                .emptyText, .member(node.path, "paymentDescription"), "is empty",
                "must say what is paid later")
        }
        let terms = log.optionalText("billingAgreement", of: node)
        let link = log.address("managementURL", of: node, isRequired: true)
        _ = log.address("tokenNotificationURL", of: node, isRequired: false)
        guard let description, let link else { return nil }
        return AgreementText(description: description, terms: terms, managementURL: link)
    }

    /// A date needs its zone, and a zone its date.
    private static func cancellation(_ node: JSONNode, _ log: inout FaultLog) -> FreeCancellation? {
        let zonePath = JSONPath.member(node.path, "freeCancellationDateTimeZone")
        let zone = log.member("freeCancellationDateTimeZone", of: node)
        guard let dateMember = log.member("freeCancellationDate", of: node) else {
            if let zone {
                log.report(.unexpectedMember, zone, "is allowed only beside freeCancellationDate")
            }
            return nil
        }
        let date = log.date(dateMember)
        guard let zone else {
            log.report(
                .missingMember, zonePath, "is missing", "freeCancellationDate needs the name of a time zone")
            return nil
        }
        let name = log.choice(zone, .badTimeZone, of: "a name of the time zone database") {
            TimeZoneNames.contains($0) ? $0 : nil
        }
        guard let date, let name, case .string(let text) = dateMember.value else { return nil }
        return FreeCancellation(date: date, time: String(text.dropFirst(10)), timeZone: name)
    }

    /// `multiTokenContexts`: checked, and objected to, for one payment token is made for the whole.
    private static func readContexts(
        _ node: JSONNode, beside other: String?, _ currency: Currency?, _ log: inout FaultLog
    ) {
        guard let member = log.member("multiTokenContexts", of: node), let contexts = log.sequence(member)
        else { return }
        for element in contexts {
            guard let context = log.dictionary(element) else { continue }
            for name in ["merchantIdentifier", "externalIdentifier", "merchantName"] {
                _ = log.requiredText(name, of: context)
            }
            _ = log.optionalText("merchantDomain", of: context)
            let amount = log.member("amount", of: context, required: "must be a string of digits")
            if let amount { _ = log.amount(amount, currency) }
        }
        guard !contexts.isEmpty else { return }
        if let other {
            log.report(.severalRequests, member.path, "stands beside \(other)", "a payment has one of them")
        }
        log.report(
            .severalMerchants, member.path, "shares the payment among \(contexts.count) merchants",
            "one payment token is made for the whole")
    }

    static func set(_ agreement: PaymentAgreement, in object: inout JSONObject) {
        var member: JSONObject = [
            "paymentDescription": .string(agreement.text.description.raw),
            "managementURL": .string(agreement.text.managementURL.raw),
        ]
        if let terms = agreement.text.terms { member["billingAgreement"] = .string(terms.raw) }
        switch agreement {
        case .recurring(let recurring):
            member["regularBilling"] = LineItemJSON.value(of: recurring.regular)
            if let trial = recurring.trial { member["trialBilling"] = LineItemJSON.value(of: trial) }
            object["recurringPaymentRequest"] = .object(member)
        case .automaticReload(let reload):
            member["automaticReloadBilling"] = LineItemJSON.value(of: reload.billing)
            object["automaticReloadPaymentRequest"] = .object(member)
        case .deferred(let deferred):
            member["deferredBilling"] = LineItemJSON.value(of: deferred.billing)
            if let free = deferred.freeCancellation {
                member["freeCancellationDate"] = .string(free.date.text + free.time)
                member["freeCancellationDateTimeZone"] = .string(free.timeZone)
            }
            object["deferredPaymentRequest"] = .object(member)
        }
    }
}
