package import Handoffs
package import Wire

/// A grant whose signature was verified.
package struct VerifiedGrant: Sendable {
    /// What it says.
    package let claims: GrantClaims
    /// The compact JWS, kept as it came.
    package let body: [UInt8]

    /// A verified grant.
    package init(claims: GrantClaims, body: [UInt8]) {
        self.claims = claims
        self.body = body
    }
}

extension RelayService {
    /// A pairing with the store's time, for an answer.
    package struct PairingView: Sendable {
        /// The pairing.
        package let pairing: Pairing
        /// The store's time.
        package let now: Instant
        /// Whether this request made it.
        package var isNew = false

        /// The answer to somebody who has seen so many messages.
        package func status(seen: Int64 = 0) -> PairingStatus {
            var expiresIn: Duration?
            if let deadline = pairing.deadline { expiresIn = max(.zero, deadline.since(now)) }
            var reason: Pairing.EndReason?
            if case .ended(let why, _) = pairing.phase { reason = why }
            let messages = pairing.messages.enumerated().map {
                PairingStatus.NumberedMessage(
                    number: Int64($0.offset + 1), sender: $0.element.sender, step: $0.element.step,
                    body: $0.element.body)
            }
            return PairingStatus(
                pairing: pairing.id, state: pairing.state, reason: reason, seen: Int64(messages.count),
                messages: messages.filter { $0.number > seen }, watch: pairing.watch.device,
                phone: pairing.phone?.device, grants: pairing.grants.map(\.signer), expiresIn: expiresIn,
                serverTime: now)
        }
    }

    /// Opens a pairing and makes the watch's signing key known (Protocol/pairing.md).
    package func openPairing(
        _ id: PairingID, by watch: Pairing.Party
    ) async throws(RelayRefusal) -> PairingView {
        try await decidePairing(id) { slice throws(RelayRefusal) in
            guard let existing = slice.pairing else {
                let pairing = Pairing(opening: id, by: watch, at: slice.now)
                slice.pairing = pairing
                slice.newDevices.append(watch)
                return PairingView(pairing: pairing, now: slice.now, isNew: true)
            }
            return try slice.applyPairing(.open(by: watch), to: existing)
        }
    }

    /// A step of a pairing. `party` is set with an answer, whose key becomes known.
    package func pairingStep(
        _ event: Pairing.Event, of id: PairingID
    ) async throws(RelayRefusal) -> PairingView {
        try await decidePairing(id) { slice throws(RelayRefusal) in
            guard let pairing = slice.pairing else { throw RelayRefusal(.notFound) }
            let view = try slice.applyPairing(event, to: pairing)
            if case .answer(let phone, _) = event { slice.newDevices.append(phone) }
            return view
        }
    }

    /// Takes a verified grant of one of the two devices.
    package func grant(
        _ grant: VerifiedGrant, by device: DeviceID, for id: PairingID
    ) async throws(RelayRefusal) -> PairingView {
        let claims = grant.claims
        guard claims.signer == device, claims.pairing == id else {
            throw RelayRefusal(.badToken, detail: "iss or pid is not of this request")
        }
        guard claims.relay == base else { throw RelayRefusal(.wrongRelay, detail: "rly must be \(base)") }
        return try await decidePairing(id) { slice throws(RelayRefusal) in
            guard let pairing = slice.pairing, pairing.isParty(device) else { throw RelayRefusal(.notFound) }
            guard pairing.watch.device == claims.sender, pairing.phone?.device == claims.recipient else {
                throw RelayRefusal(.badToken, detail: "snd or rcp is not of this pairing")
            }
            let event = Pairing.Event.grant(
                .init(signer: device, transcript: claims.transcript, token: grant.body))
            return try slice.applyPairing(event, to: pairing)
        }
    }

    /// A pairing for one of its devices; nobody else learns that it exists.
    package func pairing(_ id: PairingID, for asker: DeviceID) async throws(RelayRefusal) -> PairingView {
        var scope = RelayScope()
        scope.pairing = id
        var slice = try await look(scope)
        if let deadline = slice.pairing?.deadline, slice.now >= deadline {
            slice = try await decide(scope) { slice in
                slice.pairing?.advance(to: slice.now)
                return .success(slice)
            }
        }
        guard let pairing = slice.pairing, pairing.isParty(asker) else { throw RelayRefusal(.notFound) }
        return PairingView(pairing: pairing, now: slice.now)
    }

    /// Takes a pairing back: a tombstone stays, offered and claimed handoffs lose the phone, what is past the
    /// point of no return lives on (Protocol/life.md, "Unpair").
    package func unpair(_ id: PairingID, by device: DeviceID) async throws(RelayRefusal) -> PairingView {
        let before = try await pairing(id, for: device).pairing
        var scope = RelayScope()
        scope.pairing = id
        if let phone = before.phone?.device {
            let pair = GrantKey(sender: before.watch.device, recipient: phone)
            scope.openBetween = pair
        }
        return try await decidePairing(id, scope) { slice throws(RelayRefusal) in
            guard let pairing = slice.pairing else { throw RelayRefusal(.notFound) }
            let view = try slice.applyPairing(.unpair(by: device), to: pairing)
            guard view.pairing != pairing, let phone = pairing.phone?.device else { return view }
            for key in slice.handoffs.map(\.key) {
                guard let handoff = slice.advanced(key) else { continue }
                _ = try slice.apply(.remove(phone), to: handoff)
            }
            return view
        }
    }

    private func decidePairing(
        _ id: PairingID, _ scope: RelayScope? = nil,
        _ body: @escaping @Sendable (inout RelaySlice) throws(RelayRefusal) -> PairingView
    ) async throws(RelayRefusal) -> PairingView {
        var whole = scope ?? RelayScope()
        whole.pairing = id
        defer { hub.ring(id) }
        return try await decide(whole) { slice in
            Self.refusing { () throws(RelayRefusal) in try body(&slice) }
        }
    }
}

extension RelaySlice {
    /// Decides an event on a pairing. The value is written even where the event is refused: a refusal may
    /// have ended it.
    mutating func applyPairing(
        _ event: Pairing.Event, to pairing: Pairing
    ) throws(RelayRefusal) -> RelayService.PairingView {
        var changed = pairing
        defer { if changed != pairing { self.pairing = changed } }
        do {
            let effects = try changed.apply(event, at: now)
            tell(effects, of: changed)
        } catch {
            throw RelayRefusal(error)
        }
        return RelayService.PairingView(pairing: changed, now: now)
    }

    private mutating func tell(_ effects: [Pairing.Effect], of pairing: Pairing) {
        guard let phone = pairing.phone?.device else { return }
        let watch = pairing.watch.device
        let data = PairedDevices(pairing: pairing.id, watch: watch, phone: phone).encoded()
        for effect in effects {
            let kind: EventKind =
                switch effect {
                case .paired: .paired
                case .unpaired: .unpaired
                }
            for device in [watch, phone] { append(EventDraft(device, kind, nil, data)) }
        }
    }
}
