extension P256PublicKey {
    /// The fixed head of a P-256 SubjectPublicKeyInfo: its algorithm and the bit string's header (RFC 5480,
    /// section 2).
    private static let infoHead: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86,
        0x48, 0xCE,
        0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
    ]

    /// The key as a DER SubjectPublicKeyInfo (RFC 5480), 91 bytes.
    package var subjectPublicKeyInfo: [UInt8] { Self.infoHead + x963 }

    /// From the one DER form with an uncompressed point and the named curve; any other throws `invalidKey`.
    package convenience init(subjectPublicKeyInfo info: [UInt8]) throws(CryptoFailure) {
        guard info.starts(with: Self.infoHead) else { throw .invalidKey }
        try self.init(x963: Array(info.dropFirst(Self.infoHead.count)))
    }
}
