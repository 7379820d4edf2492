import Handoffs
import Relay
import Wire

/// A phone: claims, renews, gives back, declines or pays, in the order of design section 5: journal,
/// authorizing, its acknowledgement, charge, outcome. What is not in the journal is gone after a crash.
struct SimulatedPhone: SimulatedDevice {
    let id: DeviceID
    private var reader = LogReader()
    /// Handoffs that were offered, by what the log said last.
    private var inbox: [HandoffKey: HandoffState] = [:]
    private var order: [HandoffKey] = []
    /// In memory only: claims that have not been authorized.
    private var claims: [HandoffKey: Claim] = [:]
    private(set) var journal: [HandoffKey: Entry] = [:]

    private var offUntil = Instant(milliseconds: 0)

    private struct Claim {
        let key: ClaimKey
        var fence: Fence?
        /// The person has said no; it is repeated until it is heard.
        var isDeclined = false
    }

    struct Entry {
        let fence: Fence
        let token: Digest
        /// The relay acknowledged the point of no return.
        var isAuthorized = false
        /// A charge was sent; from here on it is repeated until answered.
        var isChargeSent = false
        /// Written before it is sent; repeated byte for byte.
        var outcome: VerifiedOutcome?
        /// The relay has the outcome, or will never take it.
        var isOver = false
    }

    init(id: DeviceID) { self.id = id }

    mutating func act(_ surroundings: inout Surroundings) -> [Call] {
        guard surroundings.isQuieting || surroundings.now >= offUntil else { return [] }
        var calls = [reader.call(surroundings.epoch)]
        for key in order {
            if journal[key] != nil {
                calls += goOnPaying(key, &surroundings)
            } else if inbox[key]?.isTerminal == false {
                calls += goOnClaiming(key, &surroundings)
            }
        }
        return calls
    }

    private mutating func goOnClaiming(_ key: HandoffKey, _ surroundings: inout Surroundings) -> [Call] {
        guard let claim = claims[key] else {
            guard !surroundings.isQuieting, inbox[key] == .offered, surroundings.random.chance(60) else {
                return []
            }
            let claimKey: ClaimKey = surroundings.random.identifier()
            claims[key] = Claim(key: claimKey)
            return [.claim(key, claimKey)]
        }
        guard let fence = claim.fence else { return [.claim(key, claim.key)] }
        if claim.isDeclined { return [.step(.decline(by: id, fence), key)] }
        switch Int.random(in: 0..<10, using: &surroundings.random) {
        case 0: return [.step(.release(by: id, fence), key)]
        case 1:
            claims[key]?.isDeclined = true
            return [.step(.decline(by: id, fence), key)]
        case 2, 3, 4: return [.step(.renew(by: id, fence), key)]
        default:
            guard let token = surroundings.digests[TokenKey(handoff: key, recipient: id)] else { return [] }
            journal[key] = Entry(fence: fence, token: token)
            return [.step(.authorize(by: id, fence), key)]
        }
    }

    private mutating func goOnPaying(_ key: HandoffKey, _ surroundings: inout Surroundings) -> [Call] {
        guard var entry = journal[key], !entry.isOver else { return [] }
        if let outcome = entry.outcome { return [.settle(outcome)] }
        guard entry.isAuthorized else { return [.step(.authorize(by: id, entry.fence), key)] }
        // A journal without a charge entitles to failure; the person may have gone away.
        if !entry.isChargeSent, surroundings.random.chance(20) {
            return settle(key, &entry, &surroundings)
        }
        entry.isChargeSent = true
        journal[key] = entry
        surroundings.charges[key, default: []].insert(id)
        return surroundings.random.chance(70) ? settle(key, &entry, &surroundings) : []
    }

    private mutating func settle(
        _ key: HandoffKey, _ entry: inout Entry, _ surroundings: inout Surroundings
    ) -> [Call] {
        let claims = OutcomeClaims(
            phone: id, watch: key.sender, id: key.id, token: entry.token, fence: entry.fence,
            issuedAt: surroundings.now.seconds, encapsulated: [4], ciphertext: [5])
        let outcome = VerifiedOutcome(
            claims: claims, digest: surroundings.random.identifier(), body: Array("outcome \(key)".utf8))
        entry.outcome = outcome
        journal[key] = entry
        return [.settle(outcome)]
    }

    mutating func hear(_ answer: Answer, to call: Call, _ surroundings: inout Surroundings) {
        switch (call, answer) {
        case (.read(let cursor), .events(let events)):
            guard reader.isCurrent(cursor) else { return }
            for event in reader.take(events) { note(event) }
        case (.read(let cursor), .resync(let resync, let newest)):
            guard reader.isCurrent(cursor) else { return }
            reader.jump(to: newest)
            for status in resync.handoffs { note(status) }
        case (.claim(let key, let claimKey), .claimed(let claimed)):
            if claims[key]?.key == claimKey, journal[key] == nil { claims[key]?.fence = claimed.fence }
        case (.claim(let key, let claimKey), .refused(let refusal)):
            if claims[key]?.key == claimKey, refusal.code != .unavailable { claims[key] = nil }
        case (.step(let event, let key), .status): heard(event, key)
        case (.step(let event, let key), .refused(let refusal)): heard(refusal, event, key, &surroundings)
        case (.settle(let outcome), .status), (.settle(let outcome), .refused):
            if case .refused(let refusal) = answer, refusal.code == .unavailable { return }
            let key = HandoffKey(sender: outcome.claims.watch, id: outcome.claims.id)
            if journal[key]?.outcome?.digest == outcome.digest { journal[key]?.isOver = true }
        default: break
        }
    }

    private mutating func heard(_ event: Handoff.Event, _ key: HandoffKey) {
        switch event {
        case .authorize(_, let fence, _):
            if journal[key]?.fence == fence { journal[key]?.isAuthorized = true }
        case .release(_, let fence), .decline(_, let fence):
            if claims[key]?.fence == fence, journal[key] == nil { claims[key] = nil }
        case .claim, .renew, .settle, .cancel, .supersede, .remove, .deliver: break
        }
    }

    private mutating func heard(
        _ refusal: RelayRefusal, _ event: Handoff.Event, _ key: HandoffKey, _ surroundings: inout Surroundings
    ) {
        guard refusal.code != .unavailable else { return }
        switch event {
        case .authorize(_, let fence, _):
            guard var entry = journal[key], entry.fence == fence, entry.outcome == nil else { return }
            if refusal.state == .inDoubt, refusal.code == .wrongState {
                // It was accepted once and the answer was lost: nothing was charged, and that must be said.
                if !entry.isChargeSent { _ = settle(key, &entry, &surroundings) }
            } else if !entry.isAuthorized {
                journal[key] = nil
                claims[key] = nil
            }
        case .renew(_, let fence), .release(_, let fence), .decline(_, let fence):
            if claims[key]?.fence == fence, journal[key] == nil { claims[key] = nil }
        case .claim, .settle, .cancel, .supersede, .remove, .deliver: break
        }
    }

    private mutating func note(_ event: LoggedEvent) {
        // Other kinds of event carry other data.
        guard let status = try? HandoffStatus(parsing: event.data) else { return }
        note(status)
    }

    private mutating func note(_ status: HandoffStatus) {
        if inbox[status.key] == nil { order.append(status.key) }
        if inbox[status.key]?.isTerminal != true { inbox[status.key] = status.state }
    }

    mutating func crash(until: Instant) {
        claims = [:]
        offUntil = until
    }
}
