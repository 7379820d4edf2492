/// When a line is paid (ApplePayLineItem's `paymentTiming`).
package enum PaymentTiming: Hashable, Sendable {
    case immediate
    case recurring(RecurringTerms)
    /// The day is missing where the request gives none.
    case deferred(date: CalendarDate?)
    /// The balance is missing where the request gives none that is exact.
    case automaticReload(threshold: Amount?)
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
