package import Crypto
internal import Encodings
package import Handoffs
internal import JSON
package import Signing
internal import Wire

/// The end of a handoff as the phone tells it to the watch: signed for the relay, sealed to the token's
/// reply key, of a size that says nothing of how it went (Protocol/outcome.md).
package struct Outcome: Sendable {
    /// What stands around the seal and is bound to it.
    package struct Header: Sendable, Equatable {
        package let phone: DeviceID
        package let watch: DeviceID
        package let id: HandoffID
        /// The token that it answers.
        package let token: Handoffs.Digest
        package let fence: Fence
        /// In seconds, by the relay's clock.
        package let issuedAt: Int64

        /// The members of one outcome.
        package init(
            phone: DeviceID, watch: DeviceID, id: HandoffID, token: Handoffs.Digest, fence: Fence,
            issuedAt: Int64
        ) {
            self.phone = phone
            self.watch = watch
            self.id = id
            self.token = token
            self.fence = fence
            self.issuedAt = issuedAt
        }

        var aad: [UInt8] {
            LengthPrefixed.encode(texts: [
                "1", phone.text, watch.text, id.text, token.text, String(fence.number), String(issuedAt),
            ])
        }
    }

    package let header: Header
    package let contents: OutcomeContents
    /// The compact JWS as it travels.
    package let signed: CompactJWS

    static let info = Array("baton/outcome/1".utf8)

    /// How many bytes of text an outcome holds: what its handoff asked for decides, never how it went.
    package static func textBytes(withPayment: Bool) -> Int {
        let sealed = withPayment ? WireLimits.sealedPaymentOutcomeBytes : WireLimits.sealedOutcomeBytes
        return sealed - AESGCM.tagByteCount
    }

    /// Seals to the token's reply key and signs. `withPayment` is what the handoff asked for. Throws
    /// `tooLarge` where not even the shortest form fits.
    package init(
        _ contents: OutcomeContents, header: Header, withPayment: Bool = false, to replyKey: P256PublicKey,
        sharing psk: HPKE.PresharedKey, with key: P256PrivateKey
    ) throws(SealingRefusal) {
        let size = Self.textBytes(withPayment: withPayment)
        guard let text = contents.encoded(bytesMax: size), let plaintext = PaddedText.pad(text, to: [size])
        else {
            throw .tooLarge(bytes: contents.encoded(bytesMax: .max)?.count ?? 0, max: size)
        }
        do throws(CryptoFailure) {
            let sealed = try HPKE.seal(
                plaintext, to: replyKey, sharing: psk, info: Self.info, aad: header.aad)
            let claims = OutcomeClaims(
                phone: header.phone, watch: header.watch, id: header.id, token: header.token,
                fence: header.fence,
                issuedAt: header.issuedAt, encapsulated: sealed.encapsulated, ciphertext: sealed.ciphertext)
            signed = try CompactJWS(
                signing: claims.payload(), kind: .outcome, keyID: header.phone.text, with: key)
        } catch {
            throw .crypto(error)
        }
        self.header = header
        self.contents = contents
    }

    /// Opens the answer to `token`, which the watch kept with the private half of its reply key.
    package init(
        opening text: String, answering token: Handoffs.Digest, of handoff: HandoffKey,
        from phone: P256PublicKey,
        with replyKey: P256PrivateKey, sharing psk: HPKE.PresharedKey
    ) throws(SealingRefusal) {
        let signed: CompactJWS
        do throws(JWSRefusal) {
            signed = try CompactJWS(text, kind: .outcome, bytesMax: WireLimits.tokenBytesMax)
        } catch {
            throw .signed(error)
        }
        let claims: OutcomeClaims
        do throws(WireError) { claims = try OutcomeClaims(payload: signed.payload) } catch {
            throw .claims(error)
        }
        guard signed.keyID == claims.phone.text else { throw .signed(.keyID) }
        guard claims.phone == DeviceID(thumbprintOf: phone), claims.watch == handoff.sender else {
            throw .otherDevice
        }
        guard claims.id == handoff.id, claims.token == token else { throw .otherToken }
        do throws(JWSRefusal) { try signed.verify(with: phone) } catch { throw .signed(error) }
        let header = Header(
            phone: claims.phone, watch: claims.watch, id: claims.id, token: claims.token, fence: claims.fence,
            issuedAt: claims.issuedAt)
        let plaintext = try Opening.open(
            HPKE.Sealed(encapsulated: claims.encapsulated, ciphertext: claims.ciphertext), with: replyKey,
            sharing: psk, info: Self.info, aad: header.aad)
        do throws(JSONError) {
            contents = try OutcomeContents(parsing: plaintext)
        } catch {
            throw .contents(error)
        }
        self.header = header
        self.signed = signed
    }
}
