package import Checkout
import JSON

/// What buying a product agrees to beyond its price, which is what is due now. A session holds one such
/// product at most (checkout 40).
package enum ProductTerms: Sendable {
    /// The final sum is not known yet, and why; never more than the maximum (AP-10).
    case pending(reason: ForeignText, maximum: Amount)
    /// The price is held, not charged (AP-10).
    case preauthorization
    /// Paid again and again, perhaps after a trial.
    case recurring(AgreementText, regular: Cycle, trial: Cycle?)
    /// Paid later, on a day counted from today; free to cancel until another.
    case deferred(AgreementText, label: ForeignText, amount: Amount, days: Int64, cancelDays: Int64?)
    /// Topped up whenever the balance falls below the threshold.
    case automaticReload(AgreementText, label: ForeignText, amount: Amount, threshold: Amount)

    /// One repeated payment.
    package struct Cycle: Sendable {
        var label: ForeignText
        var amount: Amount
        var every: Int
        var unit: RecurringUnit
    }
}

extension ProductTerms {
    /// Puts the terms into a request that was built for the goods, on a day.
    func apply(to request: inout PaymentRequest, at seconds: Int64) {
        func day(_ days: Int64) -> CalendarDate { UTCTime.date(seconds + days * 86_400) }
        switch self {
        case .pending(let reason, let maximum):
            request.total.isPending = true
            request.pendingReason = reason
            request.pendingMaximum = maximum
        case .preauthorization: request.preauthorization = request.total.amount
        case .recurring(let text, let regular, let trial):
            let start = trial.map { day($0.days) } ?? day(0)
            let first = trial.map {
                $0.line(RecurringTerms(every: $0.every, $0.unit, start: day(0), end: start))
            }
            let line = regular.line(RecurringTerms(every: regular.every, regular.unit, start: start))
            request.agreement = .recurring(RecurringAgreement(text, regular: line, trial: first))
        case .deferred(let text, let label, let amount, let days, let cancelDays):
            let line = LineItem(label, amount, timing: .deferred(date: day(days)))
            request.agreement = .deferred(
                DeferredAgreement(
                    text, billing: line,
                    freeCancellation: cancelDays.map { FreeCancellation(date: day($0), timeZone: "UTC") }))
        case .automaticReload(let text, let label, let amount, let threshold):
            let line = LineItem(label, amount, timing: .automaticReload(threshold: threshold))
            request.agreement = .automaticReload(ReloadAgreement(text, billing: line))
        }
    }
}

extension ProductTerms.Cycle {
    fileprivate func line(_ terms: RecurringTerms) -> LineItem {
        LineItem(label, amount, timing: .recurring(terms))
    }

    /// How long one lasts: months and years by their usual length, for a first day that is only shown.
    fileprivate var days: Int64 {
        switch unit {
        case .minute, .hour: 1
        case .day: Int64(every)
        case .month: Int64(every) * 30
        case .year: Int64(every) * 365
        }
    }
}

/// Reading terms out of a catalog.
extension ProductTerms {
    init(from node: JSONNode, _ money: MoneyReader) throws(JSONError) {
        let kind = try node.member("kind")
        switch try kind.string() {
        case "pending":
            self = .pending(
                reason: ForeignText(try node.member("reason").string()),
                maximum: try Self.price(node, "maximum", money))
        case "preauthorization": self = .preauthorization
        case "recurring":
            self = .recurring(
                try Self.text(node), regular: try Self.cycle(node.member("regular"), money),
                trial: try node.present("trial").map { trial throws(JSONError) in try Self.cycle(trial, money)
                })
        case "deferred":
            let days = try node.member("days").integer(in: 1...365)
            self = .deferred(
                try Self.text(node), label: ForeignText(try node.member("label").string()),
                amount: try Self.price(node, "amount", money), days: days,
                cancelDays: try node.present("free_cancellation_days")?.integer(in: 0...days))
        case "automatic_reload":
            self = .automaticReload(
                try Self.text(node), label: ForeignText(try node.member("label").string()),
                amount: try Self.price(node, "amount", money),
                threshold: try Self.price(node, "threshold", money))
        default:
            throw kind.invalid("is none of pending, preauthorization, recurring, deferred, automatic_reload")
        }
    }

    private static func price(
        _ node: JSONNode, _ name: String, _ money: MoneyReader
    ) throws(JSONError) -> Amount {
        let member = try node.member(name)
        _ = try member.integer(in: 0...Catalog.amountMax)
        return try money.amount(member)
    }

    private static func text(_ node: JSONNode) throws(JSONError) -> AgreementText {
        AgreementText(
            description: ForeignText(try node.member("description").string()),
            terms: try node.text("agreement"),
            managementURL: ForeignText(try node.member("management_url").string()))
    }

    private static func cycle(_ node: JSONNode, _ money: MoneyReader) throws(JSONError) -> Cycle {
        let unit = try node.member("unit")
        guard let known = RecurringUnit(rawValue: try unit.string()) else { throw unit.invalid("is no unit") }
        return Cycle(
            label: ForeignText(try node.member("label").string()), amount: try price(node, "amount", money),
            every: Int(try node.present("every")?.integer(in: 1...365) ?? 1), unit: known)
    }
}
