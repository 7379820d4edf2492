package import Checkout

/// The sheet as it is drawn: fields, lines, total, pay line (AP-5 to AP-10).
package struct SheetSurface: Sendable, Equatable {
    /// What can be changed on it, and what is chosen now.
    package struct Field: Sendable, Equatable {
        /// `contact`, `address`, `pickup`, `method`, `card`: stable, for renderers and scripts.
        package let name: String
        package let label: String
        package let value: ForeignText
        package let detail: String?
        /// What the merchant does not accept of it, in its words.
        package var error: String?
        /// Other choices, with their ids.
        package let choices: [Choice]
    }

    /// What is agreed to beyond this payment: what it is, what will be paid when, and its words.
    package struct Agreement: Sendable, Equatable {
        package let title: ForeignText
        package let rows: [Row]
        package let notes: [String]
    }

    /// Another choice of a field.
    package struct Choice: Sendable, Equatable {
        package let id: String
        package let label: ForeignText
        package let amount: String?
        package let detail: String?
        package let isChosen: Bool
    }

    package let title: String
    /// Who asks, and at which origin.
    package let origin: String
    package let notices: [String]
    package let fields: [Field]
    package let agreement: Agreement?
    package let lines: [Row]
    package let total: Row
    package let payLine: String
    package let isPayOn: Bool
    /// Whether the merchant is being asked: what is drawn may be old beside what is chosen.
    package let isUpdating: Bool
    /// Why "Pay" is off, or what is happening.
    package let state: String?
    package let spoken: String

    /// Whether a person sees the same on both, but for what is happening.
    package func isDrawn(like other: SheetSurface) -> Bool {
        title == other.title && origin == other.origin && notices == other.notices && fields == other.fields
            && agreement == other.agreement && lines == other.lines && total == other.total
            && payLine == other.payLine
    }
}
