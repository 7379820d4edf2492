package import Crypto
internal import Encodings

/// What opens a merchant's payment tokens: its private key, and who the merchant is, which the sealing key
/// is derived with.
package struct PaymentOpeningKey: Sendable {
    /// SHA-256 of the key's SubjectPublicKeyInfo: how a token names it.
    package let publicKeyHash: [UInt8]
    /// SHA-256 of the merchant's id.
    package let merchantIDHash: [UInt8]
    let key: P256PrivateKey

    /// A key of the merchant whose id has this hash.
    package init(_ key: P256PrivateKey, merchantIDHash: [UInt8]) {
        self.key = key
        self.merchantIDHash = merchantIDHash
        publicKeyHash = SHA256.hash(key.publicKey.subjectPublicKeyInfo)
    }
}

extension P256PrivateKey {
    /// The key of a file in any of the forms that merchants keep theirs in: PEM `EC PRIVATE KEY` or `PRIVATE
    /// KEY`, a JSON Web Key, DER, or DER as base64.
    package static func read(file bytes: [UInt8]) throws(KeyFileFault) -> P256PrivateKey {
        let text = String(decoding: bytes, as: UTF8.self)
        let blocks = PEMText.blocks(in: text)
        if blocks.contains(where: { $0.label == "ENCRYPTED PRIVATE KEY" || $0.hasHeaders }) { throw .locked }
        if blocks.contains(where: { $0.label == "RSA PRIVATE KEY" }) { throw .otherKind }
        if let block = blocks.first(where: { $0.label.hasSuffix("PRIVATE KEY") }) {
            return try read(der: block.der)
        }
        if text.contains("\"kty\"") { return try PrivateJWK.key(in: bytes) }
        let isText = bytes.allSatisfy { (0x20..<0x7F).contains($0) || (0x09...0x0D).contains($0) }
        if !isText, bytes.first == 0x30 { return try read(der: bytes) }
        guard let der = PEMText.bare(text) else { throw .noKey }
        return try read(der: der)
    }

    private static func read(der: [UInt8]) throws(KeyFileFault) -> P256PrivateKey {
        do throws(CryptoFailure) { return try P256PrivateKey(der: der) } catch { throw .otherKind }
    }
}

/// Why a file holds no key that can be used here.
package enum KeyFileFault: Error, CustomStringConvertible {
    /// Nothing in it looks like a key.
    case noKey
    /// Locked with a passphrase.
    case locked
    /// A key of another kind than P-256, or a damaged one.
    case otherKind

    package var description: String {
        switch self {
        case .noKey: "there is no private key in it: give PEM, a JSON Web Key, DER, or DER as base64"
        case .locked: "its key is locked with a passphrase; unlock it first, as with `openssl pkey`"
        case .otherKind: "its key is damaged or not one of P-256"
        }
    }
}
