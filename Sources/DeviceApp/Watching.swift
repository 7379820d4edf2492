internal import Handoffs
internal import Surfaces

/// A device that waits for the end of a purchase that it handed off, as a value: what the journal, the relay
/// and the merchant say goes in, what is shown and asked comes out (design, sections 5 and 6).
struct Watching: Hashable, Sendable {
    /// What it hears.
    enum Event: Equatable, Sendable {
        /// Where the purchase stands, without an end.
        case stands(HandoffState)
        /// Its end, which only the journal's own rules let in.
        case ended(Ending)
        /// A phone has it.
        case delivered
        /// What the merchant says of the purchase in doubt: its order's number, or nil for none or no answer.
        case merchantSaid(String?)
        /// The relay is not heard, or is heard again.
        case lost, connected
        /// Nobody waits any longer.
        case interrupted
    }

    /// What is to be done.
    enum Effect: Equatable, Sendable {
        case show(HandoffStep)
        /// The relay cannot be reached; the purchase lives on.
        case warnLost
        /// Ask the merchant, for nobody may pay again before it has said something.
        case askMerchant
        /// The merchant has this order.
        case warnOrder(String)
        case end(Ending)
    }

    /// How far it is.
    enum Phase: Hashable, Sendable {
        /// The last step that was shown; nil before the first.
        case waiting(HandoffStep?)
        /// In doubt, and the merchant is being asked.
        case asking
        case ended
    }

    private(set) var phase = Phase.waiting(nil)
    private var isLost = false

    /// Takes what was heard. After the end nothing changes and nothing is done.
    mutating func apply(_ event: Event) -> [Effect] {
        guard phase != .ended else { return [] }
        switch event {
        case .stands(let state): return stands(state)
        case .ended(let ending): return end(ending)
        case .delivered: return delivered()
        case .merchantSaid(let number):
            guard phase == .asking else { return [] }
            return (number.map { [.warnOrder($0)] } ?? []) + end(.inDoubt)
        case .lost:
            guard !isLost else { return [] }
            isLost = true
            return [.warnLost]
        case .connected:
            isLost = false
            return []
        case .interrupted: return end(.interrupted)
        }
    }

    private mutating func stands(_ state: HandoffState) -> [Effect] {
        guard case .waiting(let shown) = phase else { return [] }
        switch state {
        case .offered: return shown == .claimed ? show(.released) : []
        case .claimed: return show(.claimed)
        case .authorizing: return show(.authorizing)
        case .inDoubt:
            phase = .asking
            return [.show(.inDoubt), .askMerchant]
        case .settled, .declined, .cancelled, .superseded, .expired:
            // The end itself comes as `ended`, once the journal knows what it was.
            return []
        }
    }

    /// Said once, and not after somebody has opened it.
    private mutating func delivered() -> [Effect] {
        guard phase == .waiting(nil) else { return [] }
        return show(.delivered)
    }

    private mutating func show(_ step: HandoffStep) -> [Effect] {
        guard phase != .waiting(step) else { return [] }
        phase = .waiting(step)
        return [.show(step)]
    }

    private mutating func end(_ ending: Ending) -> [Effect] {
        phase = .ended
        return [.end(ending)]
    }
}
