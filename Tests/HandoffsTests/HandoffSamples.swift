@testable import Handoffs

/// Small fixed ids and a handoff in each state.
enum Sample {
    static let start = Instant(seconds: 1_800_000_000)
    static let expiry = start.adding(.seconds(600))
    static let watch = device(1)
    static let phone = device(2)
    static let otherPhone = device(3)
    static let stranger = device(9)
    static let id = handoffID(1)
    static let newer = handoffID(2)
    static let claim = Handoff.Claim(device: phone, key: claimKey(1))
    static let outcome = digest(50)

    static func bytes(_ seed: UInt8, _ count: Int) -> [UInt8] { [UInt8](repeating: seed, count: count) }

    static func device(_ seed: UInt8) -> DeviceID {
        guard let id = DeviceID(bytes: bytes(seed, 32)) else { preconditionFailure("32 bytes") }
        return id
    }

    static func handoffID(_ seed: UInt8) -> HandoffID { HandoffID(at: start, random: bytes(seed, 10)) }

    static func claimKey(_ seed: UInt8) -> ClaimKey {
        guard let key = ClaimKey(bytes: bytes(seed, 16)) else { preconditionFailure("16 bytes") }
        return key
    }

    static func pairingID(_ seed: UInt8) -> PairingID {
        guard let id = PairingID(bytes: bytes(seed, 16)) else { preconditionFailure("16 bytes") }
        return id
    }

    static func digest(_ seed: UInt8) -> Digest {
        guard let digest = Digest(bytes: bytes(seed, 32)) else { preconditionFailure("32 bytes") }
        return digest
    }

    static func offered() -> Handoff {
        Handoff(
            offering: HandoffKey(sender: watch, id: id), issuedAt: start, expiresAt: expiry, supersedes: nil,
            to: [
                Handoff.Recipient(device: phone, token: digest(10)),
                Handoff.Recipient(device: otherPhone, token: digest(11)),
            ])
    }

    static func handoff(_ state: HandoffState) -> Handoff {
        var handoff = offered()
        if state != .offered && state != .expired {
            handoff.fence = Fence(number: 1)
            handoff.latestClaimer = phone
        }
        handoff.phase =
            switch state {
            case .offered: .offered
            case .claimed: .claimed(claim, leaseUntil: start.adding(.seconds(30)))
            case .authorizing: .authorizing(claim, until: start.adding(.seconds(120)))
            case .inDoubt: .inDoubt(claim, since: start)
            case .settled: .settled(claim, outcome: outcome, at: start)
            case .declined: .declined(claim, at: start)
            case .cancelled: .cancelled(at: start)
            case .superseded: .superseded(by: handoffID(7), at: start)
            case .expired: .expired(at: start)
            }
        return handoff
    }

    /// The event as the claiming phone, or the watch, would send it rightly.
    static func event(_ kind: Handoff.Event.Kind) -> Handoff.Event {
        let fence = Fence(number: 1)
        return switch kind {
        case .claim: .claim(claim)
        case .renew: .renew(by: phone, fence)
        case .release: .release(by: phone, fence)
        case .authorize: .authorize(by: phone, fence)
        case .settle: .settle(.init(phone: phone, fence: fence, token: digest(10), digest: outcome))
        case .decline: .decline(by: phone, fence)
        case .cancel: .cancel
        case .supersede: .supersede(by: newer)
        case .remove: .remove(phone)
        case .deliver: .deliver(to: otherPhone)
        }
    }
}
