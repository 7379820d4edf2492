package import Crypto
internal import Encodings
package import Handoffs

extension DeviceID {
    /// The RFC 7638 thumbprint of a signing key: the device's name at a relay.
    package init(thumbprintOf key: P256PublicKey) {
        let text =
            #"{"crv":"P-256","kty":"EC","x":"\#(Base64.encode(key.x))","y":"\#(Base64.encode(key.y))"}"#
        guard let storage = Storage(bytes: SHA256.hash(Array(text.utf8))) else {
            preconditionFailure("a SHA-256 digest of another length")
        }
        self.init(storage: storage)
    }
}
