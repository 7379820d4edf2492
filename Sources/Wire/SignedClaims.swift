package import JSON

/// Why the payload of a signed message was refused.
package enum WireError: Error, Equatable, CustomStringConvertible {
    /// Not the members, or not the values, that Protocol/token.md names.
    case malformed(JSONError)
    /// Of a version that this program does not speak.
    case unsupportedVersion(Int64)

    package var description: String {
        switch self {
        case .malformed(let error): error.description
        case .unsupportedVersion(let version): "version \(version) is not spoken here, only 1 is"
        }
    }
}

/// What the payloads of signed messages share: a version, and exactly their members.
package protocol SignedClaims: WireMessage {
    /// The members of the payload, `v` among them.
    static var memberNames: Set<String> { get }
}

extension SignedClaims {
    /// Reads a payload strictly: the version first, for another version may have other members.
    package init(payload: [UInt8]) throws(WireError) {
        do {
            let node = try JSONNode(
                parsing: payload, limits: WireLimits.json(bytesMax: WireLimits.tokenBytesMax))
            let version = try node.member("v").integer()
            guard version == 1 else { throw WireError.unsupportedVersion(version) }
            try node.requireOnly(Self.memberNames)
            self = try Self(from: node)
        } catch let error as JSONError {
            throw .malformed(error)
        } catch let error as WireError {
            throw error
        } catch {
            throw .malformed(.invalid(.root, reason: "cannot be read"))
        }
    }

    /// The payload's bytes.
    package func payload() -> [UInt8] { encoded() }
}
