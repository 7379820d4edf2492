package import Handoffs
package import Wire

/// A token whose signature was verified.
package struct VerifiedToken: Sendable {
    /// What it says outside its seal.
    package let claims: TokenClaims
    /// Its identity: the hash of its signing input.
    package let digest: Digest
    /// The compact JWS, kept as it came.
    package let body: [UInt8]

    /// A verified token.
    package init(claims: TokenClaims, digest: Digest, body: [UInt8]) {
        self.claims = claims
        self.digest = digest
        self.body = body
    }
}

extension RelayService {
    /// The answer to a create.
    package struct Created: Sendable {
        /// Where the handoff stands.
        package let status: HandoffStatus
        /// Whether this request made it; false for a repetition, or where a tombstone answered.
        package let isNew: Bool
    }

    /// Stores a handoff: all its tokens or none (Protocol/life.md, "Create"). The tokens' signatures have
    /// been verified; here they are checked against each other, the time, the grants and the limits.
    package func create(_ tokens: [VerifiedToken]) async throws(RelayRefusal) -> Created {
        let create = try CreateDecision(tokens, base: base)
        return try await decide(create.scope) { slice in create.decide(&slice) }
    }
}

/// One create with everything that it is decided by.
struct CreateDecision: Sendable {
    private let key: HandoffKey
    private let claims: TokenClaims
    private let tokens: [VerifiedToken]
    private let recipients: [Handoff.Recipient]
    private let superseded: HandoffKey?

    /// Checks the tokens against each other: equal in all but `aud` and the seal, distinct in `aud`.
    init(_ tokens: [VerifiedToken], base: String) throws(RelayRefusal) {
        guard let first = tokens.first?.claims, tokens.count <= HandoffLimits.recipientsMax else {
            throw RelayRefusal(
                .malformed, detail: "1 to \(HandoffLimits.recipientsMax) tokens make a handoff")
        }
        for token in tokens {
            let other = token.claims
            guard other.sender == first.sender, other.id == first.id, other.issuedAt == first.issuedAt,
                other.expiresAt == first.expiresAt, other.relay == first.relay,
                other.supersedes == first.supersedes
            else {
                throw RelayRefusal(.badToken, detail: "the tokens differ in iss, jti, iat, exp, rly or sup")
            }
            guard other.recipient != other.sender else {
                throw RelayRefusal(.badToken, detail: "a token is for its own sender")
            }
        }
        guard Set(tokens.map(\.claims.recipient)).count == tokens.count else {
            throw RelayRefusal(.badToken, detail: "two tokens are for the same recipient")
        }
        guard first.supersedes != first.id else {
            throw RelayRefusal(.badToken, detail: "a handoff names itself as the one it replaces")
        }
        guard first.relay == base else {
            throw RelayRefusal(.wrongRelay, detail: "rly must be \(base)")
        }
        claims = first
        self.tokens = tokens
        key = HandoffKey(sender: first.sender, id: first.id)
        recipients = tokens.map { Handoff.Recipient(device: $0.claims.recipient, token: $0.digest) }
        superseded = first.supersedes.map { HandoffKey(sender: first.sender, id: $0) }
    }

    /// Everything that the decision reads.
    var scope: RelayScope {
        var scope = RelayScope()
        scope.handoffs = [key] + (superseded.map { [$0] } ?? [])
        scope.grants = recipients.map { GrantKey(sender: key.sender, recipient: $0.device) }
        scope.openCountOf = key.sender
        scope.waitingCountsOf = recipients.map(\.device)
        return scope
    }

    func decide(_ slice: inout RelaySlice) -> Result<RelayService.Created, RelayRefusal> {
        do {
            if let existing = slice.advanced(key) { return .success(try answer(existing, at: slice.now)) }
            try checkTime(slice.now)
            try checkGrants(slice)
            var freed = false
            if let superseded { freed = try supersede(superseded, in: &slice) }
            try checkPlaces(slice, freed: freed)
            return .success(store(in: &slice))
        } catch {
            return .failure(error)
        }
    }

    /// The same signing inputs get the same answer, a tombstone gives its own, anything else differs.
    private func answer(_ existing: Handoff, at now: Instant) throws(RelayRefusal) -> RelayService.Created {
        guard existing.recipients.isEmpty || existing.wasCreated(with: recipients) else {
            throw RelayRefusal(.differs, state: existing.state)
        }
        return RelayService.Created(status: HandoffStatus(existing, at: now), isNew: false)
    }

    private func checkTime(_ now: Instant) throws(RelayRefusal) {
        let issued = Instant(seconds: claims.issuedAt)
        let expires = Instant(seconds: claims.expiresAt)
        let skew = now.since(issued)
        guard skew <= RelayLimits.clockSkew, skew >= .zero - RelayLimits.clockSkew else {
            throw RelayRefusal(
                .clockSkew, detail: "iat is \(skew.inMilliseconds / 1000) s behind the relay's time")
        }
        let lifetime = expires.since(issued)
        guard lifetime >= HandoffLimits.lifetimeMin, lifetime <= HandoffLimits.lifetimeMax else {
            throw RelayRefusal(.expiredToken, detail: "exp must lie 30 s to 24 h after iat")
        }
        guard now < expires else { throw RelayRefusal(.expiredToken, detail: "exp has passed") }
    }

    private func checkGrants(_ slice: RelaySlice) throws(RelayRefusal) {
        guard
            recipients.allSatisfy({
                slice.grants.contains(GrantKey(sender: key.sender, recipient: $0.device))
            })
        else { throw RelayRefusal(.notGranted, detail: "sender and a recipient are not paired") }
    }

    /// Ends the older handoff in the same write; says whether that freed a place. One that never came is
    /// ended before it can come.
    private func supersede(_ older: HandoffKey, in slice: inout RelaySlice) throws(RelayRefusal) -> Bool {
        guard let handoff = slice.advanced(older) else {
            slice.put(Handoff(tombstone: older, ended: .superseded(by: key.id), at: slice.now))
            return false
        }
        _ = try slice.apply(.supersede(by: key.id), to: handoff)
        return handoff.state.isOpen
    }

    private func checkPlaces(_ slice: RelaySlice, freed: Bool) throws(RelayRefusal) {
        guard slice.openCount - (freed ? 1 : 0) < RelayLimits.openPerSender else {
            throw RelayRefusal(.tooManyOpen, retryAfter: .seconds(30))
        }
        let old = freed ? superseded.flatMap { slice.handoff($0)?.activeRecipients } ?? [] : []
        for recipient in recipients {
            let waiting =
                (slice.waitingCounts[recipient.device] ?? 0) - (old.contains(recipient.device) ? 1 : 0)
            guard waiting < RelayLimits.waitingPerRecipient else {
                throw RelayRefusal(.tooManyWaiting, retryAfter: .seconds(30))
            }
        }
    }

    private func store(in slice: inout RelaySlice) -> RelayService.Created {
        let handoff = Handoff(
            offering: key, issuedAt: Instant(seconds: claims.issuedAt),
            expiresAt: Instant(seconds: claims.expiresAt), supersedes: claims.supersedes, to: recipients)
        slice.put(handoff)
        let data = HandoffStatus(handoff).encoded()
        for token in tokens {
            let recipient = token.claims.recipient
            slice.newTokens.append(.init(key: TokenKey(handoff: key, recipient: recipient), body: token.body))
            slice.append(
                EventDraft(
                    device: recipient, kind: .offer, handoff: key, expiresAt: handoff.expiresAt, data: data,
                    attachment: .token(token.body)))
        }
        return RelayService.Created(status: HandoffStatus(handoff, at: slice.now), isNew: true)
    }
}
