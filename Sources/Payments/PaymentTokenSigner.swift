package import Crypto

/// The wallet's end of the simulated network: signs payment tokens under a leaf of its own. Made once a
/// process, for that costs two signatures.
package struct PaymentTokenSigner: Sendable {
    let key: P256PrivateKey
    /// The leaf and its issuer; the root is the merchant's to know.
    let chain: [Certificate]

    /// A signer under given certificates: the leaf first, then its issuer.
    package init(key: P256PrivateKey, chain: [Certificate]) {
        self.key = key
        self.chain = chain
    }

    /// A leaf of the simulated network, valid for a year from a day before `seconds`, so that a clock that
    /// is a little behind does no harm.
    package static func simulated(at seconds: Int64) throws(CryptoFailure) -> PaymentTokenSigner {
        let issuer = try SimulatedNetwork.intermediate()
        let key = try P256PrivateKey()
        let template = CertificateTemplate(
            commonName: "Baton Pay wallet", organization: "Baton simulation, not a payment network",
            validFrom: seconds - 86_400, validUntil: seconds + 365 * 86_400, isAuthority: false,
            // An empty value of the mark is a DER NULL.
            marks: [CertificateTemplate.Mark(id: SimulatedNetwork.leafMark, value: [0x05, 0x00])])
        let leaf = try issuer.issue(
            template, for: key.publicKey, with: try SimulatedNetwork.intermediateKey())
        return PaymentTokenSigner(key: key, chain: [leaf, issuer])
    }
}
