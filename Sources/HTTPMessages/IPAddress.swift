/// An IPv4 or IPv6 address. An IPv4 address in IPv6 clothes (`::ffff:192.0.2.1`) is the IPv4 address itself.
package struct IPAddress: Hashable, Sendable {
    /// The 128 bits of the address; IPv4 stands behind `::ffff:0:0/96`.
    package let high: UInt64
    package let low: UInt64

    /// An IPv6 address from its sixteen bytes in network order, as two halves.
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// An IPv4 address from its four bytes in network order.
    package init(v4 bits: UInt32) {
        self.init(high: 0, low: 0xffff_0000_0000 | UInt64(bits))
    }

    /// The IPv4 address in network order, if it is one.
    package var v4: UInt32? {
        high == 0 && low >> 32 == 0xffff ? UInt32(truncatingIfNeeded: low) : nil
    }

    /// The network that the address belongs to: what caps by address count (design section 6: /32 and /64).
    package func network(v4Bits: Int = 32, v6Bits: Int = 64) -> IPAddress {
        masked(v4 == nil ? v6Bits : v4Bits + 96)
    }

    /// The address with all bits behind the first `bits` of its 128 cleared.
    func masked(_ bits: Int) -> IPAddress {
        let highMask = bits >= 64 ? UInt64.max : bits <= 0 ? 0 : UInt64.max << UInt64(64 - bits)
        let lowMask = bits >= 128 ? UInt64.max : bits <= 64 ? 0 : UInt64.max << UInt64(128 - bits)
        return IPAddress(high: high & highMask, low: low & lowMask)
    }
}

extension IPAddress {
    /// An address of this host only.
    package var isLoopback: Bool {
        if let v4 { return v4 >> 24 == 127 }
        return high == 0 && low == 1
    }

    /// Whether a server on the public internet can have it: not private, local, shared, reserved,
    /// documentation, multicast or a translation of such an IPv4 address (IANA special-purpose registries).
    package var isGlobal: Bool {
        if let v4 { return Self.isGlobal(v4: v4) }
        if Self.specialV6.contains(where: { $0.contains(self) }) { return false }
        if let inner = embeddedV4 { return Self.isGlobal(v4: inner) }
        return high >> 61 == 1  // 2000::/3
    }

    /// The IPv4 address inside a 6to4 (2002::/16) or NAT64 (64:ff9b::/96) address.
    private var embeddedV4: UInt32? {
        if high >> 48 == 0x2002 { return UInt32(truncatingIfNeeded: high >> 16) }
        if high == 0x0064_ff9b_0000_0000 && low >> 32 == 0 { return UInt32(truncatingIfNeeded: low) }
        return nil
    }

    private static func isGlobal(v4: UInt32) -> Bool {
        !specialV4.contains { $0.contains(IPAddress(v4: v4)) }
    }

    private static let specialV4 = ranges([
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
        "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15",
        "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
    ])

    private static let specialV6 = ranges(["2001::/23", "2001:db8::/32", "3fff::/20", "5f00::/16"])

    private static func ranges(_ texts: [String]) -> [AddressRange] {
        let ranges = texts.compactMap(AddressRange.init(cidr:))
        precondition(ranges.count == texts.count, "a range in the table of special addresses is misspelt")
        return ranges
    }
}
