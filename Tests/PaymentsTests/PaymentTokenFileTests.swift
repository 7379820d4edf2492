import Crypto
import Encodings
import Foundation
import JSON
import Testing

@testable import Payments

/// Tokens and keys in the shapes in which people keep them.
@Suite struct PaymentTokenFileTests {
    private static let bare = GenuineToken.json
    private static let method: JSONValue = ["displayName": "Visa 1234", "network": "Visa", "type": "debit"]

    private static var base64: String { Base64.encode(bare.encoded(), .standard) }

    private static var shapes: [(String, JSONValue)] {
        let token: JSONValue = [
            "paymentData": bare, "paymentMethod": method, "transactionIdentifier": "117A",
        ]
        return [
            ("paymentData", bare), ("PKPaymentToken", token),
            ("ApplePayPayment", ["token": token, "billingContact": ["givenName": "Ada"]]),
            ("the event around it", ["payment": ["token": token]]),
            ("PaymentResponse", ["methodName": "https://apple.com/apple-pay", "details": ["token": token]]),
            ("base64 inside", ["paymentData": .string(base64), "paymentMethod": method]),
            ("text inside", ["paymentData": .string(bare.encodedString())]),
            ("base64 as a string", .array([.string(base64)])),
        ]
    }

    @Test func `one token is found in each shape that it travels in`() throws {
        let token = try PaymentToken(parsing: Self.bare.encoded())
        for (name, value) in Self.shapes.dropLast() {
            #expect(try PaymentTokenFile.token(in: value.encoded()) == token, "\(name)")
        }
        #expect(try PaymentTokenFile.token(in: Array(Self.base64.utf8)) == token)
        let lines = stride(from: 0, to: Self.base64.utf8.count, by: 64).map { start in
            String(Self.base64.dropFirst(start).prefix(64))
        }
        #expect(try PaymentTokenFile.token(in: Array(lines.joined(separator: "\r\n").utf8)) == token)
    }

    @Test func `white space that an editor left in base64 does no harm`() throws {
        guard case .object(var object) = Self.bare, case .string(let data)? = object["data"] else { return }
        object["data"] = .string(data.prefix(76) + "\n" + data.dropFirst(76))
        let token = try PaymentTokenFile.token(in: JSONValue.object(object).encoded())
        #expect(try token == PaymentToken(parsing: Self.bare.encoded()))
    }

    private func code(_ text: String) -> String? {
        do throws(PaymentTokenRefusal) {
            _ = try PaymentTokenFile.token(in: Array(text.utf8))
            return nil
        } catch {
            return error.code
        }
    }

    @Test(arguments: [
        ("", "empty"), (" \n", "empty"), ("{}", "empty"), ("null", "malformed"),
        (#"{"paymentData":{}}"#, "empty"), (#"{"paymentData":""}"#, "empty"),
        (#"{"paymentData":null,"transactionIdentifier":"AB"}"#, "empty"),
        (#"{"token":{"paymentData":{},"transactionIdentifier":"Simulated Identifier"}}"#, "simulated"),
        (#"{"paymentData":"","paymentMethod":{"network":"Simulated Instrument"}}"#, "simulated"),
        (#"{"version":"RSA_v1","data":"AA==","signature":"AA==","header":{"wrappedKey":"AA=="}}"#, "version"),
        ("[1]", "malformed"), ("not a token", "malformed"), (#"{"unrelated":1}"#, "malformed"),
        (#"{"version":1,"data":"","signature":"","header":{}}"#, "malformed"),
    ])
    func `what is no token has its own refusal`(text: String, expected: String) {
        #expect(code(text) == expected, "\(text)")
    }

    @Test func `a file or a member that is cut short is said to be so`() throws {
        let full = Self.bare.encodedString()
        for count in stride(from: 1, to: full.utf8.count - 1, by: 211) {
            #expect(code(String(full.prefix(count))) == "truncated", "\(count)")
        }
        for (member, cut) in [
            ("data", 1), ("data", 2), ("signature", 1), ("signature", 400),
        ] {
            guard case .object(var object) = Self.bare, case .string(let text)? = object[member] else {
                return
            }
            object[member] = .string(String(text.dropLast(cut)))
            #expect(code(JSONValue.object(object).encodedString()) == "truncated", "\(member) \(cut)")
        }
    }

    @Test func `deep wrapping and large files end in a refusal, not in a crash`() {
        let deep = String(repeating: #"{"token":"#, count: 30) + "{}" + String(repeating: "}", count: 30)
        #expect(code(deep) != nil)
        #expect(code(#"{"token":"# + String(repeating: " ", count: PaymentTokenFile.bytesMax) + "{}}") != nil)
    }

    // MARK: Keys

    private static let scalar = Base64.decode(GenuineToken.merchantScalar) ?? []

    private func pem(_ label: String, _ der: [UInt8]) -> String {
        let text = Base64.encode(der, .standard)
        return "-----BEGIN \(label)-----\n\(text.prefix(64))\n\(text.dropFirst(64))\n-----END \(label)-----\n"
    }

    @Test func `a key is read as PEM of two kinds, JWK, DER and base64`() throws {
        let key = try P256PrivateKey(scalar: Secret(Self.scalar))
        let pkcs8 = try key.pkcs8()
        // ECPrivateKey (RFC 5915) with the curve and without the public half.
        let sec1: [UInt8] =
            [0x30, 0x31, 0x02, 0x01, 0x01, 0x04, 0x20] + Self.scalar
            + [0xA0, 0x0A, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
        let parameters = pem("EC PARAMETERS", [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07])
        let jwk: JSONValue = [
            "kty": "EC", "crv": "P-256", "d": .string(GenuineToken.merchantScalar),
            "x": .string(Base64.encode(key.publicKey.x)), "y": .string(Base64.encode(key.publicKey.y)),
        ]
        let files: [[UInt8]] = [
            Array(pem("PRIVATE KEY", pkcs8).utf8), Array(pem("EC PRIVATE KEY", sec1).utf8),
            Array((parameters + pem("EC PRIVATE KEY", sec1)).utf8), pkcs8, sec1,
            Array((Base64.encode(sec1, .standard) + "\n").utf8),
            Array(Base64.encode(pkcs8, .standard).utf8), jwk.encoded(),
            JSONValue.object(["keys": .array([jwk])]).encoded(),
        ]
        for (index, file) in files.enumerated() {
            #expect(try P256PrivateKey.read(file: file).publicKey == key.publicKey, "\(index)")
        }
    }

    @Test func `what is no key that can be used is told apart`() throws {
        let key = try P256PrivateKey(scalar: Secret(Self.scalar))
        let other: JSONValue = [
            "kty": "EC", "crv": "P-256", "d": .string(GenuineToken.merchantScalar),
            "x": .string(Base64.encode(key.publicKey.y)), "y": .string(Base64.encode(key.publicKey.x)),
        ]
        let cases: [(String, KeyFileFault)] = [
            ("", .noKey), ("hello", .noKey), (pem("CERTIFICATE", [1]), .noKey),
            (pem("ENCRYPTED PRIVATE KEY", [1]), .locked),
            (
                pem("EC PRIVATE KEY", [1]).replacing("AQ==", with: "Proc-Type: 4,ENCRYPTED"),
                .locked
            ),
            (pem("RSA PRIVATE KEY", [1]), .otherKind), (pem("PRIVATE KEY", [0x30, 0]), .otherKind),
            (#"{"kty":"RSA","d":"AA"}"#, .otherKind), (#"{"kty":"EC"}"#, .noKey),
            (other.encodedString(), .otherKind),
        ]
        for (text, fault) in cases {
            #expect(throws: fault, "\(text)") { try P256PrivateKey.read(file: Array(text.utf8)) }
        }
    }
}
