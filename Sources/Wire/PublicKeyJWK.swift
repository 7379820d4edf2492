package import JSON

/// A P-256 public key as RFC 7517 writes it, with exactly the members that its thumbprint covers (RFC 7638).
/// Whether the point lies on the curve is for Crypto to say.
package struct PublicKeyJWK: WireMessage {
    /// The coordinates, 32 bytes each.
    package let x: [UInt8]
    package let y: [UInt8]

    /// From two coordinates of 32 bytes.
    package init(x: [UInt8], y: [UInt8]) {
        precondition(x.count == 32 && y.count == 32, "coordinates of \(x.count) and \(y.count) bytes")
        self.x = x
        self.y = y
    }

    /// From the uncompressed point, 65 bytes with 4 first; nil otherwise.
    package init?(x963 point: [UInt8]) {
        guard point.count == 65, point[0] == 4 else { return nil }
        x = Array(point[1..<33])
        y = Array(point[33...])
    }

    /// The uncompressed point.
    package var x963: [UInt8] { [4] + x + y }

    package init(from node: JSONNode) throws(JSONError) {
        try node.requireOnly(["kty", "crv", "x", "y"])
        guard try node.member("kty").string() == "EC" else {
            throw try node.member("kty").invalid("must be EC")
        }
        guard try node.member("crv").string() == "P-256" else {
            throw try node.member("crv").invalid("must be P-256")
        }
        x = try node.member("x").bytes(countMax: 32)
        y = try node.member("y").bytes(countMax: 32)
        guard x.count == 32, y.count == 32 else { throw node.invalid("must have coordinates of 32 bytes") }
    }

    package var json: JSONValue { ["kty": "EC", "crv": "P-256", "x": .bytes(x), "y": .bytes(y)] }
}
