/// A device at one relay origin: the RFC 7638 thumbprint of its signing key (Protocol/identity.md).
package struct DeviceID: Identifier {
    package let storage: Bytes32
    package init(storage: Bytes32) { self.storage = storage }
}

/// One handoff of one sender: a UUID version 7 (RFC 9562), made by the watch before anything else
/// (Protocol/token.md).
package struct HandoffID: Identifier {
    package let storage: Bytes16
    package init(storage: Bytes16) { self.storage = storage }

    /// A new id from the time and ten fresh random bytes.
    package init(at now: Instant, random: [UInt8]) {
        precondition(random.count >= 10, "a handoff id takes 10 random bytes, got \(random.count)")
        let time = UInt64(clamping: now.milliseconds)
        let tail = random.prefix(10).map { UInt64($0) }
        let high = time << 16 | 0x7000 | (tail[0] & 0x0F) << 8 | tail[1]
        let low = tail[2...].reduce(0) { $0 << 8 | $1 }
        storage = Bytes16(high: high, low: low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
    }

    /// The time inside the id: a hint for ordering, never for a decision.
    package var madeAt: Instant {
        Instant(milliseconds: bytes.prefix(6).reduce(0) { $0 << 8 | Int64($1) })
    }
}

/// One pairing of a watch and a phone (Protocol/pairing.md).
package struct PairingID: Identifier {
    package let storage: Bytes16
    package init(storage: Bytes16) { self.storage = storage }
}

/// What a phone makes for one attempt to claim, so that a repeated request is known as such
/// (Protocol/life.md).
package struct ClaimKey: Identifier {
    package let storage: Bytes16
    package init(storage: Bytes16) { self.storage = storage }
}

/// The SHA-256 of a signing input or a transcript: the identity of what was signed (Protocol/token.md).
package struct Digest: Identifier {
    package let storage: Bytes32
    package init(storage: Bytes32) { self.storage = storage }
}

/// A handoff's key at the relay: ids are scoped to their sender, so nobody can occupy another's (relay 46).
package struct HandoffKey: Sendable, Hashable, CustomStringConvertible {
    /// The watch that made it.
    package let sender: DeviceID
    /// The watch's id for it.
    package let id: HandoffID

    /// Names the handoff `id` of `sender`.
    package init(sender: DeviceID, id: HandoffID) {
        self.sender = sender
        self.id = id
    }

    package var description: String { "\(sender)/\(id)" }
}

/// The number of a claim: each new claim gets the next, and a request with an older one is refused
/// (Protocol/life.md).
package struct Fence: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// 0 before the first claim.
    package let number: Int64

    /// From the number on the wire or in a row.
    package init(number: Int64) { self.number = number }

    /// Before the first claim.
    package static let none = Fence(number: 0)

    /// The fence of the next claim.
    package var next: Fence { Fence(number: number + 1) }

    package var description: String { String(number) }

    package static func < (left: Fence, right: Fence) -> Bool { left.number < right.number }
}
