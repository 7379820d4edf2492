internal import Handoffs
internal import Wire

extension HandoffStatus {
    /// What both sides may know of a handoff, without what depends on the moment of reading.
    init(_ handoff: Handoff) {
        self.init(key: handoff.key, state: handoff.state, rung: handoff.rung, fence: handoff.fence)
        if !handoff.recipients.isEmpty {
            issuedAt = handoff.issuedAt.seconds
            expiresAt = handoff.expiresAt.seconds
        }
        claimedBy = handoff.claim?.device
        isCancelRequested = handoff.isCancelRequested
        if case .superseded(let newer, _) = handoff.phase { supersededBy = newer }
    }

    /// The same as an answer given now.
    init(_ handoff: Handoff, at now: Instant) {
        self.init(handoff)
        switch handoff.phase {
        case .offered: expiresIn = handoff.expiresAt.since(now)
        case .claimed(_, let leaseUntil): lease = leaseUntil.since(now)
        case .authorizing(_, let until): inDoubtIn = until.since(now)
        case .inDoubt, .settled, .declined, .cancelled, .superseded, .expired: break
        }
        serverTime = now
    }
}

extension RelaySlice {
    /// The handoff with this key, if it was loaded.
    func handoff(_ key: HandoffKey) -> Handoff? { handoffs.first { $0.key == key } }

    /// Puts a handoff in its place, or behind the others.
    mutating func put(_ handoff: Handoff) {
        if let index = handoffs.firstIndex(where: { $0.key == handoff.key }) {
            handoffs[index] = handoff
        } else {
            handoffs.append(handoff)
        }
    }

    /// Lets time pass for a handoff and writes that, whatever is decided afterwards: what time ended is on
    /// disk before it is told.
    mutating func advanced(_ key: HandoffKey) -> Handoff? {
        guard var handoff = handoff(key) else { return nil }
        let effects = handoff.advance(to: now)
        if !effects.isEmpty {
            put(handoff)
            tell(effects, of: handoff)
        }
        return handoff
    }

    /// Decides an event on a handoff that has been advanced; a refusal leaves the slice as it was.
    mutating func apply(_ event: Handoff.Event, to handoff: Handoff) throws(RelayRefusal) -> Handoff {
        var changed = handoff
        let effects: [Handoff.Effect]
        do {
            effects = try changed.apply(event, at: now)
        } catch {
            throw RelayRefusal(error, state: handoff.state)
        }
        if changed != handoff { put(changed) }
        tell(effects, of: changed)
        return changed
    }

    /// Appends the events that effects ask for. An outcome goes to the watch with its body.
    mutating func tell(_ effects: [Handoff.Effect], of handoff: Handoff) {
        guard !effects.isEmpty else { return }
        let status = HandoffStatus(handoff)
        let data = status.encoded()
        for effect in effects {
            switch effect {
            case .state(let device): append(.init(device, .state, handoff.key, data))
            case .outcome(let device):
                let body = newOutcome.map { EventDraft.Attachment.outcome($0.body) } ?? .none
                append(.init(device, .outcome, handoff.key, data, body))
            case .cancelRequested(let device): append(.init(device, .cancelRequested, handoff.key, data))
            case .delivered(let phone, let watch):
                var delivered = status
                delivered.deliveredTo = phone
                append(.init(watch, .delivered, handoff.key, delivered.encoded()))
            }
        }
    }
}

extension EventDraft {
    /// An event about a handoff.
    init(
        _ device: DeviceID, _ kind: EventKind, _ key: HandoffKey?, _ data: [UInt8],
        _ attachment: Attachment = .none
    ) {
        self.init(
            device: device, kind: kind, handoff: key, expiresAt: nil, data: data, attachment: attachment)
    }
}
