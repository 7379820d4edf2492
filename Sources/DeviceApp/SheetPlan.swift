internal import Checkout

/// Who decides on a sheet, and what was decided before it opened.
package struct SheetPlan: Sendable {
    /// Who decides.
    package enum Decider: Sendable {
        /// Commands, a line each.
        case person
        /// `--pay`: pays when the terms allow it, else nothing is charged.
        case pay
        /// `--decline`
        case decline
    }

    package var decider: Decider = .person
    package var passcode: PasscodeSource = .person
    package var method: String?
    /// An id or the last four digits.
    package var card: String?
    package var address: String?
    package var contact: String?
    /// `--expect-total`, such as `10.40`.
    package var expectedTotal: String?
    package var acceptsChanges = false
    package var allowsUnsigned = false
    /// How often a script asks a merchant again that cannot be reached, with growing waits.
    package var retries = 3

    package init() {}

    /// Whether a purchase that was declined may be paid again: by a person, or by a script that names the
    /// card.
    var mayPayAgain: Bool {
        switch decider {
        case .person: true
        case .pay: card != nil
        case .decline: false
        }
    }
}
