internal import COpenSSL

/// What a certificate says about itself, for people to read. None of it is trusted for being there.
extension Certificate {
    /// The subject's common name; nil where it has none.
    package func commonName() throws(CryptoFailure) -> String? {
        try CertificateHandle(der: der).commonName()
    }

    /// The last second at which it is valid, since 1970.
    package func validUntil() throws(CryptoFailure) -> Int64 {
        try CertificateHandle(der: der).validUntil()
    }

    /// Reads one certificate from a file: PEM, DER, or DER as base64. Throws `invalidParameter` for anything
    /// else.
    package init(file bytes: [UInt8]) throws(CryptoFailure) {
        guard let first = try Self.all(inFile: bytes).first else { throw .invalidParameter("certificate") }
        self = first
    }

    /// Every certificate of a file: the blocks of a PEM text, or the one that it is as DER or base64 of DER.
    package static func all(inFile bytes: [UInt8]) throws(CryptoFailure) -> [Certificate] {
        if bytes.first == 0x30, let one = try? Certificate(der: bytes) {
            // Where it is not, it may still be a text that begins with a zero.
            return [one]
        }
        let text = String(decoding: bytes, as: UTF8.self)
        let blocks = PEMText.blocks(in: text).filter { $0.label == "CERTIFICATE" }
        if blocks.isEmpty, let der = PEMText.bare(text), let one = try? Certificate(der: der) {
            // Base64 of something else is no certificate, which an empty answer says.
            return [one]
        }
        var certificates: [Certificate] = []
        for block in blocks { certificates.append(try Certificate(der: block.der)) }
        return certificates
    }
}

extension CertificateHandle {
    func commonName() throws(CryptoFailure) -> String? {
        let name = unsafe X509_get_subject_name(pointer)
        let index = unsafe X509_NAME_get_index_by_NID(name, NID_commonName, -1)
        guard index >= 0, let entry = unsafe X509_NAME_get_entry(name, index),
            let value = unsafe X509_NAME_ENTRY_get_data(entry)
        else { return nil }
        var text: UnsafeMutablePointer<UInt8>?
        let count = unsafe ASN1_STRING_to_UTF8(&text, value)
        guard count >= 0, let start = unsafe text else { throw lastFailure() }
        defer { unsafe CRYPTO_free(start, "", 0) }
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: Int(count)), as: UTF8.self)
    }

    func validUntil() throws(CryptoFailure) -> Int64 {
        guard let end = unsafe X509_get0_notAfter(pointer), let epoch = unsafe ASN1_TIME_set(nil, 0) else {
            throw lastFailure()
        }
        defer { unsafe ASN1_STRING_free(epoch) }
        var (days, seconds): (Int32, Int32) = (0, 0)
        try check(unsafe ASN1_TIME_diff(&days, &seconds, epoch, end) == 1)
        return Int64(days) * 86_400 + Int64(seconds)
    }
}
