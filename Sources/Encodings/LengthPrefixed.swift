/// Byte strings one behind the other, each with its length before it, so that no two lists give the same
/// bytes.
package enum LengthPrefixed {
    /// Each part as its length in two bytes, the more significant first, and itself. INVARIANT: no part has
    /// more than 65 535 bytes.
    package static func encode(_ parts: [[UInt8]]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(parts.reduce(0) { $0 + 2 + $1.count })
        for part in parts {
            precondition(part.count <= 0xFFFF, "a part of \(part.count) bytes has no length of two bytes")
            bytes.append(UInt8(part.count >> 8))
            bytes.append(UInt8(part.count & 0xFF))
            bytes += part
        }
        return bytes
    }

    /// As `encode(_:)`, of texts in UTF-8.
    package static func encode(texts: [String]) -> [UInt8] { encode(texts.map { Array($0.utf8) }) }
}

extension LengthPrefixed {
    /// The parts of what `encode(_:)` gave, or nil where lengths and bytes do not come out even.
    package static func decode(_ bytes: [UInt8]) -> [[UInt8]]? {
        var parts: [[UInt8]] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            guard rest.count >= 2 else { return nil }
            let count = Int(rest[rest.startIndex]) << 8 | Int(rest[rest.startIndex + 1])
            rest = rest.dropFirst(2)
            guard rest.count >= count else { return nil }
            parts.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return parts
    }
}
