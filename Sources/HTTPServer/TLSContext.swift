import CLibevent

/// OpenSSL's settings for all connections of a server: TLS 1.3 only, buffers given back when idle.
/// SAFETY: OpenSSL counts references to the context under its own lock; after `init` nothing changes it.
@safe final class TLSContext: @unchecked Sendable {
    private let context: OpaquePointer

    /// Loads certificate chain and key and checks that they belong together.
    init(_ files: TLSFiles) throws(HTTPServerError) {
        guard let context = unsafe SSL_CTX_new(TLS_server_method()) else {
            throw .tls(file: files.certificate, reason: Self.reason())
        }
        unsafe self.context = unsafe context
        guard unsafe baton_ssl_set_tls13(context) == 1 else {
            throw .tls(file: files.certificate, reason: Self.reason())
        }
        unsafe baton_ssl_set_modes(context)
        unsafe baton_ssl_set_no_cache(context)
        unsafe SSL_CTX_set_num_tickets(context, 1)
        guard unsafe SSL_CTX_use_certificate_chain_file(context, files.certificate) == 1 else {
            throw .tls(file: files.certificate, reason: Self.reason())
        }
        guard unsafe SSL_CTX_use_PrivateKey_file(context, files.key, SSL_FILETYPE_PEM) == 1,
            unsafe SSL_CTX_check_private_key(context) == 1
        else {
            throw .tls(file: files.key, reason: Self.reason())
        }
    }

    deinit {
        unsafe SSL_CTX_free(context)
    }

    /// The state of one connection; the bufferevent that gets it frees it.
    func makeSession() -> OpaquePointer? {
        unsafe SSL_new(context)
    }

    private static func reason() -> String {
        let code = ERR_get_error()
        ERR_clear_error()
        guard code != 0, let text = unsafe ERR_reason_error_string(code) else { return "unknown reason" }
        return unsafe String(cString: text)
    }
}
