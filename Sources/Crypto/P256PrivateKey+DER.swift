internal import COpenSSL

extension P256PrivateKey {
    /// The longest key that is read, in bytes of DER.
    package static let derBytesMax = 4096

    /// The pair of a key as other programs keep it: `ECPrivateKey` (RFC 5915) or `PrivateKeyInfo` (RFC
    /// 5208, PKCS #8), not locked. Throws `invalidKey` for every other kind of key and for anything else.
    package convenience init(der: [UInt8]) throws(CryptoFailure) {
        guard !der.isEmpty, der.count <= Self.derBytesMax else { throw .invalidKey }
        var consumed = 0
        let parsed = unsafe der.withUnsafeBufferPointer { bytes -> OpaquePointer? in
            var cursor = bytes.baseAddress
            let parsed = unsafe d2i_AutoPrivateKey(nil, &cursor, bytes.count)
            if let cursor = unsafe cursor, let start = bytes.baseAddress {
                consumed = unsafe cursor - start
            }
            return unsafe parsed
        }
        guard let parsed = unsafe parsed else {
            ERR_clear_error()
            throw .invalidKey
        }
        let handle = unsafe KeyHandle(owning: parsed)
        guard consumed == der.count, handle.isP256 else { throw .invalidKey }
        try self.init(scalar: try handle.scalar())
    }

    /// The pair as `PrivateKeyInfo` (PKCS #8), for the owner's own file.
    package func pkcs8() throws(CryptoFailure) -> [UInt8] {
        guard let info = unsafe EVP_PKEY2PKCS8(handle.pointer) else { throw lastFailure() }
        defer { unsafe PKCS8_PRIV_KEY_INFO_free(info) }
        return try unsafe derBytes { output in unsafe i2d_PKCS8_PRIV_KEY_INFO(info, output) }
    }
}

extension KeyHandle {
    /// Whether it is a key of P-256: of what was parsed, it may be another's.
    var isP256: Bool {
        var name = [CChar](repeating: 0, count: 64)
        var length = 0
        let isNamed =
            unsafe EVP_PKEY_get_utf8_string_param(
                pointer, OSSL_PKEY_PARAM_GROUP_NAME, &name, name.count, &length) == 1
        guard isNamed else {
            ERR_clear_error()
            return false
        }
        let text = name.prefix(length).map { UInt8(bitPattern: $0) }
        return String(decoding: text, as: UTF8.self) == "prime256v1"
    }
}
