import COpenSSL

/// ECDSA with P-256 and SHA-256; signatures are r and s, 32 bytes each (RFC 7518, section 3.4).
package enum ES256 {
    /// Length of a signature in bytes.
    package static let signatureByteCount = 64

    /// Signs `message`; of the two forms of a signature the one with the smaller s is given.
    package static func sign(_ message: [UInt8], with key: P256PrivateKey) throws(CryptoFailure) -> [UInt8] {
        let digest = SHA256.hash(message)
        guard let context = unsafe EVP_PKEY_CTX_new(key.handle.pointer, nil) else { throw lastFailure() }
        defer { unsafe EVP_PKEY_CTX_free(context) }
        try check(unsafe EVP_PKEY_sign_init(context) == 1)
        var der = [UInt8](repeating: 0, count: 80)
        var count = der.count
        try check(unsafe EVP_PKEY_sign(context, &der, &count, digest, digest.count) == 1)
        return try lowForm(of: Array(der.prefix(count)))
    }

    /// Whether `signature` is one of `message` by `key`: in either form, of exactly 64 bytes, r and s
    /// within range.
    package static func isValid(_ signature: [UInt8], for message: [UInt8], key: P256PublicKey) -> Bool {
        isValid(signature, forDigest: SHA256.hash(message), key: key)
    }

    /// As `isValid(_:for:key:)`, where the message's SHA-256 is known.
    package static func isValid(
        _ signature: [UInt8], forDigest digest: [UInt8], key: P256PublicKey
    ) -> Bool {
        guard signature.count == signatureByteCount, digest.count == SHA256.byteCount else { return false }
        let der = derForm(of: signature)
        // The library refuses r and s of zero or beyond the order itself.
        return key.verifier.isValid(der, for: digest)
    }

    /// A DER SEQUENCE of the two integers (X.690, sections 8.3 and 8.9).
    private static func derForm(of signature: [UInt8]) -> [UInt8] {
        func integer(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
            var value = Array(bytes.drop { $0 == 0 })
            if value.isEmpty || value[0] >= 0x80 { value.insert(0, at: 0) }
            return [0x02, UInt8(value.count)] + value
        }
        let content = integer(signature[0..<32]) + integer(signature[32..<64])
        return [0x30, UInt8(content.count)] + content
    }

    private static func lowForm(of der: [UInt8]) throws(CryptoFailure) -> [UInt8] {
        let parsed = unsafe der.span.withUnsafeBufferPointer { der in
            var cursor = der.baseAddress
            return unsafe d2i_ECDSA_SIG(nil, &cursor, der.count)
        }
        guard let parsed = unsafe parsed else { throw lastFailure() }
        defer { unsafe ECDSA_SIG_free(parsed) }
        var signature = [UInt8](repeating: 0, count: signatureByteCount)
        try check(unsafe BN_bn2binpad(ECDSA_SIG_get0_r(parsed), &signature, 32) == 32)
        var s = [UInt8](repeating: 0, count: 32)
        try check(unsafe BN_bn2binpad(ECDSA_SIG_get0_s(parsed), &s, 32) == 32)
        signature.replaceSubrange(32..<64, with: isHigh(s) ? negated(s) : s)
        return signature
    }

    /// The order of P-256 (SEC 2, section 2.4.2).
    private static let order: [UInt8] = [
        0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
    ]

    private static func isHigh(_ s: [UInt8]) -> Bool { negated(s).lexicographicallyPrecedes(s) }

    /// The order less `s`: the s of the signature's other form.
    private static func negated(_ s: [UInt8]) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: 32)
        var borrow = 0
        for index in (0..<32).reversed() {
            let difference = Int(order[index]) - Int(s[index]) - borrow
            result[index] = UInt8(truncatingIfNeeded: difference)
            borrow = difference < 0 ? 1 : 0
        }
        return result
    }
}
