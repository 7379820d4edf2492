extension Pairing {
    /// What can be asked of a pairing. Opening is not here: it makes the value.
    package enum Event: Sendable, Hashable {
        /// The watch opens it again: a repetition whose answer was lost.
        case open(by: Party)
        /// The phone answers, with its signing key.
        case answer(by: Party, body: [UInt8])
        /// The watch opens its commitment.
        case reveal(by: DeviceID, body: [UInt8])
        /// The watch says that the code was right.
        case watchConfirm(by: DeviceID, body: [UInt8])
        /// The phone says that its person agrees.
        case phoneConfirm(by: DeviceID, body: [UInt8])
        /// Either gives up.
        case abort(by: DeviceID, body: [UInt8])
        /// Either posts its grant.
        case grant(Grant)
        /// Either takes the pairing back.
        case unpair(by: DeviceID)

        /// The event's name, for tables over all events.
        package enum Kind: String, Sendable, CaseIterable {
            case open, answer, reveal, watchConfirm, phoneConfirm, abort, grant, unpair
        }
    }

    /// Who is to be told what, beyond those who wait for the pairing itself.
    package enum Effect: Sendable, Hashable {
        /// Both grants are there.
        case paired
        /// A living pairing was taken back; handoffs under it are withdrawn.
        case unpaired
    }

    /// Why an event was refused.
    package enum Refusal: Error, Sendable, Hashable, CaseIterable {
        /// Not a party of it: answered as if it did not exist.
        case notFound
        /// The id is another watch's.
        case exists
        /// Somebody else answered, or a step came with other bytes: the pairing is over.
        case conflict
        /// It has ended.
        case ended
        /// The step before it is missing, or the other side's to post.
        case order
    }

    /// Lets time pass: an unfinished pairing ends after its lifetime.
    package mutating func advance(to now: Instant) {
        guard let deadline, now >= deadline else { return }
        phase = .ended(.expired, at: deadline)
    }

    /// Decides one event after time has passed. A refusal may still end the pairing (`.conflict`), so the
    /// value is written whatever is thrown.
    package mutating func apply(_ event: Event, at now: Instant) throws(Refusal) -> [Effect] {
        advance(to: now)
        switch event {
        case .open(let party): try decideOpen(party)
        case .answer(let party, let body): try decideAnswer(party, body, at: now)
        case .reveal(let device, let body): try decideStep(.reveal, device, body, at: now)
        case .watchConfirm(let device, let body): try decideStep(.watchConfirm, device, body, at: now)
        case .phoneConfirm(let device, let body): try decideStep(.phoneConfirm, device, body, at: now)
        case .abort(let device, let body): try decideAbort(device, body, at: now)
        case .grant(let grant): return try decideGrant(grant, at: now)
        case .unpair(let device): return try decideUnpair(device, at: now)
        }
        return []
    }

    private func decideOpen(_ party: Party) throws(Refusal) {
        guard party == watch else { throw .exists }
    }

    /// The first answer stands; a second, different one ends the pairing on both devices.
    private mutating func decideAnswer(_ party: Party, _ body: [UInt8], at now: Instant) throws(Refusal) {
        guard party.device != watch.device else { throw .order }
        guard let phone else {
            try mustRun()
            self.phone = party
            messages.append(Message(step: .answer, sender: party.device, body: body))
            return
        }
        let message = Message(step: .answer, sender: party.device, body: body)
        if phone == party, messages.contains(message) { return }
        switch phase {
        case .running:
            phase = .ended(.conflict, at: now)
            throw .conflict
        case .ended, .paired, .unpaired: throw isParty(party.device) ? .ended : .notFound
        }
    }

    private mutating func decideStep(
        _ step: Step, _ device: DeviceID, _ body: [UInt8], at now: Instant
    ) throws(Refusal) {
        guard isParty(device) else { throw .notFound }
        let message = Message(step: step, sender: device, body: body)
        if messages.contains(message) { return }
        try mustRun()
        guard device == author(of: step), isDue(step) else { throw .order }
        guard !has(step) else {
            phase = .ended(.conflict, at: now)
            throw .conflict
        }
        messages.append(message)
    }

    private mutating func decideAbort(_ device: DeviceID, _ body: [UInt8], at now: Instant) throws(Refusal) {
        guard isParty(device) else { throw .notFound }
        switch phase {
        case .running:
            messages.append(Message(step: .abort, sender: device, body: body))
            phase = .ended(.aborted, at: now)
        case .ended: return
        case .paired, .unpaired: throw .ended
        }
    }

    private mutating func decideGrant(_ grant: Grant, at now: Instant) throws(Refusal) -> [Effect] {
        guard isParty(grant.signer) else { throw .notFound }
        if let earlier = grants.first(where: { $0.signer == grant.signer }) {
            if earlier.transcript == grant.transcript, phase.mayRepeatGrant { return [] }
            try mustRun()
            phase = .ended(.conflict, at: now)
            throw .conflict
        }
        try mustRun()
        guard has(grant.signer == watch.device ? .watchConfirm : .phoneConfirm) else { throw .order }
        guard grants.allSatisfy({ $0.transcript == grant.transcript }) else {
            phase = .ended(.conflict, at: now)
            throw .conflict
        }
        grants.append(grant)
        guard grants.count == 2 else { return [] }
        phase = .paired(at: now)
        return [.paired]
    }

    private mutating func decideUnpair(_ device: DeviceID, at now: Instant) throws(Refusal) -> [Effect] {
        guard isParty(device) else { throw .notFound }
        switch phase {
        case .paired:
            phase = .unpaired(at: now)
            return [.unpaired]
        case .running:
            phase = .ended(.aborted, at: now)
            return []
        case .ended, .unpaired: return []
        }
    }

    // MARK: -

    private func mustRun() throws(Refusal) {
        switch phase {
        case .running: return
        case .ended, .paired, .unpaired: throw .ended
        }
    }

    private func author(of step: Step) -> DeviceID? {
        switch step {
        case .reveal, .watchConfirm: watch.device
        case .answer, .phoneConfirm: phone?.device
        case .abort: nil
        }
    }

    private func isDue(_ step: Step) -> Bool {
        switch step {
        case .answer, .abort: true
        case .reveal: has(.answer)
        case .watchConfirm: has(.reveal)
        case .phoneConfirm: has(.watchConfirm)
        }
    }
}

extension Pairing.Phase {
    fileprivate var mayRepeatGrant: Bool {
        switch self {
        case .running, .paired: true
        case .ended, .unpaired: false
        }
    }
}
