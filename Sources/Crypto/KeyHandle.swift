import COpenSSL

/// Owns one EVP_PKEY of P-256, public or private.
@safe final class KeyHandle: @unchecked Sendable {
    // SAFETY: the key is complete when `init` returns and never changed; libcrypto reads it from many
    // threads (its own lock guards the reference count and the cached provider copy, see EVP_PKEY(3)).
    let pointer: OpaquePointer

    /// Takes over `pointer`.
    init(owning pointer: OpaquePointer) { unsafe self.pointer = pointer }

    deinit { unsafe EVP_PKEY_free(pointer) }

    static func generate() throws(CryptoFailure) -> KeyHandle {
        guard let pointer = unsafe baton_generate_p256() else { throw lastFailure() }
        return unsafe KeyHandle(owning: pointer)
    }

    convenience init(publicPoint: [UInt8]) throws(CryptoFailure) {
        unsafe try self.init(owning: KeyHandle.make(point: publicPoint, scalar: nil))
    }

    convenience init(scalar: Secret) throws(CryptoFailure) {
        guard scalar.count == 32 else { throw .invalidKey }
        guard let number = unsafe BN_secure_new() else { throw lastFailure() }
        defer { unsafe BN_clear_free(number) }
        scalar.withBytes { bytes in
            unsafe bytes.withUnsafeBytes { bytes in
                _ = unsafe BN_bin2bn(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), 32, number)
            }
        }
        let point = unsafe try KeyHandle.point(of: number)
        unsafe try self.init(owning: KeyHandle.make(point: point, scalar: number))
    }

    /// The uncompressed point.
    func publicPoint() throws(CryptoFailure) -> [UInt8] {
        var point = [UInt8](repeating: 0, count: 65)
        var length = 0
        let name = OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY
        try check(
            unsafe EVP_PKEY_get_octet_string_param(pointer, name, &point, point.count, &length) == 1
                && length == 65)
        return point
    }

    func scalar() throws(CryptoFailure) -> Secret {
        var number: OpaquePointer?
        try check(unsafe EVP_PKEY_get_bn_param(pointer, OSSL_PKEY_PARAM_PRIV_KEY, &number) == 1)
        defer { unsafe BN_clear_free(number) }
        var bytes = [UInt8](repeating: 0, count: 32)
        defer { unsafe OPENSSL_cleanse(&bytes, bytes.count) }
        try check(unsafe BN_bn2binpad(number, &bytes, 32) == 32)
        return Secret(bytes)
    }

    func derive(with other: KeyHandle) throws(CryptoFailure) -> Secret {
        guard let context = unsafe EVP_PKEY_CTX_new(pointer, nil) else { throw lastFailure() }
        defer { unsafe EVP_PKEY_CTX_free(context) }
        try check(unsafe EVP_PKEY_derive_init(context) == 1)
        try check(unsafe EVP_PKEY_derive_set_peer(context, other.pointer) == 1)
        var bytes = [UInt8](repeating: 0, count: 32)
        defer { unsafe OPENSSL_cleanse(&bytes, bytes.count) }
        var count = bytes.count
        try check(unsafe EVP_PKEY_derive(context, &bytes, &count) == 1 && count == 32)
        return Secret(bytes)
    }

    /// The public point of a scalar. Throws `invalidKey` outside 1 … order − 1.
    private static func point(of scalar: OpaquePointer) throws(CryptoFailure) -> [UInt8] {
        guard let group = unsafe EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1) else { throw lastFailure() }
        defer { unsafe EC_GROUP_free(group) }
        guard unsafe BN_is_zero(scalar) == 0, unsafe BN_cmp(scalar, EC_GROUP_get0_order(group)) < 0 else {
            throw .invalidKey
        }
        guard let point = unsafe EC_POINT_new(group) else { throw lastFailure() }
        defer { unsafe EC_POINT_free(point) }
        try check(unsafe EC_POINT_mul(group, point, scalar, nil, nil, nil) == 1)
        var bytes = [UInt8](repeating: 0, count: 65)
        let form = POINT_CONVERSION_UNCOMPRESSED
        try check(unsafe EC_POINT_point2oct(group, point, form, &bytes, bytes.count, nil) == 65)
        return bytes
    }

    /// A key from its parts. The library refuses points that are not on the curve.
    private static func make(point: [UInt8], scalar: OpaquePointer?) throws(CryptoFailure) -> OpaquePointer {
        guard let parameters = unsafe baton_p256_parameters(point, point.count, scalar) else {
            throw lastFailure()
        }
        defer { unsafe OSSL_PARAM_free(parameters) }
        return try unsafe key(from: parameters, isPrivate: scalar != nil)
    }

    private static func key(
        from parameters: UnsafeMutablePointer<OSSL_PARAM>, isPrivate: Bool
    ) throws(CryptoFailure) -> OpaquePointer {
        guard let context = unsafe EVP_PKEY_CTX_new_from_name(nil, "EC", nil) else { throw lastFailure() }
        defer { unsafe EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard unsafe EVP_PKEY_fromdata_init(context) == 1,
            unsafe baton_key_from_data(context, &key, isPrivate ? 1 : 0, parameters) == 1,
            let made = unsafe key
        else {
            ERR_clear_error()
            throw .invalidKey
        }
        return unsafe made
    }
}
