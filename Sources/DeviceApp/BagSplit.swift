internal import BatonClient
internal import Merchant
internal import Surfaces

/// Sorts out what cannot be handed over in one way, before any sheet opens: a sheet has one address and one
/// method (AP-4).
struct BagSplit: Sendable {
    let shopping: Shopping
    let phones: [PairedDevice]

    /// The things in groups, each with a way in common. Every thing is asked about by itself, for the
    /// merchant alone knows its ways.
    func groups(of items: [BagItem]) async throws(Complaint) -> [[BagItem]] {
        var ways: [Set<String>] = []
        for item in items {
            let alone = try await Bag([item], codes: [], note: "", for: phones, at: shopping)
            ways.append(Set(alone.answer.session.options.map(\.kind.rawValue)))
            await alone.giveUp()
        }
        return Self.groups(ways).map { indices in indices.map { items[$0] } }
    }

    /// Which of these go together: each joins the first group that shares a way with it. Pure.
    static func groups(_ ways: [Set<String>]) -> [[Int]] {
        var groups: [(ways: Set<String>, members: [Int])] = []
        for (index, own) in ways.enumerated() {
            let fitting = groups.firstIndex { !$0.ways.isDisjoint(with: own) }
            if let fitting {
                groups[fitting].ways.formIntersection(own)
                groups[fitting].members.append(index)
            } else {
                groups.append((own, [index]))
            }
        }
        return groups.map(\.members)
    }
}
