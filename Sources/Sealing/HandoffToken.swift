package import Crypto
internal import Encodings
package import Handoffs
internal import JSON
package import Signing
internal import Wire

/// A handoff token: what one watch says to one phone, signed for the relay and sealed for the phone
/// (Protocol/token.md).
package struct HandoffToken: Sendable {
    /// What stands around the seal and is bound to it.
    package struct Header: Sendable, Equatable {
        package let sender: DeviceID
        package let recipient: DeviceID
        package let id: HandoffID
        /// In seconds, by the relay's clock.
        package let issuedAt: Int64
        /// In seconds; 30 s to 24 h later.
        package let expiresAt: Int64
        /// The relay's base URL.
        package let relay: String
        package let supersedes: HandoffID?

        /// The members of one token.
        package init(
            sender: DeviceID, recipient: DeviceID, id: HandoffID, issuedAt: Int64, expiresAt: Int64,
            relay: String,
            supersedes: HandoffID? = nil
        ) {
            self.sender = sender
            self.recipient = recipient
            self.id = id
            self.issuedAt = issuedAt
            self.expiresAt = expiresAt
            self.relay = relay
            self.supersedes = supersedes
        }

        init(_ claims: TokenClaims) {
            self.init(
                sender: claims.sender, recipient: claims.recipient, id: claims.id, issuedAt: claims.issuedAt,
                expiresAt: claims.expiresAt, relay: claims.relay, supersedes: claims.supersedes)
        }

        /// Whoever strips and signs a sealed part again changes `iss`, hence these bytes, and it no longer
        /// opens.
        var aad: [UInt8] {
            LengthPrefixed.encode(texts: [
                "1", sender.text, recipient.text, id.text, String(issuedAt), String(expiresAt), relay,
                supersedes?.text ?? "",
            ])
        }
    }

    package let header: Header
    package let contents: HandoffContents
    /// The compact JWS as it travels.
    package let signed: CompactJWS

    /// SHA-256 of the signing input: what the outcome names.
    package var identity: Handoffs.Digest { signed.identity }

    static let info = Array("baton/handoff/1".utf8)

    /// Seals and signs. Throws `tooLarge` beyond 8 KiB, else only where libcrypto fails.
    package init(
        _ contents: HandoffContents, header: Header, to recipient: P256PublicKey,
        sharing psk: HPKE.PresharedKey, with key: P256PrivateKey
    ) throws(SealingRefusal) {
        let sizes = WireLimits.sealedHandoffBytes.map { $0 - AESGCM.tagByteCount }
        let text = contents.json.encoded()
        guard let plaintext = PaddedText.pad(text, to: sizes) else {
            throw .tooLarge(bytes: text.count, max: sizes.max() ?? 0)
        }
        do throws(CryptoFailure) {
            let sealed = try HPKE.seal(
                plaintext, to: recipient, sharing: psk, info: Self.info, aad: header.aad)
            let claims = TokenClaims(
                sender: header.sender, recipient: header.recipient, id: header.id, issuedAt: header.issuedAt,
                expiresAt: header.expiresAt, relay: header.relay, supersedes: header.supersedes,
                encapsulated: sealed.encapsulated, ciphertext: sealed.ciphertext)
            signed = try CompactJWS(
                signing: claims.payload(), kind: .handoff, keyID: header.sender.text, with: key)
        } catch {
            throw .crypto(error)
        }
        self.header = header
        self.contents = contents
    }

    /// Opens a token that came from `relay`, from a sender whose keys were pinned at pairing. Expiry is the
    /// relay's to decide, and the phone's when it claims.
    package init(
        opening text: String, from sender: P256PublicKey, to recipient: DeviceID, with key: P256PrivateKey,
        sharing psk: HPKE.PresharedKey, relay: String
    ) throws(SealingRefusal) {
        let (signed, claims) = try Self.read(text)
        guard claims.sender == DeviceID(thumbprintOf: sender), claims.recipient == recipient else {
            throw .otherDevice
        }
        guard claims.relay == relay else { throw .otherRelay }
        do throws(JWSRefusal) { try signed.verify(with: sender) } catch { throw .signed(error) }
        let header = Header(claims)
        let plaintext = try Opening.open(
            HPKE.Sealed(encapsulated: claims.encapsulated, ciphertext: claims.ciphertext), with: key,
            sharing: psk,
            info: Self.info, aad: header.aad)
        do throws(JSONError) {
            contents = try HandoffContents(parsing: plaintext)
        } catch {
            throw .contents(error)
        }
        self.header = header
        self.signed = signed
    }

    /// Who sent a token and what it is called, before any key is chosen. Nothing of it is verified yet.
    package static func peek(_ text: String) throws(SealingRefusal) -> Header {
        Header(try read(text).claims)
    }

    private static func read(
        _ text: String
    ) throws(SealingRefusal) -> (signed: CompactJWS, claims: TokenClaims) {
        let signed: CompactJWS
        do throws(JWSRefusal) {
            signed = try CompactJWS(text, kind: .handoff, bytesMax: WireLimits.tokenBytesMax)
        } catch {
            throw .signed(error)
        }
        let claims: TokenClaims
        do throws(WireError) { claims = try TokenClaims(payload: signed.payload) } catch {
            throw .claims(error)
        }
        guard signed.keyID == claims.sender.text else { throw .signed(.keyID) }
        return (signed, claims)
    }
}

/// One way from a sealed part to its text.
enum Opening {
    static func open(
        _ sealed: HPKE.Sealed, with key: P256PrivateKey, sharing psk: HPKE.PresharedKey, info: [UInt8],
        aad: [UInt8]
    ) throws(SealingRefusal) -> [UInt8] {
        do throws(CryptoFailure) {
            return try HPKE.open(sealed, with: key, sharing: psk, info: info, aad: aad)
        } catch {
            switch error {
            case .notAuthentic, .invalidKey: throw .notAuthentic
            case .invalidParameter, .library: throw .crypto(error)
            }
        }
    }
}
