/// A line of the sheet: what it is for and what it costs (AP-8). Discounts are negative.
package struct LineItem: Hashable, Sendable {
    package var label: ForeignText
    package var amount: Amount
    /// Not yet known; its amount is then zero, and it is shown as pending (AP-10).
    package var isPending: Bool
    package var timing: PaymentTiming
    /// The amount as the request writes it, where the currency cannot hold it exactly; `amount` is then zero.
    ///
    /// It is shown as written, never rounded, and can be neither added up nor charged.
    package var writtenAmount: ForeignText?

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
