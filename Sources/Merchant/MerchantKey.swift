package import Crypto
import Encodings
package import JSON

/// The key that a merchant signs its quotes with, and its public half as a document.
package struct MerchantKey: Sendable {
    /// The `kid`.
    package let id: String
    package let key: P256PrivateKey

    /// A key; its name is made of its public half.
    package init(_ key: P256PrivateKey) {
        self.key = key
        id = Self.name(of: key.publicKey)
    }

    /// The set of keys that `/.well-known/jwks.json` answers (RFC 7517).
    package static func document(_ keys: [P256PublicKey]) -> JSONValue {
        ["keys": .array(keys.map(jwk))]
    }

    /// Reads such a set. Keys of other kinds are read over.
    package static func keys(from node: JSONNode) throws(JSONError) -> [String: P256PublicKey] {
        var keys: [String: P256PublicKey] = [:]
        for entry in try node.member("keys").array() {
            guard try entry.present("kty")?.string() == "EC", try entry.present("crv")?.string() == "P-256",
                let id = try entry.present("kid")?.string()
            else { continue }
            let coordinates = try (entry.member("x"), entry.member("y"))
            guard let x = Base64.decode(try coordinates.0.string()),
                let y = Base64.decode(try coordinates.1.string())
            else { throw entry.invalid("is no public key") }
            do throws(CryptoFailure) { keys[id] = try P256PublicKey(x: x, y: y) } catch {
                throw entry.invalid("is no public key")
            }
        }
        return keys
    }

    private static func name(of key: P256PublicKey) -> String {
        Base64.encode(SHA256.hash(key.x963).prefix(12))
    }

    private static func jwk(_ key: P256PublicKey) -> JSONValue {
        [
            "kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256", "kid": .string(name(of: key)),
            "x": .string(Base64.encode(key.x)), "y": .string(Base64.encode(key.y)),
        ]
    }
}
