import Handoffs

/// Randomness that a seed repeats (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    /// The seed is scrambled first: of two states that differ by a multiple of the step, one stream is the
    /// other's tail.
    init(seed: UInt64) { state = Self.scrambled(seed) }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.scrambled(state)
    }

    private static func scrambled(_ state: UInt64) -> UInt64 {
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    /// True in `percent` of a hundred cases.
    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

    mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
    }

    mutating func identifier<ID: Identifier>(_: ID.Type = ID.self) -> ID {
        while true {
            // As many bytes as the id has always make one.
            if let id = ID(bytes: bytes(ID.Storage.count)) { return id }
        }
    }
}
