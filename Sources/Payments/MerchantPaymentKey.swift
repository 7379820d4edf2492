package import Crypto
internal import Encodings

/// The certificate that a merchant's payment tokens are sealed for: a key, and who the merchant is.
package struct MerchantPaymentCertificate: Sendable, Equatable {
    /// The extension that holds the hash of the merchant's id, as hexadecimal text.
    static let merchantIDMark = "1.2.840.113635.100.6.32"

    package let certificate: Certificate
    /// SHA-256 of the merchant's id.
    package let merchantIDHash: [UInt8]
    package let publicKey: P256PublicKey

    package var der: [UInt8] { certificate.der }
    /// How a token names this key.
    package var publicKeyHash: [UInt8] { SHA256.hash(certificate.subjectPublicKeyInfo) }

    /// Reads a certificate. Throws `invalidParameter` without a merchant's mark, `invalidKey` for another
    /// kind of key.
    package init(der: [UInt8]) throws(CryptoFailure) {
        try self.init(Certificate(der: der))
    }

    /// As `init(der:)`, of a certificate that was read.
    package init(_ certificate: Certificate) throws(CryptoFailure) {
        self.certificate = certificate
        publicKey = try certificate.publicKey()
        // A DER string of 64 characters: a type, the length, the text.
        guard let mark = try certificate.extensionValue(Self.merchantIDMark), mark.count == 66, mark[1] == 64,
            let hash = Hexadecimal.decode(String(decoding: mark.dropFirst(2), as: UTF8.self).lowercased())
        else { throw .invalidParameter("merchant certificate") }
        merchantIDHash = hash
    }
}

/// One key that a merchant opens payment tokens with. Several may be held, so that a new one can follow an
/// old one.
package struct MerchantPaymentKey: Sendable {
    package let certificate: MerchantPaymentCertificate
    let key: P256PrivateKey

    /// A stored key with its certificate. Throws `invalidKey` where the two do not belong together.
    package init(certificateDER: [UInt8], scalar: Secret) throws(CryptoFailure) {
        certificate = try MerchantPaymentCertificate(der: certificateDER)
        key = try P256PrivateKey(scalar: scalar)
        guard key.publicKey == certificate.publicKey else { throw .invalidKey }
    }

    /// A fresh key and certificate for the merchant of this id, valid for 25 months from a day before
    /// `seconds`.
    package static func simulated(
        merchantID: String, at seconds: Int64
    ) throws(CryptoFailure) -> MerchantPaymentKey {
        let key = try P256PrivateKey()
        let hash = Hexadecimal.encode(SHA256.hash(Array(merchantID.utf8))).uppercased()
        // 0x0C: UTF8String (X.690, section 8.23).
        let mark = CertificateTemplate.Mark(
            id: MerchantPaymentCertificate.merchantIDMark, value: [0x0C, 64] + Array(hash.utf8))
        let template = CertificateTemplate(
            commonName: "Merchant ID: \(merchantID)", organization: "Baton simulation, not a payment network",
            validFrom: seconds - 86_400, validUntil: seconds + 25 * 30 * 86_400, isAuthority: false,
            marks: [mark])
        let certificate = try Certificate.selfSigned(template, with: key)
        return try MerchantPaymentKey(certificateDER: certificate.der, scalar: try key.scalar())
    }

    /// The half of it that opens tokens.
    package var opening: PaymentOpeningKey {
        PaymentOpeningKey(key, merchantIDHash: certificate.merchantIDHash)
    }

    /// The private scalar, for the merchant's own file.
    package func scalar() throws(CryptoFailure) -> Secret { try key.scalar() }
}
