/// A line of the sheet: what it is for and what it costs (AP-8). Discounts are negative.
package struct LineItem: Hashable, Sendable {
    package var label: ForeignText
    package var amount: Amount
    /// Not yet known; its amount is then zero, and it is shown as pending (AP-10).
    package var isPending: Bool
    package var timing: PaymentTiming

    /// A line that is final and paid now, unless said otherwise.
    package init(
        _ label: ForeignText, _ amount: Amount, isPending: Bool = false, timing: PaymentTiming = .immediate
    ) {
        self.label = label
        self.amount = amount
        self.isPending = isPending
        self.timing = timing
    }
}

/// When a line is paid (ApplePayLineItem's `paymentTiming`).
package enum PaymentTiming: Hashable, Sendable {
    case immediate
    case recurring(RecurringTerms)
    case deferred(date: CalendarDate)
    case automaticReload(threshold: Amount)
}

/// How often a recurring line is paid, and from when to when.
package struct RecurringTerms: Hashable, Sendable {
    package var start: CalendarDate?
    package var end: CalendarDate?
    package var unit: RecurringUnit
    /// Every so many units; 1 where the request says nothing (checkout 41).
    package var count: Int

    /// Every `count` units.
    package init(
        every count: Int, _ unit: RecurringUnit, start: CalendarDate? = nil, end: CalendarDate? = nil
    ) {
        self.count = count
        self.unit = unit
        self.start = start
        self.end = end
    }
}

/// The unit of a recurring interval, in Apple Pay's spelling.
package enum RecurringUnit: String, CaseIterable, Sendable {
    case minute, hour, day, month, year
}

/// What a recurring payment agrees to (ApplePayRecurringPaymentRequest).
package struct RecurringAgreement: Hashable, Sendable {
    package var description: ForeignText
    package var regular: LineItem
    package var trial: LineItem?
    /// The terms, as the merchant words them.
    package var agreement: ForeignText?
    package var managementURL: ForeignText

    /// An agreement; both lines carry `recurring` timing.
    package init(
        description: ForeignText, regular: LineItem, trial: LineItem? = nil, agreement: ForeignText? = nil,
        managementURL: ForeignText
    ) {
        self.description = description
        self.regular = regular
        self.trial = trial
        self.agreement = agreement
        self.managementURL = managementURL
    }
}
