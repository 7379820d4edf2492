package import Crypto
internal import Encodings
package import Handoffs
package import JSON
internal import Signing

/// How a device describes itself to another one in pairing (Protocol/identity.md). The relay sees nothing
/// of it but the signing key.
package struct DeviceCard: Sendable, Equatable {
    /// What a device is. Others are shown as they came: the starting device need not be a watch.
    package enum Kind: Sendable, Hashable {
        case watch, phone, tv, kiosk, car, agent
        case other(String)

        /// The name on the wire.
        package var name: String {
            switch self {
            case .watch: "watch"
            case .phone: "phone"
            case .tv: "tv"
            case .kiosk: "kiosk"
            case .car: "car"
            case .agent: "agent"
            case .other(let name): name
            }
        }

        /// The kind of that name.
        package init(name: String) {
            let known: [Kind] = [.watch, .phone, .tv, .kiosk, .car, .agent]
            self = known.first { $0.name == name } ?? .other(name)
        }
    }

    /// What the person calls it: foreign text to the other side.
    package let name: String
    package let kind: Kind
    /// Signs; its thumbprint is the device's id.
    package let signingKey: P256PublicKey
    /// What handoffs are sealed to.
    package let agreementKey: P256PublicKey
    /// The bytes that travelled, which the transcript covers as they are.
    package let bytes: [UInt8]

    /// The longest name, in bytes of UTF-8.
    package static let nameBytesMax = 64

    /// The device's id at the relay.
    package var id: DeviceID { DeviceID(thumbprintOf: signingKey) }

    /// A card of this device. INVARIANT: the name has 1 to 64 bytes.
    package init(name: String, kind: Kind, signingKey: P256PublicKey, agreementKey: P256PublicKey) {
        precondition((1...Self.nameBytesMax).contains(name.utf8.count), "a name of \(name.utf8.count) bytes")
        self.name = name
        self.kind = kind
        self.signingKey = signingKey
        self.agreementKey = agreementKey
        let json: JSONValue = [
            "v": 1, "name": .string(name), "kind": .string(kind.name),
            "sig": .string(Base64.encode(signingKey.x963)), "kem": .string(Base64.encode(agreementKey.x963)),
        ]
        bytes = json.encoded()
    }

    /// Reads a card as it came. Throws where a member is missing or a key is no point of the curve, or both
    /// keys are one.
    package init(parsing bytes: [UInt8]) throws(JSONError) {
        let node = try JSONNode(parsing: bytes, limits: JSONLimits(bytesMax: 1024, depthMax: 4))
        guard try node.member("v").integer() == 1 else { throw try node.member("v").invalid("must be 1") }
        let name = try node.member("name")
        self.name = try name.string()
        guard (1...Self.nameBytesMax).contains(self.name.utf8.count) else {
            throw name.invalid("must have 1 to \(Self.nameBytesMax) bytes")
        }
        let kind = try node.member("kind")
        self.kind = Kind(name: try kind.string())
        guard (1...16).contains(self.kind.name.utf8.count) else {
            throw kind.invalid("must have 1 to 16 bytes")
        }
        signingKey = try Self.key(node.member("sig"))
        agreementKey = try Self.key(node.member("kem"))
        guard signingKey != agreementKey else {
            throw try node.member("kem").invalid("must be another key than sig")
        }
        self.bytes = bytes
    }

    private static func key(_ node: JSONNode) throws(JSONError) -> P256PublicKey {
        guard let point = Base64.decode(try node.string()) else { throw node.invalid("must be base64url") }
        do throws(CryptoFailure) {
            return try P256PublicKey(x963: point)
        } catch {
            throw node.invalid("must be a P-256 point")
        }
    }
}
