import COpenSSL
import Synchronization

/// libcrypto's state for checking signatures of one key, made at the first check and used again: making it
/// costs a third of a check.
@safe final class VerifyContext: Sendable {
    /// The address of the EVP_PKEY_CTX; 0 before the first check.
    private let context = Mutex<UInt>(0)
    private let handle: KeyHandle

    init(of handle: KeyHandle) { self.handle = handle }

    deinit {
        let address = context.withLock { $0 }
        unsafe EVP_PKEY_CTX_free(OpaquePointer(bitPattern: address))
    }

    /// Whether the DER signature is one of the digest. One check at a time: the library does not share a
    /// context.
    func isValid(_ signature: [UInt8], for digest: [UInt8]) -> Bool {
        context.withLock { address in
            if address == 0 { address = unsafe UInt(bitPattern: make()) }
            guard let context = unsafe OpaquePointer(bitPattern: address) else { return false }
            let isValid =
                unsafe EVP_PKEY_verify(context, signature, signature.count, digest, digest.count) == 1
            if !isValid { ERR_clear_error() }
            return isValid
        }
    }

    private func make() -> OpaquePointer? {
        guard let context = unsafe EVP_PKEY_CTX_new(handle.pointer, nil) else { return nil }
        guard unsafe EVP_PKEY_verify_init(context) == 1 else {
            unsafe EVP_PKEY_CTX_free(context)
            return nil
        }
        return unsafe context
    }
}
