package import Handoffs
package import Wire

/// An outcome whose signature was verified.
package struct VerifiedOutcome: Sendable {
    /// What it says outside its seal.
    package let claims: OutcomeClaims
    /// Its identity: the hash of its signing input.
    package let digest: Digest
    /// The compact JWS, kept as it came.
    package let body: [UInt8]

    /// A verified outcome.
    package init(claims: OutcomeClaims, digest: Digest, body: [UInt8]) {
        self.claims = claims
        self.digest = digest
        self.body = body
    }
}

extension RelayService {
    /// Where a claim is decided: of all recipients exactly one gets the handoff (Protocol/life.md, "Claim").
    package func claim(
        _ key: HandoffKey, by device: DeviceID, under claimKey: ClaimKey
    ) async throws(RelayRefusal) -> ClaimAnswer {
        var scope = RelayScope()
        scope.handoffs = [key]
        scope.token = TokenKey(handoff: key, recipient: device)
        let event = Handoff.Event.claim(.init(device: device, key: claimKey))
        return try await decide(scope) { slice in
            Self.refusing { () throws(RelayRefusal) in
                guard let handoff = slice.advanced(key) else { throw RelayRefusal(.notFound) }
                let claimed = try slice.apply(event, to: handoff)
                guard let token = slice.token, case .claimed(_, let leaseUntil) = claimed.phase else {
                    throw RelayRefusal(.internalError, detail: "a claimed handoff has no token")
                }
                return ClaimAnswer(
                    state: claimed.state, fence: claimed.fence, lease: leaseUntil.since(slice.now),
                    expiresAt: claimed.expiresAt.seconds,
                    expiresIn: max(.zero, claimed.expiresAt.since(slice.now)),
                    token: String(decoding: token, as: UTF8.self), serverTime: slice.now)
            }
        }
    }

    /// A step of the claiming phone: renew, release, authorize (the point of no return) or decline.
    package func step(_ event: Handoff.Event, on key: HandoffKey) async throws(RelayRefusal) -> HandoffStatus
    {
        var scope = RelayScope()
        scope.handoffs = [key]
        return try await decide(scope) { slice in
            Self.refusing { () throws(RelayRefusal) in
                guard let handoff = slice.advanced(key) else { throw RelayRefusal(.notFound) }
                return HandoffStatus(try slice.apply(event, to: handoff), at: slice.now)
            }
        }
    }

    /// Takes an outcome, also a late one; how the purchase went stays sealed (Protocol/outcome.md).
    package func settle(_ outcome: VerifiedOutcome) async throws(RelayRefusal) -> HandoffStatus {
        let claims = outcome.claims
        let key = HandoffKey(sender: claims.watch, id: claims.id)
        let event = Handoff.Event.settle(
            .init(phone: claims.phone, fence: claims.fence, token: claims.token, digest: outcome.digest))
        var scope = RelayScope()
        scope.handoffs = [key]
        return try await decide(scope) { slice in
            Self.refusing { () throws(RelayRefusal) in
                guard let handoff = slice.advanced(key) else { throw RelayRefusal(.notFound) }
                if handoff.state != .settled { slice.newOutcome = .init(key: key, body: outcome.body) }
                do throws(RelayRefusal) {
                    return HandoffStatus(try slice.apply(event, to: handoff), at: slice.now)
                } catch {
                    slice.newOutcome = nil
                    throw error
                }
            }
        }
    }

    /// Takes a handoff back, also one that has not arrived yet. After the point of no return it only asks.
    package func cancel(_ key: HandoffKey) async throws(RelayRefusal) -> HandoffStatus {
        var scope = RelayScope()
        scope.handoffs = [key]
        return try await decide(scope) { slice in
            Self.refusing { () throws(RelayRefusal) in
                guard let handoff = slice.advanced(key) else {
                    let tombstone = Handoff(tombstone: key, ended: .cancelled, at: slice.now)
                    slice.put(tombstone)
                    return HandoffStatus(tombstone, at: slice.now)
                }
                return HandoffStatus(try slice.apply(.cancel, to: handoff), at: slice.now)
            }
        }
    }

    /// Where a handoff stands, for its sender and its recipients; nobody else learns that it exists (relay
    /// 49).
    package func handoff(_ key: HandoffKey, for asker: DeviceID) async throws(RelayRefusal) -> HandoffStatus {
        var scope = RelayScope()
        scope.handoffs = [key]
        scope.token = TokenKey(handoff: key, recipient: asker)
        scope.outcome = key
        var slice = try await look(scope)
        if let deadline = slice.handoff(key)?.deadline, slice.now >= deadline {
            slice = try await decide(scope) { slice in
                _ = slice.advanced(key)
                return .success(slice)
            }
        }
        guard let handoff = slice.handoff(key) else { throw RelayRefusal(.notFound) }
        var status = HandoffStatus(handoff, at: slice.now)
        let claimer = handoff.claim?.device
        if asker == key.sender || asker == claimer {
            status.outcome = slice.outcome.map { String(decoding: $0, as: UTF8.self) }
        } else if handoff.recipient(asker) == nil {
            throw RelayRefusal(.notFound)
        }
        if asker != key.sender { status.token = slice.token.map { String(decoding: $0, as: UTF8.self) } }
        return status
    }

    /// A throwing body as the result that an update returns.
    static func refusing<Answer>(
        _ body: () throws(RelayRefusal) -> Answer
    ) -> Result<Answer, RelayRefusal> {
        do { return .success(try body()) } catch { return .failure(error) }
    }
}
