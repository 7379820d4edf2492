/// Times and counts of a handoff's life; each equals its row in Protocol/limits.md.
package enum HandoffLimits {
    /// How long a claim holds without renewal: long enough for a slow network, short enough that another
    /// phone need not wait.
    package static let lease: Duration = .seconds(30)
    /// How long after the point of no return the relay waits before it says "in doubt".
    package static let authorizing: Duration = .seconds(120)
    /// How long past its expiry a claimed handoff may still be renewed: somebody is at the sheet.
    package static let renewalAfterExpiry: Duration = .seconds(300)
    /// The shortest life of a token, `exp` − `iat`.
    package static let lifetimeMin: Duration = .seconds(30)
    /// The life of a token when nobody says otherwise.
    package static let lifetimeDefault: Duration = .seconds(600)
    /// The longest life of a token.
    package static let lifetimeMax: Duration = .seconds(86_400)
    /// How long an ended handoff is remembered after its expiry (or its end, when that is later).
    package static let remembered: Duration = .seconds(86_400)
    /// How long a handoff in doubt is kept for its outcome.
    package static let inDoubtKept: Duration = .seconds(30 * 86_400)
    /// Tokens in one create: a person's phones and tablets.
    package static let recipientsMax = 4
    /// Claim keys that are remembered after their claim ended, so that a late repetition does not claim anew.
    package static let spentClaimKeysMax = 16
}

/// Times of a pairing; each equals its row in Protocol/limits.md.
package enum PairingLimits {
    /// From opening to both grants.
    package static let lifetime: Duration = .seconds(120)
    /// How long the end of an unfinished pairing can still be read.
    package static let endedKept: Duration = .seconds(3600)
    /// How long an unpairing is remembered, so that nothing old revives it.
    package static let unpairedKept: Duration = .seconds(30 * 86_400)
    /// The body of one step, in bytes.
    package static let bodyBytesMax = 4096
}
