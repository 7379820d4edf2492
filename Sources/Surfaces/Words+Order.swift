package import Checkout

extension Words.Order {
    /// What was ordered, in a line: "2 × Latte, Croissant".
    package static func items(_ lines: [(quantity: Int64, name: ForeignText)]) -> String {
        lines.map { $0.quantity == 1 ? $0.name.raw : "\($0.quantity) × \($0.name.raw)" }.joined(
            separator: ", ")
    }
}
