internal import COpenSSL

/// Decides whether a certificate leads to one of the trusted ones (RFC 5280, section 6), through libcrypto.
@safe struct ChainJudge: ~Copyable {
    enum Verdict {
        case trusted([Certificate])
        case expired
        case untrusted
    }

    private let store: OpaquePointer
    private let time: Int64

    init(trusting roots: [Certificate], at time: Int64) throws(CryptoFailure) {
        guard let store = unsafe X509_STORE_new() else { throw lastFailure() }
        do throws(CryptoFailure) {
            for root in roots {
                let handle = try CertificateHandle(der: root.der)
                try check(unsafe X509_STORE_add_cert(store, handle.pointer) == 1)
            }
        } catch {
            unsafe X509_STORE_free(store)
            throw error
        }
        unsafe self.store = store
        self.time = time
    }

    deinit { unsafe X509_STORE_free(store) }

    /// The verdict on `leaf`, with `others` to fill the gap between it and the roots.
    func verdict(on leaf: OpaquePointer, others: OpaquePointer?) throws(CryptoFailure) -> Verdict {
        guard let context = unsafe X509_STORE_CTX_new() else { throw lastFailure() }
        defer { unsafe X509_STORE_CTX_free(context) }
        try check(unsafe X509_STORE_CTX_init(context, store, leaf, others) == 1)
        let parameters = unsafe X509_STORE_CTX_get0_param(context)
        unsafe X509_VERIFY_PARAM_set_time(parameters, Int(time))
        // A trusted certificate ends the chain, whether or not it signed itself.
        try check(unsafe X509_VERIFY_PARAM_set_flags(parameters, UInt(X509_V_FLAG_PARTIAL_CHAIN)) == 1)
        guard unsafe X509_verify_cert(context) == 1 else {
            ERR_clear_error()
            switch unsafe X509_STORE_CTX_get_error(context) {
            case X509_V_ERR_CERT_HAS_EXPIRED, X509_V_ERR_CERT_NOT_YET_VALID: return .expired
            default: return .untrusted
            }
        }
        guard let chain = unsafe X509_STORE_CTX_get0_chain(context) else { return .untrusted }
        var certificates: [Certificate] = []
        for index in 0..<(unsafe baton_certificates_count(chain)) {
            guard let one = unsafe baton_certificate_at(chain, index) else { return .untrusted }
            certificates.append(try Certificate(der: unsafe CertificateHandle.der(of: one)))
        }
        return .trusted(certificates)
    }
}
