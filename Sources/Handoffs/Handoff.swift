/// One handoff as the relay keeps it: the row that decides every race (Protocol/life.md). A value: an event
/// and a time go in, a new value and effects come out, or a refusal.
package struct Handoff: Sendable, Hashable {
    /// Sender and id.
    package let key: HandoffKey
    /// From the tokens; the time of the tombstone where none were ever seen.
    package let issuedAt: Instant
    /// When it can no longer be claimed. Only an offered handoff expires.
    package let expiresAt: Instant
    /// The older handoff that this one replaced.
    package let supersedes: HandoffID?
    /// Who may claim it, one for each token. Empty in a tombstone.
    package var recipients: [Recipient]
    /// Where it is in its life.
    package var phase: Phase
    /// Of the latest claim.
    package var fence: Fence
    /// Who made the latest claim; kept after a release so that its repetition is known.
    package var latestClaimer: DeviceID?
    /// Claims that are over, newest last, at most `HandoffLimits.spentClaimKeysMax`.
    package var spentClaims: [Claim]
    /// Whether the watch asked to cancel after the point of no return.
    package var isCancelRequested: Bool

    /// A row as it was stored.
    package init(
        key: HandoffKey, issuedAt: Instant, expiresAt: Instant, supersedes: HandoffID?,
        recipients: [Recipient],
        phase: Phase, fence: Fence, latestClaimer: DeviceID?, spentClaims: [Claim], isCancelRequested: Bool
    ) {
        self.key = key
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.supersedes = supersedes
        self.recipients = recipients
        self.phase = phase
        self.fence = fence
        self.latestClaimer = latestClaimer
        self.spentClaims = spentClaims
        self.isCancelRequested = isCancelRequested
    }

    /// A handoff that was just created: offered to each recipient.
    package init(
        offering key: HandoffKey, issuedAt: Instant, expiresAt: Instant, supersedes: HandoffID?,
        to recipients: [Recipient]
    ) {
        self.init(
            key: key, issuedAt: issuedAt, expiresAt: expiresAt, supersedes: supersedes,
            recipients: recipients,
            phase: .offered, fence: .none, latestClaimer: nil, spentClaims: [], isCancelRequested: false)
    }

    /// What stands where a handoff was ended before it was created: a later create gets it as its answer.
    package init(tombstone key: HandoffKey, ended: TombstoneCause, at now: Instant) {
        let phase: Phase =
            switch ended {
            case .cancelled: .cancelled(at: now)
            case .superseded(let newer): .superseded(by: newer, at: now)
            }
        self.init(
            key: key, issuedAt: now, expiresAt: now.adding(HandoffLimits.lifetimeMax), supersedes: nil,
            recipients: [], phase: phase, fence: .none, latestClaimer: nil, spentClaims: [],
            isCancelRequested: false)
    }

    /// Why there is a tombstone.
    package enum TombstoneCause: Sendable, Hashable {
        /// The watch cancelled first.
        case cancelled
        /// A newer handoff named it first.
        case superseded(by: HandoffID)
    }

    /// One phone that a token was made for.
    package struct Recipient: Sendable, Hashable {
        /// The phone.
        package let device: DeviceID
        /// Its token's identity.
        package let token: Digest
        /// Whether its unpairing took it off.
        package var isRemoved: Bool
        /// Whether it acknowledged the offer, or claimed.
        package var isDelivered: Bool

        /// A recipient; a fresh one is neither removed nor delivered.
        package init(device: DeviceID, token: Digest, isRemoved: Bool = false, isDelivered: Bool = false) {
            self.device = device
            self.token = token
            self.isRemoved = isRemoved
            self.isDelivered = isDelivered
        }
    }

    /// Who claims, and under which key.
    package struct Claim: Sendable, Hashable {
        /// The claiming phone.
        package let device: DeviceID
        /// Its key for this claim.
        package let key: ClaimKey

        /// A claim of `device` under `key`.
        package init(device: DeviceID, key: ClaimKey) {
            self.device = device
            self.key = key
        }
    }

    /// The state with what belongs to it.
    package enum Phase: Sendable, Hashable {
        case offered
        case claimed(Claim, leaseUntil: Instant)
        case authorizing(Claim, until: Instant)
        case inDoubt(Claim, since: Instant)
        case settled(Claim, outcome: Digest, at: Instant)
        case declined(Claim, at: Instant)
        case cancelled(at: Instant)
        case superseded(by: HandoffID, at: Instant)
        case expired(at: Instant)
    }
}

extension Handoff {
    /// The state's name.
    package var state: HandoffState {
        switch phase {
        case .offered: .offered
        case .claimed: .claimed
        case .authorizing: .authorizing
        case .inDoubt: .inDoubt
        case .settled: .settled
        case .declined: .declined
        case .cancelled: .cancelled
        case .superseded: .superseded
        case .expired: .expired
        }
    }

    /// The claim in force, or the one that led to the end.
    package var claim: Claim? {
        switch phase {
        case .claimed(let claim, _), .authorizing(let claim, _), .inDoubt(let claim, _),
            .settled(let claim, _, _), .declined(let claim, _):
            claim
        case .offered, .cancelled, .superseded, .expired: nil
        }
    }

    /// When time alone moves it on; nil when it does not.
    package var deadline: Instant? {
        switch phase {
        case .offered: expiresAt
        case .claimed(_, let leaseUntil): leaseUntil
        case .authorizing(_, let until): until
        case .inDoubt, .settled, .declined, .cancelled, .superseded, .expired: nil
        }
    }

    /// When its row may go; nil while it lives.
    package var forgetAt: Instant? {
        switch phase {
        case .offered, .claimed, .authorizing: nil
        case .inDoubt(_, let since): since.adding(HandoffLimits.inDoubtKept)
        case .settled(_, _, let at), .declined(_, let at), .cancelled(let at), .superseded(_, let at),
            .expired(let at):
            max(expiresAt, at).adding(HandoffLimits.remembered)
        }
    }

    /// How far it has come.
    package var rung: Rung {
        switch phase {
        case .settled: .settled
        case .authorizing, .inDoubt: .authorizing
        case .claimed, .declined: .claimed
        case .offered, .cancelled, .superseded, .expired:
            recipients.contains { $0.isDelivered } ? .delivered : .stored
        }
    }

    /// The phones that it is still for.
    package var activeRecipients: [DeviceID] { recipients.filter { !$0.isRemoved }.map(\.device) }

    /// The recipient entry of a phone that it is still for.
    package func recipient(_ device: DeviceID) -> Recipient? {
        recipients.first { $0.device == device && !$0.isRemoved }
    }

    /// Whether a create with these tokens is a repetition of the one that made it.
    package func wasCreated(with tokens: [Recipient]) -> Bool {
        recipients.count == tokens.count
            && tokens.allSatisfy { token in
                recipients.contains { $0.device == token.device && $0.token == token.token }
            }
    }
}
