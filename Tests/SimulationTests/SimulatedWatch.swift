import Handoffs
import Relay
import Wire

/// A watch: hands off, repeats until acknowledged, cancels and replaces at whim, and believes only its log.
struct SimulatedWatch: SimulatedDevice {
    let id: DeviceID
    private var reader = LogReader()
    /// INVARIANT: everything here is journalled before it is sent.
    private(set) var purchases: [HandoffID: Purchase] = [:]
    private var order: [HandoffID] = []

    struct Purchase {
        let tokens: [VerifiedToken]
        /// The newest state that the relay told; nil before the first answer.
        var state: HandoffState?
        var wantsCancel = false
        var mustAsk = false
        /// The relay refused the create for good.
        var isRefused = false

        var isOver: Bool { isRefused || state?.isTerminal == true }
    }

    init(id: DeviceID) { self.id = id }

    mutating func act(_ surroundings: inout Surroundings) -> [Call] {
        var calls = [reader.call(surroundings.epoch)]
        for key in order {
            guard let purchase = purchases[key], !purchase.isOver else { continue }
            if purchase.state == nil { calls.append(.create(purchase.tokens)) }
            if purchase.mustAsk { calls.append(.status(HandoffKey(sender: id, id: key))) }
            if purchase.wantsCancel, purchase.state != .authorizing, purchase.state != .inDoubt {
                calls.append(.cancel(HandoffKey(sender: id, id: key)))
            }
        }
        guard !surroundings.isQuieting else { return calls }
        let open = order.filter { purchases[$0]?.isOver == false }
        if open.count < 3, surroundings.random.chance(50) { calls += begin(open, &surroundings) }
        if let some = open.randomElement(using: &surroundings.random), surroundings.random.chance(15) {
            purchases[some]?.wantsCancel = true
        }
        return calls
    }

    /// A new purchase, sometimes in place of an older one, sometimes cancelled before it is sent.
    private mutating func begin(_ open: [HandoffID], _ surroundings: inout Surroundings) -> [Call] {
        let key = HandoffID(at: surroundings.now, random: surroundings.random.bytes(10))
        let replaced = surroundings.random.chance(20) ? open.last : nil
        let life = Int64.random(in: 30...900, using: &surroundings.random)
        let phones = surroundings.phones.shuffled(using: &surroundings.random)
        let count = Int.random(in: 1...phones.count, using: &surroundings.random)
        let tokens = phones.prefix(count).map { phone in
            let claims = TokenClaims(
                sender: id, recipient: phone, id: key, issuedAt: surroundings.now.seconds,
                expiresAt: surroundings.now.seconds + life, relay: surroundings.base, supersedes: replaced,
                encapsulated: [4], ciphertext: [5])
            let digest: Digest = surroundings.random.identifier()
            surroundings.digests[TokenKey(handoff: HandoffKey(sender: id, id: key), recipient: phone)] =
                digest
            return VerifiedToken(claims: claims, digest: digest, body: Array("token for \(phone)".utf8))
        }
        purchases[key] = Purchase(tokens: tokens)
        order.append(key)
        if surroundings.random.chance(5) { return [.cancel(HandoffKey(sender: id, id: key))] }
        return [.create(tokens)]
    }

    mutating func hear(_ answer: Answer, to call: Call, _ surroundings: inout Surroundings) {
        switch answer {
        case .events(let events):
            guard case .read(let cursor) = call, reader.isCurrent(cursor) else { return }
            for event in reader.take(events) {
                // Other kinds of event carry other data.
                guard let status = try? HandoffStatus(parsing: event.data) else { continue }
                note(status)
            }
        case .resync(let resync, let newest):
            guard case .read(let cursor) = call, reader.isCurrent(cursor) else { return }
            reader.jump(to: newest)
            for key in order where purchases[key]?.isOver == false { purchases[key]?.mustAsk = true }
            for status in resync.handoffs { note(status) }
        case .created(let status):
            // A late answer must not lead back behind what the log said.
            let known = purchases[status.key.id]
            if known?.state == nil || status.state.isTerminal { note(status) }
        case .status(let status):
            if status.state.isTerminal || purchases[status.key.id]?.mustAsk == true { note(status) }
        case .claimed: break
        case .refused(let refusal): hear(refusal, to: call)
        }
    }

    private mutating func hear(_ refusal: RelayRefusal, to call: Call) {
        switch call {
        case .create(let tokens):
            guard let key = tokens.first?.claims.id else { return }
            switch refusal.code {
            // A real watch signs again under the same id; here the purchase ends, if it was never stored.
            case .clockSkew, .expiredToken, .supersedeRefused, .notGranted: purchases[key]?.isRefused = true
            default: break
            }
        case .cancel(let key):
            if refusal.code == .ended { purchases[key.id]?.mustAsk = true }
        case .claim, .step, .settle, .status, .read: break
        }
    }

    /// What the relay says of a state is old news where the purchase has ended already.
    private mutating func note(_ status: HandoffStatus) {
        guard status.key.sender == id, purchases[status.key.id]?.state?.isTerminal != true else { return }
        purchases[status.key.id]?.state = status.state
        purchases[status.key.id]?.isRefused = false
        purchases[status.key.id]?.mustAsk = false
    }

    /// A watch keeps everything in its journal, and nobody waits for a watch.
    mutating func crash(until: Instant) {}
}
