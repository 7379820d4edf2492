internal import Crypto
internal import Encodings
internal import JSON

/// A private key as a JSON Web Key (RFC 7517), by itself or as the first fitting one in a file.
enum PrivateJWK {
    static func key(in text: [UInt8]) throws(KeyFileFault) -> P256PrivateKey {
        let node: JSONNode
        do throws(JSONError) { node = try JSONNode(parsing: text) } catch { throw .noKey }
        guard let object = find(node.value, depth: 0) else { throw .noKey }
        guard case .string("EC")? = object["kty"], case .string("P-256")? = object["crv"],
            case .string(let scalar)? = object["d"], let bytes = Base64.decode(scalar), bytes.count == 32
        else { throw .otherKind }
        let key: P256PrivateKey
        do throws(CryptoFailure) { key = try P256PrivateKey(scalar: Secret(bytes)) } catch {
            throw .otherKind
        }
        guard agrees(object["x"], key.publicKey.x), agrees(object["y"], key.publicKey.y) else {
            throw .otherKind
        }
        return key
    }

    private static func agrees(_ coordinate: JSONValue?, _ own: [UInt8]) -> Bool {
        guard let coordinate else { return true }
        guard case .string(let text) = coordinate else { return false }
        return Base64.decode(text) == own
    }

    /// The first object that says `kty` and holds a private part.
    private static func find(_ value: JSONValue, depth: Int) -> JSONObject? {
        guard depth < 4 else { return nil }
        switch value {
        case .object(let object):
            if object["kty"] != nil, object["d"] != nil { return object }
            for member in object.members {
                if let found = find(member.value, depth: depth + 1) { return found }
            }
            return nil
        case .array(let elements):
            for element in elements { if let found = find(element, depth: depth + 1) { return found } }
            return nil
        case .null, .bool, .integer, .real, .string: return nil
        }
    }
}
