package import Crypto

extension PaymentToken {
    /// Length of a transaction id in bytes.
    package static let transactionIDByteCount = 32

    /// Seals `credential` for one merchant and signs it at `seconds` since 1970.
    ///
    /// `applicationData` is the request's, in Baton the SHA-256 of the quote's text; the token carries its
    /// hash. INVARIANT:
    /// `transactionID` has 32 bytes and is fresh. Throws only where libcrypto fails.
    package init(
        sealing credential: PaymentCredential, for merchant: MerchantPaymentCertificate,
        transactionID: [UInt8], applicationData: [UInt8]?, signer: PaymentTokenSigner, at seconds: Int64
    ) throws(CryptoFailure) {
        precondition(
            transactionID.count == Self.transactionIDByteCount, "a transaction id of \(transactionID.count)")
        let ephemeral = try P256PrivateKey()
        let shared = try ephemeral.sharedSecret(with: merchant.publicKey)
        let data = try AESGCM.seal(
            credential.encoded(), key: Self.contentKey(shared, merchantIDHash: merchant.merchantIDHash),
            nonce: Self.nonce)
        let info = ephemeral.publicKey.subjectPublicKeyInfo
        let hash = applicationData.map { SHA256.hash($0) }
        let signed = Self.signedBytes(
            ephemeralPublicKey: info, data: data, transactionID: transactionID, applicationDataHash: hash)
        let signature = try DetachedCMS.sign(signed, with: signer.key, chain: signer.chain, at: seconds)
        self.init(
            data: data, signature: signature, ephemeralPublicKey: info, publicKeyHash: merchant.publicKeyHash,
            transactionID: transactionID, applicationDataHash: hash)
    }

    /// The format's own: zeroes, for each key seals one text.
    static let nonce = [UInt8](repeating: 0, count: 16)

    /// The format's key derivation: the algorithm's name behind its length, the sender's name, the merchant.
    static func contentKey(_ shared: Secret, merchantIDHash: [UInt8]) -> Secret {
        let name = Array("id-aes256-GCM".utf8)
        return ConcatKDF.derive(
            shared, algorithm: [UInt8(name.count)] + name, partyU: Array("Apple".utf8), partyV: merchantIDHash
        )
    }
}
