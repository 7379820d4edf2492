internal import COpenSSL

/// An X.509 certificate (RFC 5280) as its DER bytes and what is asked of them. Holding one says nothing
/// about trust:
/// `DetachedCMS.verify` does.
package struct Certificate: Sendable, Hashable {
    /// The longest certificate that is read, in bytes.
    package static let bytesMax = 8192

    /// The bytes it was read from.
    package let der: [UInt8]
    /// The DER SubjectPublicKeyInfo of its key, of whatever kind.
    package let subjectPublicKeyInfo: [UInt8]

    /// Reads exactly one certificate. Throws `invalidParameter` for anything else.
    package init(der: [UInt8]) throws(CryptoFailure) {
        let handle = try CertificateHandle(der: der)
        self.der = der
        subjectPublicKeyInfo = try handle.subjectPublicKeyInfo()
    }

    /// The key, where it is one of P-256; else throws `invalidKey`.
    package func publicKey() throws(CryptoFailure) -> P256PublicKey {
        try P256PublicKey(subjectPublicKeyInfo: subjectPublicKeyInfo)
    }

    /// The value of an extension as it stands in its OCTET STRING; nil where it has none of this id.
    package func extensionValue(_ id: String) throws(CryptoFailure) -> [UInt8]? {
        try CertificateHandle(der: der).extensionValue(id)
    }

    /// The textual form of RFC 7468.
    package var pem: String { PEMText.text("CERTIFICATE", der) }
}

/// Owns one X509 of libcrypto.
@safe struct CertificateHandle: ~Copyable {
    let pointer: OpaquePointer

    init(der: [UInt8]) throws(CryptoFailure) {
        guard der.count <= Certificate.bytesMax else { throw .invalidParameter("certificate") }
        var consumed = 0
        let parsed = unsafe der.withUnsafeBufferPointer { bytes -> OpaquePointer? in
            var cursor = bytes.baseAddress
            let parsed = unsafe d2i_X509(nil, &cursor, bytes.count)
            if let cursor = unsafe cursor, let start = bytes.baseAddress {
                consumed = unsafe cursor - start
            }
            return unsafe parsed
        }
        guard let parsed = unsafe parsed else {
            ERR_clear_error()
            throw .invalidParameter("certificate")
        }
        guard consumed == der.count else {
            unsafe X509_free(parsed)
            throw .invalidParameter("certificate")
        }
        unsafe pointer = parsed
    }

    /// Takes over `pointer`.
    init(owning pointer: OpaquePointer) { unsafe self.pointer = pointer }

    deinit { unsafe X509_free(pointer) }

    static func der(of pointer: OpaquePointer) throws(CryptoFailure) -> [UInt8] {
        try unsafe derBytes { output in unsafe i2d_X509(pointer, output) }
    }

    func subjectPublicKeyInfo() throws(CryptoFailure) -> [UInt8] {
        try unsafe derBytes { output in unsafe i2d_X509_PUBKEY(X509_get_X509_PUBKEY(pointer), output) }
    }

    func extensionValue(_ id: String) throws(CryptoFailure) -> [UInt8]? {
        guard let object = unsafe OBJ_txt2obj(id, 1) else {
            ERR_clear_error()
            throw .invalidParameter("extension")
        }
        defer { unsafe ASN1_OBJECT_free(object) }
        let index = unsafe X509_get_ext_by_OBJ(pointer, object, -1)
        guard index >= 0, let found = unsafe X509_get_ext(pointer, index),
            let value = unsafe X509_EXTENSION_get_data(found),
            let start = unsafe ASN1_STRING_get0_data(value)
        else { return nil }
        return unsafe Array(UnsafeBufferPointer(start: start, count: Int(ASN1_STRING_length(value))))
    }
}

/// What one of libcrypto's `i2d` functions writes: asked for the size first, then for the bytes.
func derBytes(
    _ write: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
) throws(CryptoFailure) -> [UInt8] {
    let size = write(nil)
    guard size > 0 else { throw lastFailure() }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    let written = unsafe bytes.withUnsafeMutableBufferPointer { buffer -> Int32 in
        var cursor = buffer.baseAddress
        return unsafe write(&cursor)
    }
    try check(written == size)
    return bytes
}
