package import Crypto
internal import Encodings
package import Handoffs
internal import JSON
internal import Wire

/// What a device tells the devices that it was paired with before of a new one, sealed, through the relay
/// (Protocol/pairing.md, "Notices").
package struct PairingNotice: Sendable, Equatable {
    /// 16 random bytes: a notice that comes twice is shown once.
    package let id: [UInt8]
    package let device: DeviceID
    package let name: String
    package let kind: String
    /// Seconds since 1970.
    package let pairedAt: Int64

    /// A notice of a pairing with `device`.
    package init(id: [UInt8], device: DeviceID, name: String, kind: String, pairedAt: Int64) {
        self.id = id
        self.device = device
        self.name = name
        self.kind = kind
        self.pairedAt = pairedAt
    }

    /// Who tells it to whom, and where: bound to the seal.
    package struct Header: Sendable, Equatable {
        package let sender: DeviceID
        package let recipient: DeviceID
        package let relay: String

        /// The members of one notice.
        package init(sender: DeviceID, recipient: DeviceID, relay: String) {
            self.sender = sender
            self.recipient = recipient
            self.relay = relay
        }

        var aad: [UInt8] { LengthPrefixed.encode(texts: ["1", sender.text, recipient.text, relay]) }
    }

    private static let info = Array("baton/notice/1".utf8)
    private static let idByteCount = 16
    private static let textBytes = WireLimits.sealedNoticeBytes - AESGCM.tagByteCount

    /// The body as the relay carries it: the encapsulated key and the ciphertext, always of one size.
    package func sealed(
        _ header: Header, to key: P256PublicKey, sharing psk: HPKE.PresharedKey
    ) throws(SealingRefusal) -> [UInt8] {
        let text = json.encoded()
        guard let plaintext = PaddedText.pad(text, to: [Self.textBytes]) else {
            throw .tooLarge(bytes: text.count, max: Self.textBytes)
        }
        do throws(CryptoFailure) {
            let sealed = try HPKE.seal(plaintext, to: key, sharing: psk, info: Self.info, aad: header.aad)
            return sealed.encapsulated + sealed.ciphertext
        } catch {
            throw .crypto(error)
        }
    }

    /// Opens a body that the relay brought.
    package init(
        opening body: [UInt8], _ header: Header, with key: P256PrivateKey, sharing psk: HPKE.PresharedKey
    ) throws(SealingRefusal) {
        guard body.count > WireLimits.encapsulatedBytes else { throw .notAuthentic }
        let sealed = HPKE.Sealed(
            encapsulated: Array(body.prefix(WireLimits.encapsulatedBytes)),
            ciphertext: Array(body.dropFirst(WireLimits.encapsulatedBytes)))
        let text = try Opening.open(sealed, with: key, sharing: psk, info: Self.info, aad: header.aad)
        do throws(JSONError) { try self.init(parsing: text) } catch { throw .contents(error) }
    }

    private init(parsing text: [UInt8]) throws(JSONError) {
        let node = try JSONNode(parsing: text, limits: WireLimits.json(bytesMax: Self.textBytes))
        let kind = try node.member("kind")
        // Of a later version: nothing that this one could show.
        guard try kind.string() == "paired" else { throw kind.invalid("is no kind of notice") }
        id = try node.member("id").bytes(countMax: Self.idByteCount)
        pairedAt = try node.member("at").seconds()
        let other = try node.member("device")
        device = try other.member("id").id()
        name = try other.member("name").string()
        self.kind = try other.member("kind").string()
    }

    private var json: JSONValue {
        [
            "kind": "paired", "id": .string(Base64.encode(id)), "at": .integer(pairedAt),
            "device": ["id": .string(device.text), "name": .string(name), "kind": .string(kind)],
        ]
    }
}
