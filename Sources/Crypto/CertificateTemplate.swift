internal import COpenSSL

/// What a new certificate shall say. Used for the simulated payment network and for demonstration
/// merchants; nothing here is a certificate authority for anybody else.
package struct CertificateTemplate: Sendable {
    /// An extension of one's own: its id and its DER value.
    package struct Mark: Sendable {
        package let id: String
        package let value: [UInt8]

        /// A mark that is not critical.
        package init(id: String, value: [UInt8]) {
            self.id = id
            self.value = value
        }
    }

    package let commonName: String
    package let organization: String
    /// Seconds since 1970.
    package let validFrom: Int64
    package let validUntil: Int64
    /// Whether it may sign others.
    package let isAuthority: Bool
    package let marks: [Mark]

    /// A certificate of one name, valid between two instants.
    package init(
        commonName: String, organization: String, validFrom: Int64, validUntil: Int64, isAuthority: Bool,
        marks: [Mark] = []
    ) {
        self.commonName = commonName
        self.organization = organization
        self.validFrom = validFrom
        self.validUntil = validUntil
        self.isAuthority = isAuthority
        self.marks = marks
    }
}

extension Certificate {
    /// A certificate that signs itself.
    package static func selfSigned(
        _ template: CertificateTemplate, with key: P256PrivateKey
    ) throws(CryptoFailure) -> Certificate {
        try mint(template, for: key.publicKey, issuer: nil, key: key)
    }

    /// A certificate for `subject`, signed by this one's key.
    package func issue(
        _ template: CertificateTemplate, for subject: P256PublicKey, with key: P256PrivateKey
    ) throws(CryptoFailure) -> Certificate {
        try Self.mint(template, for: subject, issuer: self, key: key)
    }

    private static func mint(
        _ template: CertificateTemplate, for subject: P256PublicKey, issuer: Certificate?, key: P256PrivateKey
    ) throws(CryptoFailure) -> Certificate {
        let made = try CertificateDraft()
        // Version 3 is written as 2 (RFC 5280, section 4.1.2.1).
        try check(unsafe X509_set_version(made.pointer, 2) == 1)
        try made.setSerial(RandomBytes.make(16))
        try made.setSubject(template)
        try made.setTimes(template)
        try check(unsafe X509_set_pubkey(made.pointer, subject.handle.pointer) == 1)
        if let issuer {
            let parent = try CertificateHandle(der: issuer.der)
            try check(
                unsafe X509_set_issuer_name(made.pointer, X509_get_subject_name(parent.pointer)) == 1)
            unsafe try made.addExtensions(template, issuer: parent.pointer)
        } else {
            try check(
                unsafe X509_set_issuer_name(made.pointer, X509_get_subject_name(made.pointer)) == 1)
            unsafe try made.addExtensions(template, issuer: made.pointer)
        }
        try check(unsafe X509_sign(made.pointer, key.handle.pointer, EVP_sha256()) > 0)
        return try Certificate(der: unsafe CertificateHandle.der(of: made.pointer))
    }
}

/// Owns an X509 that is being filled in.
@safe private struct CertificateDraft: ~Copyable {
    let pointer: OpaquePointer

    init() throws(CryptoFailure) {
        guard let pointer = unsafe X509_new() else { throw lastFailure() }
        unsafe self.pointer = pointer
    }

    deinit { unsafe X509_free(pointer) }

    func setSerial(_ random: [UInt8]) throws(CryptoFailure) {
        var serial = random
        // Positive and of full length (RFC 5280, section 4.1.2.2).
        serial[0] = serial[0] & 0x7F | 0x40
        guard let number = unsafe BN_bin2bn(serial, Int32(serial.count), nil) else { throw lastFailure() }
        defer { unsafe BN_free(number) }
        try check(unsafe BN_to_ASN1_INTEGER(number, X509_get_serialNumber(pointer)) != nil)
    }

    /// MBSTRING_UTF8, a macro in C.
    private static let utf8Text: Int32 = 0x1000

    func setSubject(_ template: CertificateTemplate) throws(CryptoFailure) {
        let name = unsafe X509_get_subject_name(pointer)
        for (field, text) in [("CN", template.commonName), ("O", template.organization)] {
            let bytes = Array(text.utf8)
            try check(
                unsafe X509_NAME_add_entry_by_txt(
                    name, field, Self.utf8Text, bytes, Int32(bytes.count), -1, 0) == 1)
        }
    }

    func setTimes(_ template: CertificateTemplate) throws(CryptoFailure) {
        try check(unsafe ASN1_TIME_set(X509_getm_notBefore(pointer), Int(template.validFrom)) != nil)
        try check(unsafe ASN1_TIME_set(X509_getm_notAfter(pointer), Int(template.validUntil)) != nil)
    }

    func addExtensions(_ template: CertificateTemplate, issuer: OpaquePointer) throws(CryptoFailure) {
        var context = unsafe v3_ext_ctx()
        unsafe X509V3_set_ctx(&context, issuer, pointer, nil, nil, 0)
        let usage = template.isAuthority ? "critical,keyCertSign,cRLSign" : "critical,digitalSignature"
        let constraints = template.isAuthority ? "critical,CA:TRUE" : "critical,CA:FALSE"
        let standard = [
            (NID_basic_constraints, constraints), (NID_key_usage, usage),
            (NID_subject_key_identifier, "hash"),
            (NID_authority_key_identifier, "keyid"),
        ]
        for (name, value) in standard {
            guard let made = unsafe X509V3_EXT_conf_nid(nil, &context, name, value) else {
                throw lastFailure()
            }
            defer { unsafe X509_EXTENSION_free(made) }
            try check(unsafe X509_add_ext(pointer, made, -1) == 1)
        }
        for mark in template.marks { try add(mark) }
    }

    private func add(_ mark: CertificateTemplate.Mark) throws(CryptoFailure) {
        guard let object = unsafe OBJ_txt2obj(mark.id, 1) else { throw lastFailure() }
        defer { unsafe ASN1_OBJECT_free(object) }
        guard let value = unsafe ASN1_OCTET_STRING_new() else { throw lastFailure() }
        defer { unsafe ASN1_OCTET_STRING_free(value) }
        try check(unsafe ASN1_OCTET_STRING_set(value, mark.value, Int32(mark.value.count)) == 1)
        guard let made = unsafe X509_EXTENSION_create_by_OBJ(nil, object, 0, value) else {
            throw lastFailure()
        }
        defer { unsafe X509_EXTENSION_free(made) }
        try check(unsafe X509_add_ext(pointer, made, -1) == 1)
    }
}
