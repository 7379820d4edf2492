import Encodings
import Testing

@testable import Crypto

/// What must not verify or open does not.
@Suite struct RefusalTests {
    private let key: P256PrivateKey
    private let message = Array("a handoff".utf8)

    init() throws { key = try P256PrivateKey() }

    @Test func `R-65: r and s of zero, of the order, and other lengths are refused`() throws {
        let order =
            Hexadecimal.decode("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551") ?? []
        let good = try ES256.sign(message, with: key)
        let zero = [UInt8](repeating: 0, count: 32)
        let forged: [[UInt8]] = [
            zero + zero, order + good[32...], good[..<32] + order, good[..<32] + zero, zero + good[32...],
            Array(good.dropLast()), good + [0], [], [0x30, 0x44] + good,
        ]
        for signature in forged { #expect(!ES256.isValid(signature, for: message, key: key.publicKey)) }
        #expect(ES256.isValid(good, for: message, key: key.publicKey))
    }

    @Test func `signatures are made in the low form, and both forms verify`() throws {
        let half =
            Hexadecimal.decode("7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a8") ?? []
        for _ in 0..<20 {
            let signature = try ES256.sign(message, with: key)
            #expect(!half.lexicographicallyPrecedes(signature[32...]))
            #expect(ES256.isValid(signature, for: message, key: key.publicKey))
        }
    }

    @Test func `points off the curve, at infinity, compressed or of another length are no keys`() {
        var point = key.publicKey.x963
        point[64] ^= 1
        let compressed = [2] + key.publicKey.x
        let infinity = [UInt8](repeating: 0, count: 65)
        let zeros: [UInt8] = [4] + [UInt8](repeating: 0, count: 64)
        for bytes in [point, compressed, infinity, zeros, [], [0], key.publicKey.x963 + [0]] {
            #expect(throws: CryptoFailure.invalidKey) { try P256PublicKey(x963: bytes) }
        }
    }

    @Test func `a scalar of zero, of the order or of another length is no key`() {
        let order =
            Hexadecimal.decode("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551") ?? []
        for bytes in [[UInt8](repeating: 0, count: 32), order, [UInt8](repeating: 255, count: 32), [1]] {
            #expect(throws: CryptoFailure.invalidKey) { try P256PrivateKey(scalar: Secret(bytes)) }
        }
    }

    @Test func `a stored key pair is the same pair`() throws {
        let again = try P256PrivateKey(scalar: try key.scalar())
        #expect(again.publicKey == key.publicKey)
        let other = try P256PrivateKey()
        #expect(try key.sharedSecret(with: other.publicKey) == other.sharedSecret(with: key.publicKey))
    }

    @Test func `HPKE opens only with the same key, psk, psk_id, info and aad`() throws {
        let psk = HPKE.PresharedKey(key: RandomBytes.makeSecret(32), id: [1, 2, 3])
        let sealed = try HPKE.seal(message, to: key.publicKey, sharing: psk, info: [1], aad: [2])
        let otherKey = HPKE.PresharedKey(key: RandomBytes.makeSecret(32), id: psk.id)
        let otherID = HPKE.PresharedKey(key: psk.key, id: [1, 2, 4])
        #expect(try HPKE.open(sealed, with: key, sharing: psk, info: [1], aad: [2]) == message)
        for wrong in [otherKey, otherID] {
            #expect(throws: CryptoFailure.notAuthentic) {
                try HPKE.open(sealed, with: key, sharing: wrong, info: [1], aad: [2])
            }
        }
        #expect(throws: CryptoFailure.notAuthentic) {
            try HPKE.open(sealed, with: try P256PrivateKey(), sharing: psk, info: [1], aad: [2])
        }
        #expect(throws: CryptoFailure.notAuthentic) {
            try HPKE.open(sealed, with: key, sharing: psk, info: [], aad: [2])
        }
        #expect(throws: CryptoFailure.notAuthentic) {
            try HPKE.open(sealed, with: key, sharing: psk, info: [1], aad: [])
        }
        let cut = HPKE.Sealed(encapsulated: sealed.encapsulated, ciphertext: [1, 2])
        #expect(throws: CryptoFailure.notAuthentic) {
            try HPKE.open(cut, with: key, sharing: psk, info: [1], aad: [2])
        }
    }

    @Test func `I4: a secret prints nothing of itself`() {
        let secret = Secret([0xAB, 0xCD])
        for text in ["\(secret)", String(reflecting: secret), String(describing: Optional(secret))] {
            #expect(
                !text.lowercased().contains("ab") && !text.contains("171")
                    && text.contains("secret of 2 bytes"))
        }
        var dumped = ""
        dump(secret, to: &dumped)
        #expect(!dumped.contains("171"))
    }

    @Test func `a file cannot ask scrypt for gigabytes`() {
        let cost = Scrypt.Cost(iterations: 1 << 22, blockSize: 8, parallelism: 1)
        #expect(throws: CryptoFailure.invalidParameter("cost")) {
            try Scrypt.derive(Secret([1]), salt: [], cost: cost, count: 32)
        }
    }
}
