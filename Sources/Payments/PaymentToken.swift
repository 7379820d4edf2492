internal import Crypto
internal import Encodings
package import JSON

/// A payment token in the format EC_v1, that of real Apple Pay tokens, as it travels to the merchant
/// (Protocol/payment-token.md). A value of this type has been read; `PaymentTokenOpener` verifies and opens
/// it.
package struct PaymentToken: Sendable, Equatable {
    /// The one format that is spoken.
    package static let version = "EC_v1"
    /// The longest token that is read, in bytes of JSON.
    package static let bytesMax = 16_384

    /// The sealed credential with its tag.
    package let data: [UInt8]
    /// The detached CMS signature.
    package let signature: [UInt8]
    /// The sender's one-time key as a DER SubjectPublicKeyInfo.
    package let ephemeralPublicKey: [UInt8]
    /// SHA-256 of the merchant's SubjectPublicKeyInfo: says which key opens it.
    package let publicKeyHash: [UInt8]
    /// 32 bytes that no two payments share.
    package let transactionID: [UInt8]
    /// SHA-256 of the request's application data; nil where the request had none.
    package let applicationDataHash: [UInt8]?

    init(
        data: [UInt8], signature: [UInt8], ephemeralPublicKey: [UInt8], publicKeyHash: [UInt8],
        transactionID: [UInt8], applicationDataHash: [UInt8]?
    ) {
        self.data = data
        self.signature = signature
        self.ephemeralPublicKey = ephemeralPublicKey
        self.publicKeyHash = publicKeyHash
        self.transactionID = transactionID
        self.applicationDataHash = applicationDataHash
    }

    /// What is signed: the four parts one behind the other.
    static func signedBytes(
        ephemeralPublicKey: [UInt8], data: [UInt8], transactionID: [UInt8], applicationDataHash: [UInt8]?
    ) -> [UInt8] {
        ephemeralPublicKey + data + transactionID + (applicationDataHash ?? [])
    }

    var signedBytes: [UInt8] {
        Self.signedBytes(
            ephemeralPublicKey: ephemeralPublicKey, data: data, transactionID: transactionID,
            applicationDataHash: applicationDataHash)
    }
}

extension PaymentToken {
    /// Reads the JSON text of a token. Throws `empty`, `malformed`, `truncated` or `version`.
    package init(parsing text: [UInt8]) throws(PaymentTokenRefusal) {
        guard !text.isEmpty else { throw .empty }
        let node: JSONNode
        do throws(JSONError) {
            node = try JSONNode(parsing: text, limits: JSONLimits(bytesMax: Self.bytesMax, depthMax: 6))
        } catch {
            throw .malformed(error)
        }
        try self.init(from: node)
    }

    /// Reads a token out of a message; members that are not known are ignored, as real tokens may have
    /// more. Throws `empty`,
    /// `malformed`, `truncated` or `version`.
    package init(from node: JSONNode) throws(PaymentTokenRefusal) {
        if case .object(let object) = node.value, object.isEmpty { throw .empty }
        if node.value == .null { throw .empty }
        let version: String
        do throws(JSONError) { version = try node.member("version").string() } catch {
            throw .malformed(error)
        }
        // Other formats have other members: RSA_v1 is refused by its name, not for what it lacks.
        guard version == Self.version else { throw .version(String(version.prefix(32))) }
        if let name = Self.cutMember(of: node) { throw .truncated(name) }
        let parts: Parts
        do throws(JSONError) { parts = try Parts(node) } catch { throw .malformed(error) }
        guard !parts.data.isEmpty else { throw .empty }
        // A tag and the shortest JSON object.
        guard parts.data.count >= AESGCM.tagByteCount + 2 else { throw .truncated("data") }
        guard !parts.signature.isEmpty, !Self.endsEarly(parts.signature) else {
            throw .truncated("signature")
        }
        guard parts.publicKeyHash.count == SHA256.byteCount else { throw .truncated("publicKeyHash") }
        guard parts.transactionID.count == 32 else { throw .truncated("transactionId") }
        if let hash = parts.applicationDataHash, hash.count != SHA256.byteCount {
            throw .truncated("applicationData")
        }
        self.init(
            data: parts.data, signature: parts.signature, ephemeralPublicKey: parts.ephemeralPublicKey,
            publicKeyHash: parts.publicKeyHash, transactionID: parts.transactionID,
            applicationDataHash: parts.applicationDataHash)
    }

    /// The first member whose base64 or hexadecimal ends in the middle of a group.
    private static func cutMember(of node: JSONNode) -> String? {
        guard case .object(let object) = node.value, case .object(let header)? = object["header"] else {
            return nil
        }
        func isCut(_ value: JSONValue?, group: Int) -> Bool {
            guard case .string(let text)? = value else { return false }
            return text.utf8.count % group != 0
        }
        for name in ["data", "signature"] where isCut(object[name], group: 4) { return name }
        for name in ["ephemeralPublicKey", "publicKeyHash"] where isCut(header[name], group: 4) {
            return name
        }
        for name in ["transactionId", "applicationData"] where isCut(header[name], group: 2) { return name }
        return nil
    }

    /// Whether BER says that more bytes follow than there are: a length beyond the end, or one that is left
    /// open and never closed (X.690, section 8.1.3).
    private static func endsEarly(_ ber: [UInt8]) -> Bool {
        guard ber.count >= 2, ber[0] == 0x30 else { return false }
        if ber[1] == 0x80 { return ber.suffix(2) != [0, 0] }
        guard ber[1] > 0x80, ber[1] <= 0x84 else { return ber[1] < 0x80 && ber.count < 2 + Int(ber[1]) }
        let head = 2 + Int(ber[1] & 0x7F)
        guard ber.count >= head else { return true }
        let length = ber[2..<head].reduce(0) { $0 << 8 | Int($1) }
        return ber.count < head + length
    }

    /// The token as the merchant's interface takes it.
    package var json: JSONValue {
        var header: JSONObject = [
            "publicKeyHash": .string(Base64.encode(publicKeyHash, .standard)),
            "ephemeralPublicKey": .string(Base64.encode(ephemeralPublicKey, .standard)),
            "transactionId": .string(Hexadecimal.encode(transactionID)),
        ]
        header["applicationData"] = applicationDataHash.map { .string(Hexadecimal.encode($0)) }
        return [
            "data": .string(Base64.encode(data, .standard)),
            "signature": .string(Base64.encode(signature, .standard)), "header": .object(header),
            "version": .string(Self.version),
        ]
    }
}

/// The members as they stand in the text, lengths unchecked.
private struct Parts {
    let data: [UInt8]
    let signature: [UInt8]
    let ephemeralPublicKey: [UInt8]
    let publicKeyHash: [UInt8]
    let transactionID: [UInt8]
    let applicationDataHash: [UInt8]?

    init(_ node: JSONNode) throws(JSONError) {
        data = try Self.base64(try node.member("data"))
        signature = try Self.base64(try node.member("signature"))
        let header = try node.member("header")
        ephemeralPublicKey = try Self.base64(try header.member("ephemeralPublicKey"))
        publicKeyHash = try Self.base64(try header.member("publicKeyHash"))
        transactionID = try Self.hexadecimal(try header.member("transactionId"))
        if let node = try header.present("applicationData") {
            applicationDataHash = try Self.hexadecimal(node)
        } else {
            applicationDataHash = nil
        }
    }

    private static func base64(_ node: JSONNode) throws(JSONError) -> [UInt8] {
        guard let bytes = Base64.decode(try node.string(), .standard) else {
            throw node.invalid("must be base64")
        }
        return bytes
    }

    private static func hexadecimal(_ node: JSONNode) throws(JSONError) -> [UInt8] {
        guard let bytes = Hexadecimal.decode(try node.string().lowercased()) else {
            throw node.invalid("must be hexadecimal")
        }
        return bytes
    }
}
