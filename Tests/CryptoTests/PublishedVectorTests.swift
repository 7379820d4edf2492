import Encodings
import Testing

@testable import Crypto

/// What others published must come out here, byte for byte.
@Suite struct PublishedVectorTests {
    private func bytes(_ text: String) -> [UInt8] { Hexadecimal.decode(text) ?? [] }

    @Test func `FIPS 180-4: SHA-256 of abc`() {
        let digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        #expect(Hexadecimal.encode(SHA256.hash(Array("abc".utf8))) == digest)
        #expect(
            Hexadecimal.encode(SHA256.hash([]))
                == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    }

    @Test func `RFC 4231 case 2: HMAC-SHA-256`() {
        let code = HMAC.authenticate(
            Array("what do ya want for nothing?".utf8), key: Secret(Array("Jefe".utf8)))
        #expect(
            Hexadecimal.encode(code) == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    }

    @Test func `RFC 5869 cases 1 and 3: HKDF`() {
        let material = Secret([UInt8](repeating: 0x0B, count: 22))
        let first = HKDF.derive(
            salt: bytes("000102030405060708090a0b0c"), material: material,
            info: bytes("f0f1f2f3f4f5f6f7f8f9"),
            count: 42)
        let expected = "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
        #expect(Hexadecimal.encode(first.copyBytes()) == expected)
        let third = HKDF.derive(salt: [], material: material, info: [], count: 42)
        let plain = "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
        #expect(Hexadecimal.encode(third.copyBytes()) == plain)
    }

    @Test func `RFC 7914 section 12: scrypt`() throws {
        let cost = Scrypt.Cost(iterations: 16, blockSize: 1, parallelism: 1)
        let empty = try Scrypt.derive(Secret([]), salt: [], cost: cost, count: 64)
        #expect(
            Hexadecimal.encode(empty.copyBytes())
                == "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442"
                + "fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906")
        let strong = Scrypt.Cost(iterations: 16384, blockSize: 8, parallelism: 1)
        let key = try Scrypt.derive(
            Secret(Array("pleaseletmein".utf8)), salt: Array("SodiumChloride".utf8), cost: strong, count: 16)
        #expect(Hexadecimal.encode(key.copyBytes()) == "7023bdcb3afd7348461c06cd81fd38eb")
    }

    @Test func `RFC 7515 appendix A.3: ES256 verifies, and a changed byte does not`() throws {
        let key = try P256PublicKey(
            x: Base64.decode("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU") ?? [],
            y: Base64.decode("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0") ?? [])
        let input = Array(
            ("eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFt"
                + "cGxlLmNvbS9pc19yb290Ijp0cnVlfQ").utf8)
        var signature =
            Base64.decode(
                "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q")
            ?? []
        #expect(ES256.isValid(signature, for: input, key: key))
        signature[40] ^= 1
        #expect(!ES256.isValid(signature, for: input, key: key))
    }

    @Test func `CFRG: HPKE mode_psk for P-256, HKDF-SHA256, AES-256-GCM`() throws {
        let recipient = try P256PrivateKey(
            scalar: Secret(bytes("dd70766222d5a88e72c247bd8ad9c28ea49125ee463a63902cc6db68c34f76a6")))
        let ephemeral = try P256PrivateKey(
            scalar: Secret(bytes("5171dce7db66a978110f345b97bfbdd836338c368d1b819bc125daffd90703db")))
        let psk = HPKE.PresharedKey(
            key: Secret(bytes("0247fd33b913760fa1fa51e1892d9f307fbe65eb171e8132c2af18555a738b82")),
            id: bytes("456e6e796e20447572696e206172616e204d6f726961"))
        let info = bytes("4f6465206f6e2061204772656369616e2055726e")
        let sealed = try HPKE.seal(
            bytes("4265617574792069732074727574682c20747275746820626561757479"), to: recipient.publicKey,
            sharing: psk, info: info, aad: bytes("436f756e742d30"), ephemeral: ephemeral)
        #expect(
            Hexadecimal.encode(sealed.encapsulated)
                == "04a3cd1fd41bb0915973a14325a6c7612b336630e6c2fd3f3ae5a311bfe9"
                + "50d493155f446f3fc4a45d439073e998624f"
                + "ca9490ac7eca4c312271d8720f8e6d7a74")
        #expect(
            Hexadecimal.encode(sealed.ciphertext)
                == "1552f6db424acdef53728dbfab35b85266681af9f9c42fa60e30cc858da8"
                + "eb1fe05437fea881290cdeaad317d0"
        )
        let opened = try HPKE.open(
            sealed, with: recipient, sharing: psk, info: info, aad: bytes("436f756e742d30"))
        #expect(String(decoding: opened, as: UTF8.self) == "Beauty is truth, truth beauty")
    }
}
