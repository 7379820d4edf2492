package import Crypto
package import Handoffs
internal import Signing
package import Wire

/// The signed bodies that authenticate themselves. The order of the checks is size, form, version, members,
/// signer, signature; an unknown signer and a wrong signature are refused alike.
extension RelayService {
    /// The key of a device that the relay knows, for verifying its requests.
    package func key(of device: DeviceID) async throws(RelayRefusal) -> P256PublicKey? {
        try await keys.find(device)
    }

    /// A signing key with the id that is its thumbprint.
    package static func party(_ jwk: PublicKeyJWK) throws(RelayRefusal) -> (Pairing.Party, P256PublicKey) {
        do {
            let key = try P256PublicKey(x963: jwk.x963)
            return (Pairing.Party(device: DeviceID(thumbprintOf: key), key: key.x963), key)
        } catch {
            throw RelayRefusal(.malformed, detail: "$.key is not a point on P-256")
        }
    }

    /// The tokens of a create, each with a good signature of one and the same sender.
    package func verify(tokens texts: [String]) async throws(RelayRefusal) -> [VerifiedToken] {
        var tokens: [VerifiedToken] = []
        var messages: [CompactJWS] = []
        for (index, text) in texts.enumerated() {
            let (message, claims) = try Self.read(text, .handoff, TokenClaims.self, "token \(index + 1)")
            try Self.check(message, signer: claims.sender, "token \(index + 1)")
            guard claims.sender == tokens.first?.claims.sender ?? claims.sender else {
                throw RelayRefusal(.badToken, detail: "the tokens differ in iss")
            }
            tokens.append(VerifiedToken(claims: claims, digest: message.identity, body: Array(text.utf8)))
            messages.append(message)
        }
        guard let sender = tokens.first?.claims.sender else { throw RelayRefusal(.malformed) }
        let key = try await keys.find(sender)
        for (index, message) in messages.enumerated() {
            try Self.verify(message, with: key, "token \(index + 1)")
        }
        return tokens
    }

    /// An outcome with a good signature of its phone.
    package func verify(outcome text: String) async throws(RelayRefusal) -> VerifiedOutcome {
        let (message, claims) = try Self.read(text, .outcome, OutcomeClaims.self, "the outcome")
        try Self.check(message, signer: claims.phone, "the outcome")
        try Self.verify(message, with: try await keys.find(claims.phone), "the outcome")
        return VerifiedOutcome(claims: claims, digest: message.identity, body: Array(text.utf8))
    }

    /// A grant with a good signature of its signer.
    package func verify(grant text: String) async throws(RelayRefusal) -> VerifiedGrant {
        let (message, claims) = try Self.read(text, .grant, GrantClaims.self, "the grant")
        try Self.check(message, signer: claims.signer, "the grant")
        try Self.verify(message, with: try await keys.find(claims.signer), "the grant")
        return VerifiedGrant(claims: claims, body: Array(text.utf8))
    }

    private static func read<Claims: SignedClaims>(
        _ text: String, _ kind: CompactJWS.Kind, _ type: Claims.Type, _ what: String
    ) throws(RelayRefusal) -> (CompactJWS, Claims) {
        let message: CompactJWS
        do {
            message = try CompactJWS(text, kind: kind, bytesMax: WireLimits.tokenBytesMax)
        } catch {
            throw RelayRefusal(.badToken, detail: "\(what) \(error)")
        }
        do {
            return (message, try Claims(payload: message.payload))
        } catch {
            switch error {
            case .malformed(let fault): throw RelayRefusal(.badToken, detail: "\(what): \(fault)")
            case .unsupportedVersion: throw RelayRefusal(.unsupportedVersion, detail: "\(what): \(error)")
            }
        }
    }

    private static func check(
        _ message: CompactJWS, signer: DeviceID, _ what: String
    ) throws(RelayRefusal) {
        guard message.keyID == signer.text else {
            throw RelayRefusal(.badToken, detail: "\(what) \(JWSRefusal.keyID)")
        }
    }

    private static func verify(
        _ message: CompactJWS, with key: P256PublicKey?, _ what: String
    ) throws(RelayRefusal) {
        let refusal = RelayRefusal(.badToken, detail: "\(what) \(JWSRefusal.signature)")
        guard let key else { throw refusal }
        do { try message.verify(with: key) } catch { throw refusal }
    }
}
