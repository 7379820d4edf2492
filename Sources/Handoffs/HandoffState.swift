/// Where a handoff is in its life (Protocol/states.md); the raw value is its name on the wire.
package enum HandoffState: String, Sendable, CaseIterable {
    case offered
    case claimed
    case authorizing
    case inDoubt = "in_doubt"
    case settled
    case declined
    case cancelled
    case superseded
    case expired

    /// Whether it never changes again.
    package var isTerminal: Bool {
        switch self {
        case .offered, .claimed, .authorizing, .inDoubt: false
        case .settled, .declined, .cancelled, .superseded, .expired: true
        }
    }

    /// Whether it takes one of its sender's places: in doubt it does not, so that nobody is locked out by a
    /// phone that never came back.
    package var isOpen: Bool {
        switch self {
        case .offered, .claimed, .authorizing: true
        case .inDoubt, .settled, .declined, .cancelled, .superseded, .expired: false
        }
    }

    /// Whether it may still be taken back, and so waits for its recipients.
    package var isWithdrawable: Bool {
        switch self {
        case .offered, .claimed: true
        case .authorizing, .inDoubt, .settled, .declined, .cancelled, .superseded, .expired: false
        }
    }
}

/// How far a handoff has come, as the watch shows it (Protocol/life.md); it says nothing of success.
package enum Rung: String, Sendable, CaseIterable, Comparable {
    case stored
    case delivered
    case claimed
    case authorizing
    case settled

    private var height: Int {
        switch self {
        case .stored: 0
        case .delivered: 1
        case .claimed: 2
        case .authorizing: 3
        case .settled: 4
        }
    }

    package static func < (left: Rung, right: Rung) -> Bool { left.height < right.height }
}
