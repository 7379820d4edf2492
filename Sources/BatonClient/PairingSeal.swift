internal import Crypto
internal import Encodings
internal import HTTPMessages
internal import Handoffs
internal import JSON
internal import Signing
internal import Wire

/// The seals of pairing: 12 random bytes, then the ciphertext with its tag.
enum PairingSeal {
    static func seal(
        _ plaintext: [UInt8], _ step: Pairing.Step, link: PairingLink, nonce: [UInt8]
    ) throws(CryptoFailure) -> [UInt8] {
        let aad = PairingTranscript.aad(step, relay: link.relay, pairing: link.pairing)
        let key = PairingTranscript.stepKey(step, secret: link.secret)
        return nonce + (try AESGCM.seal(plaintext, key: key, nonce: nonce, authenticating: aad))
    }

    static func open(_ body: [UInt8], _ step: Pairing.Step, link: PairingLink) -> [UInt8]? {
        let aad = PairingTranscript.aad(step, relay: link.relay, pairing: link.pairing)
        let key = PairingTranscript.stepKey(step, secret: link.secret)
        return open(body, key: key, aad: aad)
    }

    /// The sealed region, empty where it is withheld; nil only where libcrypto fails.
    static func seal(_ region: ShortenedRegion?, key: Secret, nonce: [UInt8]) -> [UInt8]? {
        guard let region else { return [] }
        let json: JSONValue = [
            "country": .string(region.country), "region": .string(region.region),
            "postal_prefix": .string(region.postalPrefix),
        ]
        do {
            return nonce + (try AESGCM.seal(json.encoded(), key: key, nonce: nonce))
        } catch {
            // Told to the caller as nil: there is one reaction to it.
            return nil
        }
    }

    /// The region that the phone gave; nil where it withheld it or it cannot be read, for nothing rests on
    /// it.
    static func region(in addition: [UInt8], key: Secret) -> ShortenedRegion? {
        guard !addition.isEmpty, let text = open(addition, key: key, aad: []) else { return nil }
        do {
            let node = try JSONNode(parsing: text, limits: JSONLimits(bytesMax: 512, depthMax: 2))
            return ShortenedRegion(
                country: try node.member("country").text(bytesMax: 64),
                region: try node.member("region").text(bytesMax: 64),
                postalPrefix: try node.member("postal_prefix").text(bytesMax: 64))
        } catch {
            // A later phone may write it otherwise; the quote then begins without it.
            return nil
        }
    }

    private static func open(_ body: [UInt8], key: Secret, aad: [UInt8]) -> [UInt8]? {
        guard body.count > 12 else { return nil }
        do {
            return try AESGCM.open(
                Array(body.dropFirst(12)), key: key, nonce: Array(body.prefix(12)), authenticating: aad)
        } catch {
            // Every way in which it does not open is one to the caller.
            return nil
        }
    }
}

/// The licence that each device signs for the relay once it is sure of the other (Protocol/pairing.md,
/// "Grants").
enum PairingGrant {
    static func make(
        keys: DeviceKeys, link: PairingLink, watch: DeviceID, phone: DeviceID, _ agreement: PairingAgreement,
        _ now: Instant
    ) -> String? {
        guard let transcript = Handoffs.Digest(bytes: agreement.transcript) else { return nil }
        let claims = GrantClaims(
            signer: keys.id, sender: watch, recipient: phone, relay: link.relay.text, pairing: link.pairing,
            transcript: transcript, issuedAt: now.seconds)
        do {
            return try CompactJWS(
                signing: claims.payload(), kind: .grant, keyID: keys.id.text, with: keys.signing
            ).text
        } catch {
            // Told to the caller as nil: there is one reaction to it.
            return nil
        }
    }
}
