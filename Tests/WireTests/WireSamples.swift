import Encodings
import Handoffs

@testable import Wire

/// Fixed values of each kind.
enum Sample {
    static func bytes(_ seed: UInt8, _ count: Int) -> [UInt8] { [UInt8](repeating: seed, count: count) }

    static func id<ID: Identifier>(_ seed: UInt8, _ type: ID.Type = ID.self) -> ID {
        guard let id = ID(bytes: bytes(seed, ID.Storage.count)) else { preconditionFailure("fixed length") }
        return id
    }

    static let watch = id(1, DeviceID.self)
    static let phone = id(2, DeviceID.self)
    static let key = HandoffKey(sender: watch, id: id(3))

    static func token(
        sealed: Int = 2064, encapsulated: Int = 65, supersedes: HandoffID? = nil
    ) -> TokenClaims {
        TokenClaims(
            sender: watch, recipient: phone, id: id(3), issuedAt: 1_800_000_000, expiresAt: 1_800_000_600,
            relay: "https://relay.example/base", supersedes: supersedes, encapsulated: bytes(4, encapsulated),
            ciphertext: bytes(5, sealed))
    }

    static let outcome = OutcomeClaims(
        phone: phone, watch: watch, id: id(3), token: id(6), fence: Fence(number: 2), issuedAt: 1_800_000_030,
        encapsulated: bytes(4, 65), ciphertext: bytes(5, 1040))

    static let grant = GrantClaims(
        signer: watch, sender: watch, recipient: phone, relay: "https://relay.example", pairing: id(7),
        transcript: id(8), issuedAt: 1_800_000_000)

    static let jwk = PublicKeyJWK(x: bytes(1, 32), y: bytes(2, 32))

    static func fullStatus() -> HandoffStatus {
        var status = HandoffStatus(key: key, state: .authorizing, rung: .authorizing, fence: Fence(number: 3))
        status.issuedAt = 1_800_000_000
        status.expiresAt = 1_800_000_600
        status.expiresIn = .milliseconds(599_999)
        status.lease = .seconds(30)
        status.inDoubtIn = .seconds(120)
        status.claimedBy = phone
        status.isCancelRequested = true
        status.supersededBy = id(9)
        status.deliveredTo = phone
        status.token = "a.b.c"
        status.outcome = "d.e.f"
        status.serverTime = Instant(milliseconds: 1_800_000_000_123)
        return status
    }
}
