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
        /// Other choices, with their ids.
        package let choices: [Choice]
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
    package let lines: [Row]
    package let total: Row
    package let payLine: String
    package let isPayOn: Bool
    /// Why "Pay" is off, or what is happening.
    package let state: String?
    package let spoken: String

    /// Whether a person sees the same on both, but for what is happening.
    package func isDrawn(like other: SheetSurface) -> Bool {
        title == other.title && origin == other.origin && notices == other.notices && fields == other.fields
            && lines == other.lines && total == other.total && payLine == other.payLine
    }
}
