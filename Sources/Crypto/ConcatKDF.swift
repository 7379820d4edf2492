/// The single-step key derivation of NIST SP 800-56A, section 5.8.1, with SHA-256: 32 bytes, one round, as
/// payment tokens of the format EC_v1 use it (Protocol/payment-token.md).
package enum ConcatKDF {
    /// SHA-256 over the counter 1, `shared` and the three parts of OtherInfo, which the caller gives with
    /// whatever length prefixes its profile wants.
    package static func derive(
        _ shared: Secret, algorithm: [UInt8], partyU: [UInt8], partyV: [UInt8]
    ) -> Secret {
        let counter: [UInt8] = [0, 0, 0, 1]
        return Secret(SHA256.hash(Secret(counter + shared.copyBytes() + algorithm + partyU + partyV)))
    }
}
