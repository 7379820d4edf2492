import Handoffs
import Relay
import Wire

/// What a device asks of the relay.
enum Call: Sendable {
    case create([VerifiedToken])
    case cancel(HandoffKey)
    case claim(HandoffKey, ClaimKey)
    case step(Handoff.Event, HandoffKey)
    case settle(VerifiedOutcome)
    case status(HandoffKey)
    /// Acknowledges what came before and reads on, as `GET /v1/events` does.
    case read(after: EventCursor?)
}

/// What the relay answered.
enum Answer: Sendable {
    case created(HandoffStatus)
    case status(HandoffStatus)
    case claimed(ClaimAnswer)
    case events([LoggedEvent])
    case resync(Resync, newest: Int64)
    case refused(RelayRefusal)
}

/// Something on its way through the simulated network.
struct Envelope: Sendable {
    /// Which device it comes from or goes to.
    let device: Int
    let content: Content

    enum Content: Sendable {
        case call(Call)
        case answer(Call, Answer)
    }
}
