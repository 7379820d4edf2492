import COpenSSL

/// A P-256 public key as a point that lies on the curve (FIPS 186-4, SEC 1 section 2.3.3).
///
/// Parsed and checked once; the same value then serves every verification.
package final class P256PublicKey: Sendable {
    /// The uncompressed point: 4, x, y, 65 bytes.
    package let x963: [UInt8]
    let handle: KeyHandle
    let verifier: VerifyContext

    /// Throws `invalidKey` unless `x963` is the uncompressed form of a point on the curve other than
    /// infinity.
    package init(x963: [UInt8]) throws(CryptoFailure) {
        guard x963.count == 65, x963[0] == 4 else { throw .invalidKey }
        self.x963 = x963
        handle = try KeyHandle(publicPoint: x963)
        verifier = VerifyContext(of: handle)
    }

    /// As `init(x963:)`, from the coordinates of a JWK (RFC 7518, section 6.2.1), 32 bytes each.
    package convenience init(x: [UInt8], y: [UInt8]) throws(CryptoFailure) {
        guard x.count == 32, y.count == 32 else { throw .invalidKey }
        try self.init(x963: [4] + x + y)
    }

    /// The first coordinate, 32 bytes.
    package var x: [UInt8] { Array(x963[1..<33]) }

    /// The second coordinate, 32 bytes.
    package var y: [UInt8] { Array(x963[33...]) }
}

extension P256PublicKey: Hashable {
    package static func == (left: P256PublicKey, right: P256PublicKey) -> Bool { left.x963 == right.x963 }
    package func hash(into hasher: inout Hasher) { hasher.combine(x963) }
}

/// A P-256 key pair. One pair is used for one purpose: signing or agreement, never both
/// (Protocol/identity.md).
package final class P256PrivateKey: Sendable {
    /// The public half.
    package let publicKey: P256PublicKey
    let handle: KeyHandle

    /// A fresh pair from the system's randomness.
    package init() throws(CryptoFailure) {
        handle = try KeyHandle.generate()
        publicKey = try P256PublicKey(x963: try handle.publicPoint())
    }

    /// The pair of a stored scalar of 32 bytes. Throws `invalidKey` unless it lies between 1 and the order
    /// less one.
    package init(scalar: Secret) throws(CryptoFailure) {
        handle = try KeyHandle(scalar: scalar)
        publicKey = try P256PublicKey(x963: try handle.publicPoint())
    }

    /// The scalar, 32 bytes, for the owner's own file.
    package func scalar() throws(CryptoFailure) -> Secret { try handle.scalar() }

    /// ECDH (NIST SP 800-56A, section 5.7.1.2): the x coordinate of the shared point, 32 bytes.
    package func sharedSecret(with other: P256PublicKey) throws(CryptoFailure) -> Secret {
        try handle.derive(with: other.handle)
    }
}
