/// What a person agrees to beyond this one payment; a request has at most one (checkout 40).
package enum PaymentAgreement: Hashable, Sendable {
    case recurring(RecurringAgreement)
    case automaticReload(ReloadAgreement)
    case deferred(DeferredAgreement)
}

/// What every agreement says (the members that Apple's three special requests share).
package struct AgreementText: Hashable, Sendable {
    package var description: ForeignText
    /// The terms, as the merchant words them.
    package var terms: ForeignText?
    /// Where it can be changed or ended.
    package var managementURL: ForeignText

    /// The words of an agreement.
    package init(description: ForeignText, terms: ForeignText? = nil, managementURL: ForeignText) {
        self.description = description
        self.terms = terms
        self.managementURL = managementURL
    }
}

/// What a recurring payment agrees to (ApplePayRecurringPaymentRequest); both lines carry `recurring` timing.
package struct RecurringAgreement: Hashable, Sendable {
    package var text: AgreementText
    package var regular: LineItem
    package var trial: LineItem?

    /// A regular payment, perhaps after a trial (checkout 38).
    package init(_ text: AgreementText, regular: LineItem, trial: LineItem? = nil) {
        self.text = text
        self.regular = regular
        self.trial = trial
    }
}

/// What topping up agrees to (ApplePayAutomaticReloadPaymentRequest); the line carries `automaticReload`
/// timing.
package struct ReloadAgreement: Hashable, Sendable {
    package var text: AgreementText
    package var billing: LineItem

    /// A payment whenever a balance falls below the line's threshold.
    package init(_ text: AgreementText, billing: LineItem) {
        self.text = text
        self.billing = billing
    }
}

/// What paying later agrees to (ApplePayDeferredPaymentRequest); the line carries `deferred` timing.
package struct DeferredAgreement: Hashable, Sendable {
    package var text: AgreementText
    package var billing: LineItem
    /// Until when it can be cancelled without cost.
    package var freeCancellation: FreeCancellation?

    /// A payment on the line's day.
    package init(_ text: AgreementText, billing: LineItem, freeCancellation: FreeCancellation? = nil) {
        self.text = text
        self.billing = billing
        self.freeCancellation = freeCancellation
    }
}

/// The end of free cancellation, and whose day it is.
package struct FreeCancellation: Hashable, Sendable {
    package var date: CalendarDate
    /// What stands behind the day in the request, as in `T18:00:00Z`; empty where it gives a day only.
    package var time: String
    /// A name of the time zone database.
    package var timeZone: String

    package init(date: CalendarDate, time: String = "", timeZone: String) {
        self.date = date
        self.time = time
        self.timeZone = timeZone
    }

    /// Whether the time names its own distance from UTC.
    package var hasOffset: Bool {
        time.hasSuffix("Z") || time.dropFirst(6).contains { $0 == "+" || $0 == "-" }
    }

    /// Hours and minutes, with the distance from UTC where it is named: `18:00`, `18:00 UTC`, `18:00 +02:00`.
    package var clock: String? {
        guard time.utf8.count >= 6 else { return nil }
        let minutes = String(time.dropFirst().prefix(5))
        guard hasOffset else { return minutes }
        return minutes + (time.hasSuffix("Z") ? " UTC" : " \(time.suffix(6))")
    }
}

extension PaymentAgreement {
    /// Its words.
    package var text: AgreementText {
        switch self {
        case .recurring(let agreement): agreement.text
        case .automaticReload(let agreement): agreement.text
        case .deferred(let agreement): agreement.text
        }
    }

    /// What will be paid, in the order of time.
    package var lines: [LineItem] {
        switch self {
        case .recurring(let agreement): (agreement.trial.map { [$0] } ?? []) + [agreement.regular]
        case .automaticReload(let agreement): [agreement.billing]
        case .deferred(let agreement): [agreement.billing]
        }
    }
}
