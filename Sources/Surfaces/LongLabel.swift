package import Checkout

/// A label that most sheets will cut: its maker is told, for people see it with a mark (AP-8).
package struct LongLabel: Sendable, Equatable {
    /// As in `lineItems[2].label`.
    package let member: String
    package let cells: Int

    /// More than this does not fit beside an amount on half a terminal.
    package static let cellsMax = 40

    /// The labels of a request that are too long.
    package static func all(in request: PaymentRequest) -> [LongLabel] {
        var labels = [("total.label", request.total.label)]
        labels += request.lineItems.enumerated().map { ("lineItems[\($0.offset)].label", $0.element.label) }
        labels += request.shippingMethods.enumerated().map {
            ("shippingMethods[\($0.offset)].label", $0.element.label)
        }
        return labels.compactMap { member, label in
            let cells = CellWidth.of(label.cleaned)
            return cells > cellsMax ? LongLabel(member: member, cells: cells) : nil
        }
    }
}

extension Complaint {
    /// A warning to the maker of a request whose total has parts that its currency does not have.
    package static func totalNotExact(_ total: ForeignText, _ currency: String) -> Complaint {
        Complaint(
            "total-not-exact",
            "$.total.amount is \(shown(total.raw)), which is no exact sum of \(currency): "
                + "the phone will show it and not pay it",
            hint: "name a total that the currency can hold")
    }

    /// A warning to the maker of a request; everything else goes on.
    package static func longLabel(_ label: LongLabel) -> Complaint {
        Complaint(
            "long-label", "$.\(label.member) takes \(label.cells) columns and will be cut on most sheets",
            hint: "\(LongLabel.cellsMax) columns fit beside an amount")
    }
}
