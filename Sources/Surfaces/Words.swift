package import Checkout

/// The message catalog: every sentence that a client shows to people stands in a file `Words*`, `HelpText*`
/// or `Complaint*` of this module, and a tidy test keeps it so.
package enum Words {
    package static let done = "Done"
    package static let wallet = "Baton Pay"
    package static let yesNo = "[y/N]"

    /// A time in the largest unit that says it well, to the nearest: 599 seconds are "10 minutes".
    package static func time(_ duration: Duration) -> String {
        let seconds = max(0, duration.components.seconds)
        switch seconds {
        case ..<120: return counted(seconds, "second")
        case ..<7200: return counted((seconds + 30) / 60, "minute")
        default: return counted((seconds + 1800) / 3600, "hour")
        }
    }

    /// "1 try", "3 tries".
    package static func counted(_ count: Int64, _ noun: String) -> String {
        let plural = noun.hasSuffix("y") ? noun.dropLast() + "ies" : noun + "s"
        return count == 1 ? "1 \(noun)" : "\(count) \(plural)"
    }

    /// "A", "A and B", "A, B and C".
    package static func listed(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " and " + last
    }

    /// A card as a confirmation names it: "Visa 1234 (Baton Pay)" (AP-13).
    package static func payment(_ card: CardSummary) -> String {
        "\(card.network.displayName) \(card.lastFour) (\(wallet))"
    }

    /// The beginning of an id, enough to type.
    package static func shortID(_ id: String) -> String { String(id.prefix(8)) }
}
