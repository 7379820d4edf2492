package import Crypto
internal import Encodings
package import HTTPMessages
package import Handoffs

/// The signature of one request in the one profile of RFC 9421 that is spoken here (Protocol/http.md).
///
/// Exactly one signature, label `sig`, over `"@method" "@authority" "@path" "@query" "content-digest"` with
/// the parameters created, nonce, keyid, alg and tag in this order. A value of this type has been read but
/// not verified.
package struct RequestSignature: Sendable, Equatable {
    /// The parameters that a verifier judges before it spends a signature check.
    package struct Parameters: Sendable, Equatable {
        /// When it was made, in seconds since 1970.
        package let created: Int64
        /// Used once: 16 to 128 characters of base64url's alphabet.
        package let nonce: String
        /// Whose key.
        package let keyID: DeviceID

        /// The three that vary.
        package init(created: Int64, nonce: String, keyID: DeviceID) {
            self.created = created
            self.nonce = nonce
            self.keyID = keyID
        }

        var text: String {
            RequestSignature.components
                + #";created=\#(created);nonce="\#(nonce)";keyid="\#(keyID.text)""#
                + RequestSignature.tail
        }
    }

    package let parameters: Parameters
    private let signature: [UInt8]

    static let components = #"("@method" "@authority" "@path" "@query" "content-digest")"#
    static let tail = #";alg="ecdsa-p256-sha256";tag="baton""#
    /// Lengths of a nonce that are taken: 16 random bytes have 22 characters, a relay's own nonce up to 128.
    static let nonceLengths = 16...128

    /// Reads the signature of a request. Throws `missing` or `malformed`.
    package init(of request: Request) throws(RequestSignatureRefusal) {
        let inputs = request.fields.values("signature-input")
        let signatures = request.fields.values("signature")
        if inputs.isEmpty && signatures.isEmpty { throw .missing }
        guard inputs.count == 1, signatures.count == 1 else { throw .malformed("exactly one of each field") }
        parameters = try Self.parameters(from: inputs[0])
        guard let bytes = Self.signature(from: signatures[0]) else { throw .malformed("signature") }
        signature = bytes
    }

    /// Throws unless `key` signed this request as it reached `base`, the relay's public base URL. The path
    /// of the base stands before the path that the relay sees, as a proxy takes it off.
    package func verify(
        _ request: Request, base: BaseURL, with key: P256PublicKey
    ) throws(RequestSignatureRefusal) {
        guard request.fields.values("content-digest") == [ContentDigest.value(for: request.body)] else {
            throw .mismatch(component: "content-digest")
        }
        let message = Self.message(
            request, authority: base.authority, path: base.path + request.path, parameters)
        if ES256.isValid(signature, for: message, key: key) { return }
        // Says which component differed where the sender meant another host (R-29). It costs one more check
        // on a request that is refused anyway.
        if let sent = request.authority?.lowercased(), sent != base.authority {
            let meant = Self.message(request, authority: sent, path: base.path + request.path, parameters)
            if ES256.isValid(signature, for: meant, key: key) { throw .mismatch(component: "@authority") }
        }
        throw .signature
    }

    /// Adds `Content-Digest`, `Signature-Input` and `Signature` to a request whose target holds the base's
    /// path. Throws only where libcrypto fails.
    package static func sign(
        _ request: inout Request, authority: String, parameters: Parameters, with key: P256PrivateKey
    ) throws(CryptoFailure) {
        request.fields["content-digest"] = ContentDigest.value(for: request.body)
        let message = message(request, authority: authority, path: request.path, parameters)
        let signature = try ES256.sign(message, with: key)
        request.fields["signature-input"] = "sig=" + parameters.text
        request.fields["signature"] = "sig=:\(Base64.encode(signature, .standard)):"
    }

    /// The signature base (RFC 9421, section 2.5).
    static func message(
        _ request: Request, authority: String, path: String, _ parameters: Parameters
    ) -> [UInt8] {
        let lines = [
            #""@method": \#(request.method.token)"#,
            #""@authority": \#(authority)"#,
            #""@path": \#(path)"#,
            #""@query": ?\#(request.query ?? "")"#,
            #""content-digest": \#(request.fields["content-digest"] ?? "")"#,
            #""@signature-params": \#(parameters.text)"#,
        ]
        return Array(lines.joined(separator: "\n").utf8)
    }

    private static let head = Array("sig=\(components);created=".utf8)
    private static let nonceMark = Array(#";nonce=""#.utf8)
    private static let keyMark = Array(#"";keyid=""#.utf8)
    private static let end = Array(#""\#(tail)"#.utf8)

    /// Reads the one form byte by byte: each request passes here, and comparing characters would take what is
    /// only canonically equal.
    private static func parameters(from input: String) throws(RequestSignatureRefusal) -> Parameters {
        var text = ByteScanner(input)
        guard text.skip(head) else {
            throw .malformed("signature-input: label, components or fixed parameters")
        }
        let created = text.take { (48...57).contains($0) }
        guard (1...15).contains(created.utf8.count), let seconds = Int64(created), String(seconds) == created
        else { throw .malformed("signature-input: created") }
        guard text.skip(nonceMark) else { throw .malformed("signature-input: nonce") }
        let nonce = text.take(while: isNonceCharacter)
        guard nonceLengths.contains(nonce.utf8.count), text.skip(keyMark) else {
            throw .malformed("signature-input: nonce")
        }
        guard let keyID = DeviceID(text: text.take(while: isNonceCharacter)) else {
            throw .malformed("signature-input: keyid")
        }
        guard text.skip(end), text.isAtEnd else {
            throw .malformed("signature-input: label, components or fixed parameters")
        }
        return Parameters(created: seconds, nonce: nonce, keyID: keyID)
    }

    private static let signatureHead = Array("sig=:".utf8)

    private static func signature(from field: String) -> [UInt8]? {
        var text = ByteScanner(field)
        guard text.skip(signatureHead) else { return nil }
        let encoded = text.take { $0 != UInt8(ascii: ":") }
        guard text.skip([UInt8(ascii: ":")]), text.isAtEnd, let bytes = Base64.decode(encoded, .standard),
            bytes.count == ES256.signatureByteCount
        else { return nil }
        return bytes
    }

    private static func isNonceCharacter(_ character: UInt8) -> Bool {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

/// Reads a field's value from its beginning, byte by byte.
private struct ByteScanner {
    private let bytes: [UInt8]
    private var index = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    var isAtEnd: Bool { index == bytes.count }

    /// Moves over `literal`, if that comes next.
    mutating func skip(_ literal: [UInt8]) -> Bool {
        guard bytes.count - index >= literal.count else { return false }
        for offset in 0..<literal.count where bytes[index + offset] != literal[offset] { return false }
        index += literal.count
        return true
    }

    /// The text of the bytes up to the first that does not belong.
    mutating func take(while belongs: (UInt8) -> Bool) -> String {
        let start = index
        while index < bytes.count, belongs(bytes[index]) { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }
}
