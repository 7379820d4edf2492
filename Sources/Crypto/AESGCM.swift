import COpenSSL

/// AES-256 in Galois/Counter Mode with a tag of 16 bytes (NIST SP 800-38D).
package enum AESGCM {
    /// Length of a key in bytes.
    package static let keyByteCount = 32
    /// Length of a tag in bytes.
    package static let tagByteCount = 16

    /// The ciphertext with its tag behind it. Throws `invalidParameter` for another key length than 32
    /// bytes or an empty nonce. INVARIANT: the caller never uses one nonce twice with one key.
    package static func seal(
        _ plaintext: [UInt8], key: Secret, nonce: [UInt8], authenticating aad: [UInt8] = []
    ) throws(CryptoFailure) -> [UInt8] {
        #if DEBUG
            NonceWatch.note(key: key, nonce: nonce, plaintext: plaintext, aad: aad)
        #endif
        let context = try CipherContext()
        try context.start(key: key, nonce: nonce, isSealing: true)
        try context.authenticate(aad)
        return try context.seal(plaintext)
    }

    /// The plaintext of what `seal` gave. Throws `notAuthentic` where anything differs.
    package static func open(
        _ sealed: [UInt8], key: Secret, nonce: [UInt8], authenticating aad: [UInt8] = []
    ) throws(CryptoFailure) -> [UInt8] {
        guard sealed.count >= tagByteCount else { throw .notAuthentic }
        let context = try CipherContext()
        try context.start(key: key, nonce: nonce, isSealing: false)
        try context.authenticate(aad)
        return try context.open(sealed)
    }
}

/// Owns one EVP_CIPHER_CTX for one message.
@safe private struct CipherContext: ~Copyable {
    private let handle: OpaquePointer

    init() throws(CryptoFailure) {
        guard let handle = unsafe EVP_CIPHER_CTX_new() else { throw lastFailure() }
        unsafe self.handle = handle
    }

    deinit { unsafe EVP_CIPHER_CTX_free(handle) }

    func start(key: Secret, nonce: [UInt8], isSealing: Bool) throws(CryptoFailure) {
        guard key.count == AESGCM.keyByteCount else { throw .invalidParameter("key") }
        guard !nonce.isEmpty, nonce.count <= 128 else { throw .invalidParameter("nonce") }
        let direction: Int32 = isSealing ? 1 : 0
        try check(unsafe EVP_CipherInit_ex(handle, EVP_aes_256_gcm(), nil, nil, nil, direction) == 1)
        try check(unsafe baton_gcm_set_iv_length(handle, Int32(nonce.count)) == 1)
        let done = key.withBytes { key in
            unsafe key.withUnsafeBytes { key in
                unsafe EVP_CipherInit_ex(
                    handle, nil, nil, key.baseAddress?.assumingMemoryBound(to: UInt8.self), nonce, direction)
            }
        }
        try check(done == 1)
    }

    func authenticate(_ aad: [UInt8]) throws(CryptoFailure) {
        guard !aad.isEmpty else { return }
        var written: Int32 = 0
        try check(unsafe EVP_CipherUpdate(handle, nil, &written, aad, Int32(aad.count)) == 1)
    }

    func seal(_ plaintext: [UInt8]) throws(CryptoFailure) -> [UInt8] {
        var output = try update(plaintext)
        try check(finish())
        var tag = [UInt8](repeating: 0, count: AESGCM.tagByteCount)
        try check(unsafe baton_gcm_get_tag(handle, &tag) == 1)
        output += tag
        return output
    }

    func open(_ sealed: [UInt8]) throws(CryptoFailure) -> [UInt8] {
        let plaintext = try update(Array(sealed.dropLast(AESGCM.tagByteCount)))
        let tag = Array(sealed.suffix(AESGCM.tagByteCount))
        try check(unsafe baton_gcm_set_tag(handle, tag) == 1)
        guard finish() else {
            ERR_clear_error()
            throw .notAuthentic
        }
        return plaintext
    }

    private func update(_ input: [UInt8]) throws(CryptoFailure) -> [UInt8] {
        guard !input.isEmpty else { return [] }
        var output = [UInt8](repeating: 0, count: input.count)
        var written: Int32 = 0
        try check(unsafe EVP_CipherUpdate(handle, &output, &written, input, Int32(input.count)) == 1)
        return output
    }

    private func finish() -> Bool {
        var rest = [UInt8](repeating: 0, count: AESGCM.tagByteCount)
        var written: Int32 = 0
        return unsafe EVP_CipherFinal_ex(handle, &rest, &written) == 1
    }
}
