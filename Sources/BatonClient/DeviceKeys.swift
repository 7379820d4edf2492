package import Crypto
package import Handoffs
internal import Signing

/// The two key pairs of one device at one relay, made on the device and never sent (Protocol/identity.md).
package struct DeviceKeys: Sendable {
    /// ES256.
    package let signing: P256PrivateKey
    /// HPKE.
    package let agreement: P256PrivateKey

    /// Fresh pairs. Throws only where libcrypto fails.
    package init() throws(CryptoFailure) {
        self.init(signing: try P256PrivateKey(), agreement: try P256PrivateKey())
    }

    /// Pairs that were stored.
    package init(signing: P256PrivateKey, agreement: P256PrivateKey) {
        self.signing = signing
        self.agreement = agreement
    }

    /// The device's id at the relay.
    package var id: DeviceID { DeviceID(thumbprintOf: signing.publicKey) }

    /// The card that shows the public halves.
    package func card(name: String, kind: DeviceCard.Kind) -> DeviceCard {
        DeviceCard(
            name: name, kind: kind, signingKey: signing.publicKey, agreementKey: agreement.publicKey)
    }
}
