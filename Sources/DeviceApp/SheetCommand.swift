internal import Checkout

/// What a person types while a sheet is open.
enum SheetCommand: Equatable {
    case act(SheetEvent)
    case unknown(String)

    /// Reads a line; nil where it is empty. `terms` are those on screen.
    init?(_ line: String, terms: SheetTerms) {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        guard let name = words.first else { return nil }
        let argument = words.count > 1 ? words[1] : nil
        switch (name, argument) {
        case ("pay", nil): self = .act(.pay(terms))
        case ("accept", nil): self = .act(.acceptChanges)
        case ("accept-total", nil): self = .act(.acceptInconsistentTotals)
        case ("retry", nil): self = .act(.retry)
        case ("decline", nil): self = .act(.decline)
        case ("close", nil), ("quit", nil): self = .act(.close)
        case ("method", let id?): self = .act(.chooseMethod(id))
        case ("address", let id?): self = .act(.chooseAddress(id))
        case ("contact", let id?): self = .act(.chooseContact(id))
        case ("card", let id?): self = .act(.chooseCard(id))
        default: self = .unknown(line)
        }
    }
}
