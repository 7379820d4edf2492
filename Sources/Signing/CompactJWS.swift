package import Crypto
internal import Encodings
package import Handoffs
internal import JSON

/// A signed message in the compact form of RFC 7515, in one fixed profile: ES256, the protected header
/// exactly
/// `{"alg":"ES256","typ":…,"kid":…}`, nothing negotiated (Protocol/token.md).
///
/// Written over libcrypto because the packaged JOSE libraries predate their own hardening against unchecked
/// `crit`, key types and points. A value of this type has been read but not verified: `verify(with:)` comes
/// before any belief.
package struct CompactJWS: Sendable, Hashable {
    /// What a message is for, said in its `typ` so that none can be taken for another (RFC 8725, section
    /// 3.11).
    package enum Kind: String, Sendable, CaseIterable {
        case handoff = "handoff+jwt"
        case outcome = "outcome+jwt"
        case grant = "grant+jwt"
        case quote = "quote+jwt"
    }

    /// The longest text that is looked at, in bytes: a token with the largest sealed part fits twice.
    package static let bytesMax = 24_576

    /// The whole text.
    package let text: String
    /// Who says to have signed: a device id, or the name of a merchant's key.
    package let keyID: String
    /// What was signed, not yet read.
    package let payload: [UInt8]
    private let signature: [UInt8]
    /// The SHA-256 of the signing input.
    private let digest: [UInt8]

    /// Reads `text` as a message of one kind. Throws every `JWSRefusal` but `keyID` and `signature`.
    package init(_ text: String, kind: Kind, bytesMax: Int = bytesMax) throws(JWSRefusal) {
        guard text.utf8.count <= bytesMax else { throw .tooLong(bytes: text.utf8.count, max: bytesMax) }
        let bytes = Array(text.utf8)
        guard let parts = Self.parts(of: bytes) else { throw .notCompact }
        guard let header = Base64.decode(utf8: parts[0]) else { throw .encoding(part: "header") }
        guard let payload = Base64.decode(utf8: parts[1]) else { throw .encoding(part: "payload") }
        guard let signature = Base64.decode(utf8: parts[2]) else { throw .encoding(part: "signature") }
        keyID = try Self.keyID(fromHeader: header, kind: kind)
        self.text = text
        self.payload = payload
        self.signature = signature
        digest = SHA256.hash(Array(bytes[..<parts[1].endIndex]))
    }

    /// Signs `payload`. Throws only where libcrypto fails.
    package init(
        signing payload: [UInt8], kind: Kind, keyID: String, with key: P256PrivateKey
    ) throws(CryptoFailure) {
        let header: JSONValue = ["alg": "ES256", "typ": .string(kind.rawValue), "kid": .string(keyID)]
        let input = Base64.encode(header.encoded()) + "." + Base64.encode(payload)
        let signed = Array(input.utf8)
        digest = SHA256.hash(signed)
        signature = try ES256.sign(signed, with: key)
        self.payload = payload
        self.keyID = keyID
        text = input + "." + Base64.encode(signature)
    }

    /// The hash of the signing input: the same for both forms of a signature, so it names what was signed.
    package var identity: Handoffs.Digest {
        guard let identity = Handoffs.Digest(bytes: digest) else {
            preconditionFailure("a SHA-256 digest of another length")
        }
        return identity
    }

    /// Throws `signature` unless `key` signed this text.
    package func verify(with key: P256PublicKey) throws(JWSRefusal) {
        guard ES256.isValid(signature, forDigest: digest, key: key) else { throw .signature }
    }

    /// The three parts between exactly two points, none of them empty.
    private static func parts(of bytes: [UInt8]) -> [ArraySlice<UInt8>]? {
        let point = UInt8(ascii: ".")
        guard let first = bytes.firstIndex(of: point), let last = bytes.lastIndex(of: point),
            first > 0, last > first + 1, last < bytes.count - 1,
            !bytes[(first + 1)..<last].contains(point)
        else { return nil }
        return [bytes[..<first], bytes[(first + 1)..<last], bytes[(last + 1)...]]
    }

    private static func keyID(fromHeader bytes: [UInt8], kind: Kind) throws(JWSRefusal) -> String {
        let header: JSONNode
        let (algorithm, type, keyID): (String, String, String)
        do throws(JSONError) {
            header = try JSONNode(parsing: bytes, limits: JSONLimits(bytesMax: 512, depthMax: 2))
            algorithm = try header.member("alg").string()
            type = try header.member("typ").string()
            keyID = try header.member("kid").string()
            try header.requireOnly(["alg", "typ", "kid"])
        } catch {
            throw .header(error)
        }
        guard algorithm == "ES256" else { throw .algorithm }
        guard type == kind.rawValue else { throw .type }
        return keyID
    }
}
