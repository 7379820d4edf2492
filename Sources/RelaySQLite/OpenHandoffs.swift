import Handoffs

/// The rows of handoffs that have not ended and were looked at lately, so that the next step of a handoff
/// reads nothing. Only the writer's own copy may be kept from one group to the next, for only the writer
/// changes them.
struct OpenHandoffs {
    private var rows: [HandoffKey: HandoffRow] = [:]
    /// About 2 MB; a working set beyond it costs one look-up a step.
    private let countMax = 4096

    /// The row, if it is known.
    subscript(key: HandoffKey) -> HandoffRow? { rows[key] }

    /// Remembers a row as it was read or written; one that has ended is let go.
    mutating func keep(_ row: HandoffRow) {
        let key = row.handoff.key
        guard !row.handoff.state.isTerminal else {
            rows[key] = nil
            return
        }
        if rows.count >= countMax, rows[key] == nil { rows.removeAll(keepingCapacity: true) }
        rows[key] = row
    }

    /// Forgets a row that is gone.
    mutating func forget(_ key: HandoffKey) { rows[key] = nil }

    /// Forgets everything, as after a transaction that was undone.
    mutating func clear() { rows.removeAll(keepingCapacity: true) }
}
