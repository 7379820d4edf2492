import Crypto
import Encodings
import Handoffs
import JSON
import Testing

@testable import Signing

@Suite struct CompactJWSTests {
    private let key: P256PrivateKey
    private let payload = Array(#"{"v":1}"#.utf8)

    init() throws { key = try P256PrivateKey() }

    private func signed(header: String, payload: [UInt8]? = nil) throws -> String {
        let input = Base64.encode(Array(header.utf8)) + "." + Base64.encode(payload ?? self.payload)
        return input + "." + Base64.encode(try ES256.sign(Array(input.utf8), with: key))
    }

    @Test func `what is signed reads back, and verifies with its key alone`() throws {
        let made = try CompactJWS(signing: payload, kind: .grant, keyID: "me", with: key)
        let read = try CompactJWS(made.text, kind: .grant)
        #expect(read == made && read.payload == payload && read.keyID == "me")
        try read.verify(with: key.publicKey)
        let other = try P256PrivateKey()
        #expect(throws: JWSRefusal.signature) { try read.verify(with: other.publicKey) }
    }

    @Test(arguments: [
        (#"{"alg":"none","typ":"grant+jwt","kid":"me"}"#, JWSRefusal.algorithm),
        (#"{"alg":"HS256","typ":"grant+jwt","kid":"me"}"#, .algorithm),
        (#"{"alg":"es256","typ":"grant+jwt","kid":"me"}"#, .algorithm),
        (#"{"alg":"ES256","typ":"handoff+jwt","kid":"me"}"#, .type),
        (#"{"alg":"ES256","typ":"JWT","kid":"me"}"#, .type),
        (#"{"alg":"ES256","kid":"me"}"#, .header(.missing(.member(.root, "typ")))),
        (#"{"alg":"ES256","typ":"grant+jwt"}"#, .header(.missing(.member(.root, "kid")))),
        (
            #"{"alg":"ES256","typ":"grant+jwt","kid":"me","crit":["exp"]}"#,
            .header(.unknownMember(.member(.root, "crit")))
        ),
        (
            #"{"alg":"ES256","typ":"grant+jwt","kid":"me","zip":"DEF"}"#,
            .header(.unknownMember(.member(.root, "zip")))
        ),
        (
            #"{"alg":"ES256","typ":"grant+jwt","kid":"me","p2c":99999999}"#,
            .header(.unknownMember(.member(.root, "p2c")))
        ),
        (
            #"{"alg":["ES256"],"typ":"grant+jwt","kid":"me"}"#,
            .header(.mismatch(.member(.root, "alg"), expected: "a string", got: "an array"))
        ),
    ])
    func `R-64: another header is refused before any key work`(header: String, refusal: JWSRefusal) throws {
        let text = try signed(header: header)
        #expect(throws: refusal) { try CompactJWS(text, kind: .grant) }
    }

    @Test func `a doubled member of the header is refused`() throws {
        let text = try signed(header: #"{"alg":"ES256","alg":"ES256","typ":"grant+jwt","kid":"me"}"#)
        #expect { try CompactJWS(text, kind: .grant) } throws: { error in
            guard case JWSRefusal.header(.malformed) = error else { return false }
            return true
        }
    }

    @Test func `other shapes and other base64 are refused`() throws {
        let good = try CompactJWS(signing: payload, kind: .grant, keyID: "me", with: key).text
        let parts = good.split(separator: ".").map(String.init)
        for text in ["", ".", "..", "a.b", "a.b.c.d", parts[0] + ".." + parts[2], good + ".", "." + good] {
            #expect(throws: JWSRefusal.notCompact) { try CompactJWS(text, kind: .grant) }
        }
        #expect(throws: JWSRefusal.encoding(part: "signature")) { try CompactJWS(good + "=", kind: .grant) }
        #expect(throws: JWSRefusal.encoding(part: "header")) { try CompactJWS(" " + good, kind: .grant) }
        #expect(throws: JWSRefusal.encoding(part: "payload")) {
            try CompactJWS(parts[0] + "." + parts[1] + "+." + parts[2], kind: .grant)
        }
        #expect(throws: JWSRefusal.tooLong(bytes: 30_000, max: CompactJWS.bytesMax)) {
            try CompactJWS(String(repeating: "a", count: 30_000), kind: .grant)
        }
    }

    @Test func `every changed character is refused`() throws {
        let good = Array(try CompactJWS(signing: payload, kind: .grant, keyID: "me", with: key).text.utf8)
        for index in good.indices where good[index] != UInt8(ascii: ".") {
            var changed = good
            changed[index] = changed[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            #expect(throws: JWSRefusal.self) {
                let read = try CompactJWS(String(decoding: changed, as: UTF8.self), kind: .grant)
                try read.verify(with: key.publicKey)
                if read.keyID != "me" { throw JWSRefusal.keyID }
            }
        }
    }

    @Test func `both forms of a signature name the same message`() throws {
        let order =
            Hexadecimal.decode("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551") ?? []
        let low = try CompactJWS(signing: payload, kind: .grant, keyID: "me", with: key)
        let parts = low.text.split(separator: ".").map(String.init)
        let signature = try #require(Base64.decode(parts[2]))
        var high = [UInt8](repeating: 0, count: 32)
        var borrow = 0
        for index in (0..<32).reversed() {
            let difference = Int(order[index]) - Int(signature[32 + index]) - borrow
            high[index] = UInt8(truncatingIfNeeded: difference)
            borrow = difference < 0 ? 1 : 0
        }
        let text = parts[0] + "." + parts[1] + "." + Base64.encode(signature[..<32] + high)
        let other = try CompactJWS(text, kind: .grant)
        try other.verify(with: key.publicKey)
        #expect(other.identity == low.identity && other.text != low.text)
    }

    @Test func `RFC 9449 section 6.1: the thumbprint of a P-256 key`() throws {
        let key = try P256PublicKey(
            x: Base64.decode("l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs") ?? [],
            y: Base64.decode("9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA") ?? [])
        #expect(DeviceID(thumbprintOf: key).text == "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I")
    }
}
