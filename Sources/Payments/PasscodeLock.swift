import Crypto
import Encodings
import JSON

/// The data key of a wallet, sealed under a passcode; the only way to it costs one scrypt.
///
/// Card numbers are sealed under the data key, so that a new passcode rewraps one key. The parameters of the
/// stretching are authenticated: a file with cheaper ones does not open (design, section 9).
struct PasscodeLock: Sendable, Equatable {
    let cost: Scrypt.Cost
    let salt: [UInt8]
    let nonce: [UInt8]
    let sealedKey: [UInt8]

    /// Seals a fresh data key.
    static func make(
        _ passcode: Secret, cost: Scrypt.Cost
    ) throws(WalletFailure) -> (lock: PasscodeLock, key: Secret) {
        let key = RandomBytes.makeSecret(AESGCM.keyByteCount)
        let salt = RandomBytes.make(16)
        let nonce = RandomBytes.make(12)
        do {
            let stretched = try Scrypt.derive(passcode, salt: salt, cost: cost, count: AESGCM.keyByteCount)
            let sealed = try AESGCM.seal(
                key.copyBytes(), key: stretched, nonce: nonce, authenticating: parameters(cost, salt))
            return (PasscodeLock(cost: cost, salt: salt, nonce: nonce, sealedKey: sealed), key)
        } catch {
            throw .crypto
        }
    }

    /// The data key, or nil where the passcode is wrong or the file was altered.
    func open(_ passcode: Secret) throws(WalletFailure) -> Secret? {
        do {
            let stretched = try Scrypt.derive(passcode, salt: salt, cost: cost, count: AESGCM.keyByteCount)
            return Secret(
                try AESGCM.open(
                    sealedKey, key: stretched, nonce: nonce,
                    authenticating: Self.parameters(cost, salt)))
        } catch {
            switch error {
            case .notAuthentic: return nil
            case .invalidParameter:
                throw .damaged(file: WalletFileName.passcode.rawValue, reason: "parameters")
            case .invalidKey, .library: throw .crypto
            }
        }
    }

    private static func parameters(_ cost: Scrypt.Cost, _ salt: [UInt8]) -> [UInt8] {
        let numbers = [cost.iterations, cost.blockSize, cost.parallelism].map { Array(String($0).utf8) }
        return LengthPrefixed.encode([Array("baton/passcode/1".utf8)] + numbers + [salt])
    }
}

/// The lock's file.
extension PasscodeLock {
    func encoded() -> [UInt8] {
        let value: JSONValue = [
            "v": 1, "n": .integer(Int64(cost.iterations)), "r": .integer(Int64(cost.blockSize)),
            "p": .integer(Int64(cost.parallelism)), "salt": .string(Base64.encode(salt)),
            "nonce": .string(Base64.encode(nonce)), "key": .string(Base64.encode(sealedKey)),
        ]
        return value.encoded()
    }

    init(parsing bytes: [UInt8]) throws(WalletFailure) {
        do {
            let node = try JSONNode(parsing: bytes)
            _ = try node.member("v").integer(in: 1...1)
            cost = Scrypt.Cost(
                iterations: UInt64(try node.member("n").integer(in: 2...(1 << 22))),
                blockSize: UInt64(try node.member("r").integer(in: 1...64)),
                parallelism: UInt64(try node.member("p").integer(in: 1...16)))
            salt = try node.bytes("salt")
            nonce = try node.bytes("nonce")
            sealedKey = try node.bytes("key")
        } catch {
            throw .damaged(file: WalletFileName.passcode.rawValue, reason: error.description)
        }
    }
}

extension JSONNode {
    /// A member in base64url.
    func bytes(_ name: String) throws(JSONError) -> [UInt8] {
        let node = try member(name)
        guard let bytes = Base64.decode(try node.string()) else { throw node.invalid("is not base64url") }
        return bytes
    }
}
