internal import Encodings

/// What the ids of the protocol share: a fixed number of bytes and one canonical text of them, base64url
/// without padding (Protocol/identity.md).
package protocol Identifier: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The bytes kept in the value itself, without an allocation.
    associatedtype Storage: FixedBytes
    /// The id's bytes.
    var storage: Storage { get }
    /// From the id's bytes.
    init(storage: Storage)
}

extension Identifier {
    /// From exactly as many bytes as the id has; nil otherwise.
    package init?(bytes: [UInt8]) {
        guard let storage = Storage(bytes: bytes) else { return nil }
        self.init(storage: storage)
    }

    /// As `init(bytes:)`, from a part of an array.
    package init?(bytes: ArraySlice<UInt8>) { self.init(bytes: Array(bytes)) }

    /// From the canonical text; any other text gives nil.
    package init?(text: String) {
        guard text.utf8.count <= 64, let bytes = Base64.decode(text) else { return nil }
        self.init(bytes: bytes)
    }

    /// As `init(text:)`, from a part of a string.
    package init?(text: Substring) {
        guard text.utf8.count <= 64, let bytes = Base64.decode(utf8: Array(text.utf8)) else { return nil }
        self.init(bytes: bytes)
    }

    /// The id's bytes, in order.
    package var bytes: [UInt8] { storage.bytes }

    /// The canonical text.
    package var text: String { Base64.encode(storage.bytes) }

    package var description: String { text }

    package static func < (left: Self, right: Self) -> Bool { left.storage < right.storage }
}

/// A run of bytes of fixed length that lives inside its owner.
package protocol FixedBytes: Sendable, Hashable, Comparable {
    /// How many bytes there are.
    static var count: Int { get }
    /// From exactly `count` bytes; nil otherwise.
    init?(bytes: [UInt8])
    /// The bytes in order.
    var bytes: [UInt8] { get }
}

/// Sixteen bytes.
package struct Bytes16: FixedBytes {
    private let high: UInt64
    private let low: UInt64

    package static let count = 16

    /// From two words, the more significant first.
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.count else { return nil }
        high = BigEndian.word(bytes, at: 0)
        low = BigEndian.word(bytes, at: 8)
    }

    package var bytes: [UInt8] { BigEndian.bytes(high, low) }

    package static func < (left: Self, right: Self) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

/// Thirty-two bytes.
package struct Bytes32: FixedBytes {
    private let first: UInt64
    private let second: UInt64
    private let third: UInt64
    private let fourth: UInt64

    package static let count = 32

    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.count else { return nil }
        first = BigEndian.word(bytes, at: 0)
        second = BigEndian.word(bytes, at: 8)
        third = BigEndian.word(bytes, at: 16)
        fourth = BigEndian.word(bytes, at: 24)
    }

    package var bytes: [UInt8] { BigEndian.bytes(first, second, third, fourth) }

    package static func < (left: Self, right: Self) -> Bool {
        (left.first, left.second, left.third, left.fourth)
            < (right.first, right.second, right.third, right.fourth)
    }
}

/// Words as bytes, the most significant first.
private enum BigEndian {
    static func word(_ bytes: [UInt8], at start: Int) -> UInt64 {
        var word: UInt64 = 0
        for index in start..<start + 8 { word = word << 8 | UInt64(bytes[index]) }
        return word
    }

    static func bytes(_ words: UInt64...) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(words.count * 8)
        for word in words {
            for shift in stride(from: UInt64(56), through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: word >> shift))
            }
        }
        return bytes
    }
}
