extension Handoff {
    /// Lets time pass: a lease lapses, an offer expires, an authorization falls in doubt. Call it at every
    /// read and write with the store's time, and write its result before telling it.
    package mutating func advance(to now: Instant) -> [Effect] {
        let before = phase
        // INVARIANT: at most claimed → offered → expired, so the loop ends.
        while let deadline, now >= deadline {
            switch phase {
            case .offered: phase = .expired(at: expiresAt)
            case .claimed(let claim, _): endClaim(claim)
            case .authorizing(let claim, let until): phase = .inDoubt(claim, since: until)
            case .inDoubt, .settled, .declined, .cancelled, .superseded, .expired: return []
            }
        }
        guard phase != before else { return [] }
        switch phase {
        case .inDoubt(let claim, _): return [.state(to: key.sender), .state(to: claim.device)]
        case .offered, .claimed, .authorizing, .settled, .declined, .cancelled, .superseded, .expired:
            return tellAll()
        }
    }

    /// Decides one event after time has passed. On a refusal nothing of the event is in the value, but time's
    /// part stays: the caller writes it, so it advances first and keeps those effects.
    package mutating func apply(_ event: Event, at now: Instant) throws(Refusal) -> [Effect] {
        let effects = advance(to: now)
        return effects + (try decide(event, at: now))
    }

    private mutating func decide(_ event: Event, at now: Instant) throws(Refusal) -> [Effect] {
        switch event {
        case .claim(let claim): try decideClaim(claim, at: now)
        case .renew(let device, let fence): try decideRenew(device, fence, at: now)
        case .release(let device, let fence): try decideRelease(device, fence, at: now)
        case .authorize(let device, let fence, let time): try decideAuthorize(device, fence, time, at: now)
        case .settle(let outcome): try decideSettle(outcome, at: now)
        case .decline(let device, let fence): try decideDecline(device, fence, at: now)
        case .cancel: try decideCancel(at: now)
        case .supersede(let newer): try decideSupersede(newer, at: now)
        case .remove(let device): decideRemove(device, at: now)
        case .deliver(let device): decideDeliver(device)
        }
    }

    /// Exactly one wins; the others are told that it was taken.
    private mutating func decideClaim(_ claim: Claim, at now: Instant) throws(Refusal) -> [Effect] {
        guard let index = recipients.firstIndex(where: { $0.device == claim.device && !$0.isRemoved }) else {
            throw .notFound
        }
        let isSpent = spentClaims.contains(claim)
        switch phase {
        case .offered:
            guard !isSpent else { throw .staleClaimKey }
            fence = fence.next
            latestClaimer = claim.device
            recipients[index].isDelivered = true
            phase = .claimed(claim, leaseUntil: now.adding(HandoffLimits.lease))
            return tellAll(except: claim.device)
        case .claimed(claim, _): return []
        case .authorizing(claim, _), .inDoubt(claim, _): throw .wrongState
        case .claimed, .authorizing, .inDoubt: throw isSpent ? .staleClaimKey : .taken
        case .settled, .declined, .cancelled, .superseded, .expired: throw .ended
        }
    }

    private mutating func decideRenew(
        _ device: DeviceID, _ fence: Fence, at now: Instant
    ) throws(Refusal) -> [Effect] {
        let claim = try currentClaim(of: device, fence)
        switch phase {
        case .claimed:
            let last = expiresAt.adding(HandoffLimits.renewalAfterExpiry)
            // INVARIANT: now < last, for no lease reaches beyond it and time has passed already.
            phase = .claimed(claim, leaseUntil: min(now.adding(HandoffLimits.lease), last))
            return []
        case .authorizing, .inDoubt: throw .wrongState
        case .offered, .settled, .declined, .cancelled, .superseded, .expired: throw .ended
        }
    }

    private mutating func decideRelease(
        _ device: DeviceID, _ fence: Fence, at now: Instant
    ) throws(Refusal) -> [Effect] {
        if case .offered = phase, latestClaimer == device, fence == self.fence { return [] }
        let claim = try currentClaim(of: device, fence)
        switch phase {
        case .claimed:
            endClaim(claim)
            let expiry = advance(to: now)
            return expiry.isEmpty ? tellAll(except: device) : expiry
        case .authorizing, .inDoubt: throw .wrongState
        case .offered, .settled, .declined, .cancelled, .superseded, .expired: throw .ended
        }
    }

    /// The point of no return. In doubt it is refused: the watch may already have been told to ask the
    /// merchant.
    private mutating func decideAuthorize(
        _ device: DeviceID, _ fence: Fence, _ time: Duration, at now: Instant
    ) throws(Refusal) -> [Effect] {
        let claim = try currentClaim(of: device, fence)
        let until = now.adding(time)
        switch phase {
        case .claimed:
            phase = .authorizing(claim, until: until)
            return [.state(to: key.sender)]
        case .authorizing:
            phase = .authorizing(claim, until: until)
            return []
        case .inDoubt: throw .wrongState
        case .offered, .settled, .declined, .cancelled, .superseded, .expired: throw .ended
        }
    }

    private mutating func decideSettle(_ outcome: Outcome, at now: Instant) throws(Refusal) -> [Effect] {
        if case .settled(let claim, let digest, _) = phase, claim.device == outcome.phone {
            guard digest == outcome.digest else { throw .differs }
            return []
        }
        let claim = try currentClaim(of: outcome.phone, outcome.fence)
        guard recipients.contains(where: { $0.device == claim.device && $0.token == outcome.token }) else {
            throw .wrongToken
        }
        switch phase {
        case .authorizing, .inDoubt:
            phase = .settled(claim, outcome: outcome.digest, at: now)
            let others = activeRecipients.filter { $0 != claim.device }
            return [.outcome(to: key.sender)] + others.map { .state(to: $0) }
        case .claimed: throw .wrongState
        case .offered, .settled, .declined, .cancelled, .superseded, .expired: throw .ended
        }
    }

    private mutating func decideDecline(
        _ device: DeviceID, _ fence: Fence, at now: Instant
    ) throws(Refusal) -> [Effect] {
        if case .declined(let claim, _) = phase, claim.device == device, fence == self.fence { return [] }
        let claim = try currentClaim(of: device, fence)
        switch phase {
        case .claimed:
            phase = .declined(claim, at: now)
            return tellAll(except: device)
        case .authorizing, .inDoubt: throw .wrongState
        case .offered, .settled, .declined, .cancelled, .superseded, .expired: throw .ended
        }
    }

    private mutating func decideCancel(at now: Instant) throws(Refusal) -> [Effect] {
        switch phase {
        case .offered, .claimed:
            phase = .cancelled(at: now)
            return tellAll()
        case .authorizing(let claim, _), .inDoubt(let claim, _):
            guard !isCancelRequested else { return [] }
            isCancelRequested = true
            return [.cancelRequested(to: claim.device)]
        case .cancelled: return []
        case .settled, .declined, .superseded, .expired: throw .ended
        }
    }

    private mutating func decideSupersede(_ newer: HandoffID, at now: Instant) throws(Refusal) -> [Effect] {
        switch phase {
        case .offered, .claimed:
            phase = .superseded(by: newer, at: now)
            return tellAll()
        case .authorizing, .inDoubt, .settled: throw .supersedeRefused
        case .superseded(let other, _):
            guard other == newer else { throw .supersedeRefused }
            return []
        case .declined, .cancelled, .expired: return []
        }
    }

    /// Takes an unpaired phone off. From the point of no return on it stays, so that its outcome is accepted.
    private mutating func decideRemove(_ device: DeviceID, at now: Instant) -> [Effect] {
        switch phase {
        case .authorizing, .inDoubt, .settled, .declined, .cancelled, .superseded, .expired: return []
        case .offered, .claimed:
            guard let index = recipients.firstIndex(where: { $0.device == device && !$0.isRemoved }) else {
                return []
            }
            recipients[index].isRemoved = true
            let claimWasTheirs = claim?.device == device
            if let claim, claimWasTheirs { endClaim(claim) }
            if activeRecipients.isEmpty { phase = .cancelled(at: now) }
            return claimWasTheirs || state.isTerminal ? tellAll() : []
        }
    }

    private mutating func decideDeliver(_ device: DeviceID) -> [Effect] {
        guard !state.isTerminal,
            let index = recipients.firstIndex(where: { $0.device == device && !$0.isDelivered })
        else { return [] }
        recipients[index].isDelivered = true
        return state == .offered ? [.delivered(device, to: key.sender)] : []
    }

    // MARK: -

    /// The claim in force when it is this phone's under this fence.
    private func currentClaim(of device: DeviceID, _ fence: Fence) throws(Refusal) -> Claim {
        guard recipients.contains(where: { $0.device == device }) else { throw .notFound }
        guard !state.isTerminal else { throw .ended }
        guard let claim, claim.device == device, fence == self.fence else { throw .staleFence }
        return claim
    }

    private mutating func endClaim(_ claim: Claim) {
        spentClaims.append(claim)
        if spentClaims.count > HandoffLimits.spentClaimKeysMax { spentClaims.removeFirst() }
        phase = .offered
    }

    private func tellAll(except device: DeviceID? = nil) -> [Effect] {
        [.state(to: key.sender)] + activeRecipients.filter { $0 != device }.map { .state(to: $0) }
    }
}
