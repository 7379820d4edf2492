/// HPKE (RFC 9180), single-shot mode_psk, with DHKEM(P-256, HKDF-SHA256), HKDF-SHA256 and AES-256-GCM.
///
/// Written over libcrypto's ECDH, HMAC and AES because OpenSSL 3.0 has no HPKE; held against the CFRG
/// vectors.
package enum HPKE {
    /// What a sender gives: the encapsulated key (65 bytes) and the ciphertext with its tag.
    package struct Sealed: Sendable, Equatable {
        package let encapsulated: [UInt8]
        package let ciphertext: [UInt8]

        /// The two parts as they stand in a token.
        package init(encapsulated: [UInt8], ciphertext: [UInt8]) {
            self.encapsulated = encapsulated
            self.ciphertext = ciphertext
        }
    }

    /// The shared secret of two paired devices and its name (RFC 9180, section 5.1.2). Both are 32 bytes
    /// here; the RFC asks for at least 32 bytes of entropy in the key (section 9.5).
    package struct PresharedKey: Sendable, Equatable {
        package let key: Secret
        package let id: [UInt8]

        /// INVARIANT: neither is empty (section 5.1: a mode with a key needs both).
        package init(key: Secret, id: [UInt8]) {
            precondition(
                key.count >= 32 && !id.isEmpty, "a preshared key of \(key.count) bytes, id of \(id.count)")
            self.key = key
            self.id = id
        }
    }

    /// Seals `plaintext` to `recipient` (section 6.1). A fresh ephemeral key is made for each call.
    package static func seal(
        _ plaintext: [UInt8], to recipient: P256PublicKey, sharing psk: PresharedKey, info: [UInt8],
        aad: [UInt8]
    ) throws(CryptoFailure) -> Sealed {
        try seal(
            plaintext, to: recipient, sharing: psk, info: info, aad: aad, ephemeral: try P256PrivateKey())
    }

    /// As `seal`, with a given ephemeral key: for vectors only.
    static func seal(
        _ plaintext: [UInt8], to recipient: P256PublicKey, sharing psk: PresharedKey, info: [UInt8],
        aad: [UInt8],
        ephemeral: P256PrivateKey
    ) throws(CryptoFailure) -> Sealed {
        let encapsulated = ephemeral.publicKey.x963
        let shared = try ephemeral.sharedSecret(with: recipient)
        let context = keySchedule(shared, kemContext: encapsulated + recipient.x963, psk: psk, info: info)
        let ciphertext = try AESGCM.seal(
            plaintext, key: context.key, nonce: context.nonce, authenticating: aad)
        return Sealed(encapsulated: encapsulated, ciphertext: ciphertext)
    }

    /// Opens what `seal` gave. Throws `notAuthentic` where key, psk, id, info, aad or any byte differs,
    /// `invalidKey` where the encapsulated key is no point of the curve.
    package static func open(
        _ sealed: Sealed, with recipient: P256PrivateKey, sharing psk: PresharedKey, info: [UInt8],
        aad: [UInt8]
    ) throws(CryptoFailure) -> [UInt8] {
        let ephemeral = try P256PublicKey(x963: sealed.encapsulated)
        let shared = try recipient.sharedSecret(with: ephemeral)
        let kemContext = sealed.encapsulated + recipient.publicKey.x963
        let context = keySchedule(shared, kemContext: kemContext, psk: psk, info: info)
        return try AESGCM.open(sealed.ciphertext, key: context.key, nonce: context.nonce, authenticating: aad)
    }

    // Sections 4.1, 5.1 and 7: KEM 0x0010, KDF 0x0001, AEAD 0x0002, mode_psk 0x01.
    private static let kemSuite: [UInt8] = Array("KEM".utf8) + [0x00, 0x10]
    private static let suite: [UInt8] = Array("HPKE".utf8) + [0x00, 0x10, 0x00, 0x01, 0x00, 0x02]
    private static let modePSK: UInt8 = 0x01

    private static func keySchedule(
        _ dh: Secret, kemContext: [UInt8], psk: PresharedKey, info: [UInt8]
    ) -> (key: Secret, nonce: [UInt8]) {
        let extracted = labeledExtract(salt: [], label: "eae_prk", material: dh, suite: kemSuite)
        let shared = labeledExpand(
            extracted, label: "shared_secret", info: kemContext, count: 32, suite: kemSuite)
        let idHash = labeledExtract(salt: [], label: "psk_id_hash", material: Secret(psk.id), suite: suite)
        let infoHash = labeledExtract(salt: [], label: "info_hash", material: Secret(info), suite: suite)
        let context = [modePSK] + idHash.copyBytes() + infoHash.copyBytes()
        let secret = labeledExtract(
            salt: shared.copyBytes(), label: "secret", material: psk.key, suite: suite)
        let key = labeledExpand(secret, label: "key", info: context, count: 32, suite: suite)
        let nonce = labeledExpand(secret, label: "base_nonce", info: context, count: 12, suite: suite)
        return (key, nonce.copyBytes())
    }

    private static func labeledExtract(
        salt: [UInt8], label: String, material: Secret, suite: [UInt8]
    ) -> Secret {
        let labeled = Array("HPKE-v1".utf8) + suite + Array(label.utf8) + material.copyBytes()
        return HKDF.extract(salt: salt, material: Secret(labeled))
    }

    private static func labeledExpand(
        _ key: Secret, label: String, info: [UInt8], count: Int, suite: [UInt8]
    ) -> Secret {
        let length = [UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count)]
        let labeled = length + Array("HPKE-v1".utf8) + suite + Array(label.utf8) + info
        return HKDF.expand(key, info: labeled, count: count)
    }
}
