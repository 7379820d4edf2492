import Handoffs
import Relay
import Wire

/// What a device of the simulation needs around it.
struct Surroundings {
    var random: SeededRandom
    let now: Instant
    let epoch: String
    let watches: [DeviceID]
    let phones: [DeviceID]
    let base: String
    /// Whether the world is still looking for trouble, or only for the end.
    let isQuieting: Bool
    /// What was paid at the shop, each entry once however often it is sent.
    var charges: [HandoffKey: Set<DeviceID>]
    /// The tokens' identities, which a phone would compute from the tokens themselves.
    var digests: [TokenKey: Digest]
}

/// A watch or a phone: asks, hears answers, and may lose what it had only in memory.
protocol SimulatedDevice {
    var id: DeviceID { get }
    /// Something it does of itself.
    mutating func act(_ surroundings: inout Surroundings) -> [Call]
    /// An answer came, perhaps late, perhaps again.
    mutating func hear(_ answer: Answer, to call: Call, _ surroundings: inout Surroundings)
    /// Only what it journalled stays; it is off until then.
    mutating func crash(until: Instant)
}

/// A device's way through its log: it moves over a contiguous run only (relay 2).
struct LogReader {
    private(set) var position: Int64 = 0

    /// The events that are new, in order; stops at a gap.
    mutating func take(_ events: [LoggedEvent]) -> [LoggedEvent] {
        var fresh: [LoggedEvent] = []
        for event in events where event.sequence == position + 1 {
            position += 1
            fresh.append(event)
        }
        return fresh
    }

    mutating func jump(to newest: Int64) { position = newest }

    func call(_ epoch: String) -> Call {
        .read(after: position == 0 ? nil : EventCursor(epoch: epoch, sequence: position))
    }

    /// Whether an answer to this call may be taken: one to an older call would lead back.
    func isCurrent(_ cursor: EventCursor?) -> Bool { (cursor?.sequence ?? 0) == position }
}
