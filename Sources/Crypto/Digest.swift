import COpenSSL

/// SHA-256 (FIPS 180-4): the one hash of the protocol.
package enum SHA256 {
    /// Length of a digest in bytes.
    package static let byteCount = 32

    /// The digest of `message`.
    package static func hash(_ message: [UInt8]) -> [UInt8] { hash(message.span) }

    /// The digest of a secret, which is no secret's business to keep.
    package static func hash(_ secret: Secret) -> [UInt8] { secret.withBytes { hash($0) } }

    static func hash(_ message: Span<UInt8>) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: byteCount)
        let done = unsafe message.withUnsafeBytes { bytes in
            unsafe EVP_Digest(bytes.baseAddress, bytes.count, &digest, nil, EVP_sha256(), nil)
        }
        precondition(done == 1, "libcrypto has no SHA-256")
        return digest
    }
}

/// HMAC with SHA-256 (RFC 2104).
package enum HMAC {
    /// The code of `message` under `key`, 32 bytes.
    package static func authenticate(_ message: [UInt8], key: Secret) -> [UInt8] {
        key.withBytes { authenticate(message.span, key: $0) }
    }

    /// Whether `code` is that of `message`, in constant time.
    package static func isValid(_ code: [UInt8], for message: [UInt8], key: Secret) -> Bool {
        constantTimeEquals(authenticate(message, key: key), code)
    }

    static func authenticate(_ message: Span<UInt8>, key: Span<UInt8>) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: SHA256.byteCount)
        var length = UInt32(code.count)
        let done = unsafe key.withUnsafeBytes { key in
            unsafe message.withUnsafeBytes { message in
                // A null key would mean "the key of before": an empty one needs an address all the same.
                let address = unsafe key.baseAddress ?? UnsafeRawPointer(bitPattern: 1)
                return unsafe authenticate(address, Int32(key.count), message, &code, &length)
            }
        }
        precondition(done, "libcrypto has no HMAC")
        return code
    }

    private static func authenticate(
        _ key: UnsafeRawPointer?, _ keyCount: Int32, _ message: UnsafeRawBufferPointer, _ code: inout [UInt8],
        _ length: inout UInt32
    ) -> Bool {
        unsafe COpenSSL.HMAC(
            EVP_sha256(), key, keyCount, message.baseAddress?.assumingMemoryBound(to: UInt8.self),
            message.count,
            &code, &length) != nil
    }
}

/// HKDF with SHA-256 (RFC 5869).
package enum HKDF {
    /// Section 2.2: concentrates `material` into a key of 32 bytes.
    package static func extract(salt: [UInt8], material: Secret) -> Secret {
        Secret(material.withBytes { HMAC.authenticate($0, key: salt.span) })
    }

    /// Section 2.3: `count` bytes for the purpose named by `info`; at most 8160.
    package static func expand(_ key: Secret, info: [UInt8], count: Int) -> Secret {
        precondition((0...255 * SHA256.byteCount).contains(count), "HKDF cannot give \(count) bytes")
        var output: [UInt8] = []
        var block: [UInt8] = []
        var counter: UInt8 = 1
        while output.count < count {
            block = HMAC.authenticate(block + info + [counter], key: key)
            output += block
            counter &+= 1
        }
        return Secret(output.prefix(count))
    }

    /// Extract, then expand.
    package static func derive(salt: [UInt8], material: Secret, info: [UInt8], count: Int) -> Secret {
        expand(extract(salt: salt, material: material), info: info, count: count)
    }
}

/// The system's generator of secret randomness.
package enum RandomBytes {
    /// `count` bytes from libcrypto's generator, which the kernel seeds.
    package static func make(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        precondition(unsafe RAND_bytes(&bytes, Int32(count)) == 1, "the system gives no randomness")
        return bytes
    }

    /// As `make(_:)`, for keys.
    package static func makeSecret(_ count: Int) -> Secret { Secret(make(count)) }
}
