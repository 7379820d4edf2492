internal import COpenSSL

/// A signature of RFC 5652 that travels beside what it signs, by one signer, with the signer's certificates
/// inside.
package enum DetachedCMS {
    /// The longest signature that is read, in bytes: three certificates fit twice.
    package static let bytesMax = 16_384

    /// Who signed, as far as the chain to a trusted root says.
    package struct Signer: Sendable {
        /// The signer's certificate, its issuer, and so on to the trusted one.
        package let chain: [Certificate]
        /// When the signer says it was, in seconds since 1970: a signed attribute (section 11.3).
        package let signingTime: Int64?
    }

    /// Signs `content` at `time`, seconds since 1970, and puts `chain` inside: the signer's certificate
    /// first, roots left out. Throws `invalidParameter` for an empty chain, else only where libcrypto
    /// fails.
    package static func sign(
        _ content: [UInt8], with key: P256PrivateKey, chain: [Certificate], at time: Int64
    ) throws(CryptoFailure) -> [UInt8] {
        guard let leaf = chain.first else { throw .invalidParameter("chain") }
        let flags = UInt32(CMS_DETACHED | CMS_BINARY | CMS_PARTIAL | CMS_NOSMIMECAP)
        guard let made = unsafe CMS_sign(nil, nil, nil, nil, flags) else { throw lastFailure() }
        let message = unsafe MessageHandle(owning: made)
        let signer = try CertificateHandle(der: leaf.der)
        guard
            let info = unsafe CMS_add1_signer(
                message.pointer, signer.pointer, key.handle.pointer, EVP_sha256(), flags)
        else { throw lastFailure() }
        guard let date = unsafe ASN1_TIME_set(nil, Int(time)) else { throw lastFailure() }
        defer { unsafe ASN1_STRING_free(date) }
        try check(
            unsafe CMS_signed_add1_attr_by_NID(
                info, NID_pkcs9_signingTime, ASN1_STRING_type(date), date, -1) == 1)
        for certificate in chain.dropFirst() {
            let handle = try CertificateHandle(der: certificate.der)
            try check(unsafe CMS_add1_cert(message.pointer, handle.pointer) == 1)
        }
        let done = unsafe withReader(of: content) { reader in
            unsafe CMS_final(message.pointer, reader, nil, flags) == 1
        }
        try check(done)
        return try unsafe derBytes { output in unsafe i2d_CMS_ContentInfo(message.pointer, output) }
    }

    /// Says who signed `content`, trusting nobody but `roots` (each alone is enough) and judging
    /// certificates at `time`.
    package static func verify(
        _ signature: [UInt8], of content: [UInt8], trusting roots: [Certificate], at time: Int64
    ) throws(CMSRefusal) -> Signer {
        let message = try MessageHandle(der: signature)
        guard unsafe CMS_is_detached(message.pointer) == 1 else { throw .malformed }
        let signers = unsafe CMS_get0_SignerInfos(message.pointer)
        guard unsafe baton_signers_count(signers) == 1, let signers = unsafe signers,
            let info = unsafe baton_signer_at(signers, 0)
        else { throw .malformed }
        let isSigned = unsafe withReader(of: content) { reader in
            unsafe CMS_verify(
                message.pointer, nil, nil, reader, nil, UInt32(CMS_BINARY | CMS_NO_SIGNER_CERT_VERIFY)) == 1
        }
        guard isSigned else {
            ERR_clear_error()
            throw .mismatch
        }
        let chain = unsafe try chain(of: message.pointer, trusting: roots, at: time)
        return Signer(chain: chain, signingTime: unsafe signingTime(of: info))
    }

    /// When the signer says it was, without a look at who that is or what was signed.
    package static func signingTime(of signature: [UInt8]) throws(CMSRefusal) -> Int64? {
        let message = try MessageHandle(der: signature)
        let signers = unsafe CMS_get0_SignerInfos(message.pointer)
        guard unsafe baton_signers_count(signers) == 1, let signers = unsafe signers,
            let info = unsafe baton_signer_at(signers, 0)
        else { throw .malformed }
        return unsafe signingTime(of: info)
    }

    /// The certificates inside, in their order. None is trusted for being there.
    package static func certificates(in signature: [UInt8]) throws(CMSRefusal) -> [Certificate] {
        let message = try MessageHandle(der: signature)
        guard let found = unsafe CMS_get1_certs(message.pointer) else { throw .malformed }
        defer { unsafe baton_certificates_free(found) }
        var certificates: [Certificate] = []
        for index in 0..<(unsafe baton_certificates_count(found)) {
            guard let one = unsafe baton_certificate_at(found, index) else { throw .malformed }
            do throws(CryptoFailure) {
                certificates.append(try Certificate(der: unsafe CertificateHandle.der(of: one)))
            } catch {
                throw .malformed
            }
        }
        return certificates
    }

    private static func chain(
        of message: OpaquePointer, trusting roots: [Certificate], at time: Int64
    ) throws(CMSRefusal) -> [Certificate] {
        guard let signers = unsafe CMS_get0_signers(message) else { throw .malformed }
        defer { unsafe baton_borrowed_certificates_free(signers) }
        guard let leaf = unsafe baton_certificate_at(signers, 0) else { throw .malformed }
        let others = unsafe CMS_get1_certs(message)
        defer { unsafe baton_certificates_free(others) }
        let verdict: ChainJudge.Verdict
        do throws(CryptoFailure) {
            let judge = try ChainJudge(trusting: roots, at: time)
            verdict = unsafe try judge.verdict(on: leaf, others: others)
        } catch {
            throw .untrusted
        }
        switch verdict {
        case .trusted(let chain): return chain
        case .expired: throw .expired
        case .untrusted: throw .untrusted
        }
    }

    private static func signingTime(of info: OpaquePointer) -> Int64? {
        let index = unsafe CMS_signed_get_attr_by_NID(info, NID_pkcs9_signingTime, -1)
        guard index >= 0, let attribute = unsafe CMS_signed_get_attr(info, index),
            unsafe X509_ATTRIBUTE_count(attribute) == 1,
            let time = unsafe baton_time_of(X509_ATTRIBUTE_get0_type(attribute, 0)),
            let epoch = unsafe ASN1_TIME_set(nil, 0)
        else { return nil }
        defer { unsafe ASN1_STRING_free(epoch) }
        var (days, seconds): (Int32, Int32) = (0, 0)
        guard unsafe ASN1_TIME_diff(&days, &seconds, epoch, time) == 1 else {
            ERR_clear_error()
            return nil
        }
        return Int64(days) * 86_400 + Int64(seconds)
    }

    /// Lends a reader of `content`; libcrypto keeps the address of the bytes, not the bytes (BIO_s_mem(3)),
    /// so it stays in here.
    ///
    /// The reader of memory hides behind a filter that does nothing: of one that it recognizes `CMS_verify`
    /// makes a copy, which it loses where a signature names no digest that it knows.
    private static func withReader(of content: [UInt8], _ body: (OpaquePointer?) -> Bool) -> Bool {
        unsafe content.withUnsafeBytes { bytes in
            let address = unsafe bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1)
            guard let filter = unsafe BIO_new(BIO_f_null()) else { return false }
            defer { unsafe BIO_free_all(filter) }
            guard let memory = unsafe BIO_new_mem_buf(address, Int32(bytes.count)) else { return false }
            _ = unsafe BIO_push(filter, memory)
            return unsafe body(filter)
        }
    }
}

/// Owns one CMS_ContentInfo.
@safe private struct MessageHandle: ~Copyable {
    let pointer: OpaquePointer

    /// Takes over `pointer`.
    init(owning pointer: OpaquePointer) { unsafe self.pointer = pointer }

    init(der: [UInt8]) throws(CMSRefusal) {
        guard der.count <= DetachedCMS.bytesMax else { throw .malformed }
        var consumed = 0
        let parsed = unsafe der.withUnsafeBufferPointer { bytes -> OpaquePointer? in
            var cursor = bytes.baseAddress
            let parsed = unsafe d2i_CMS_ContentInfo(nil, &cursor, bytes.count)
            if let cursor = unsafe cursor, let start = bytes.baseAddress {
                consumed = unsafe cursor - start
            }
            return unsafe parsed
        }
        guard let parsed = unsafe parsed else {
            ERR_clear_error()
            throw .malformed
        }
        guard consumed == der.count else {
            unsafe CMS_ContentInfo_free(parsed)
            throw .malformed
        }
        unsafe pointer = parsed
    }

    deinit { unsafe CMS_ContentInfo_free(pointer) }
}
