import BatonClient
import Crypto
import Foundation
import HTTPClient
import HTTPMessages
import Handoffs
import JSON
import Signing
import Wire

/// A device that speaks to a real relay and seals nothing: the relay must not care what is inside.
struct LiveDevice: Sendable {
    let key: P256PrivateKey
    let id: DeviceID
    let relay: RelayClient
    private let base: BaseURL

    init(_ base: BaseURL, _ http: HTTPClient) throws {
        key = try P256PrivateKey()
        id = DeviceID(thumbprintOf: key.publicKey)
        relay = RelayClient(base: base, key: key, http: http, clock: LiveClock())
        self.base = base
    }

    static func http() -> HTTPClient {
        var configuration = HTTPClientConfiguration()
        configuration.allowsLocalAddresses = true
        configuration.allowsPlainHTTP = true
        return HTTPClient(configuration)
    }

    private var jwk: PublicKeyJWK {
        PublicKeyJWK(x: key.publicKey.x, y: key.publicKey.y)
    }

    /// Pairs this watch with a phone, as far as the relay sees it.
    func pair(with phone: LiveDevice) async throws {
        let pairing: PairingID = try Self.random()
        let body = [UInt8](repeating: 7, count: 64)
        _ = try await relay.openPairing(pairing, key: jwk)
        _ = try await phone.relay.post(.answer, body, to: pairing, key: phone.jwk)
        _ = try await relay.post(.reveal, body, to: pairing)
        _ = try await relay.post(.watchConfirm, body, to: pairing)
        _ = try await phone.relay.post(.phoneConfirm, body, to: pairing)
        let transcript: Digest = try Self.random()
        for device in [self, phone] {
            let claims = GrantClaims(
                signer: device.id, sender: id, recipient: phone.id, relay: base.text, pairing: pairing,
                transcript: transcript, issuedAt: device.relay.now.seconds)
            let grant = try CompactJWS(
                signing: claims.payload(), kind: .grant, keyID: device.id.text, with: device.key)
            _ = try await device.relay.grant(grant.text, for: pairing)
        }
    }

    /// A token for each phone of a new handoff.
    func tokens(for phones: [LiveDevice]) throws -> (key: HandoffKey, tokens: [CompactJWS]) {
        let now = relay.now
        let key = HandoffKey(sender: id, id: HandoffID(at: now, random: RandomBytes.make(10)))
        let tokens = try phones.map { phone in
            let claims = TokenClaims(
                sender: id, recipient: phone.id, id: key.id, issuedAt: now.seconds,
                expiresAt: now.seconds + 3_600, relay: base.text, supersedes: nil,
                encapsulated: [4] + RandomBytes.make(64), ciphertext: RandomBytes.make(2_064))
            return try CompactJWS(signing: claims.payload(), kind: .handoff, keyID: id.text, with: self.key)
        }
        return (key, tokens)
    }

    /// The outcome of this phone for a handoff that it authorized.
    func outcome(of key: HandoffKey, _ token: CompactJWS, _ fence: Fence) throws -> String {
        let claims = OutcomeClaims(
            phone: id, watch: key.sender, id: key.id, token: token.identity, fence: fence,
            issuedAt: relay.now.seconds, encapsulated: [4] + RandomBytes.make(64),
            ciphertext: RandomBytes.make(1_040))
        return try CompactJWS(signing: claims.payload(), kind: .outcome, keyID: id.text, with: self.key).text
    }

    static func random<ID: Identifier>() throws -> ID {
        guard let id = ID(bytes: RandomBytes.make(ID.Storage.count)) else { throw NoIdentifier() }
        return id
    }

    private struct NoIdentifier: Error {}
}

/// The time of this machine.
struct LiveClock: DeviceClock {
    func wallTime() -> Instant { Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)) }

    func uptime() -> Duration { .seconds(ProcessInfo.processInfo.systemUptime) }
}
