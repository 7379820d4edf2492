/// A block of addresses, as `--trusted-proxy` names one (RFC 4632, RFC 4291 section 2.3).
package struct AddressRange: Hashable, Sendable {
    private let base: IPAddress
    private let bits: Int

    /// Reads `ADDRESS/BITS`, or a single address; nil when bits behind the prefix are set.
    package init?(cidr text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let base = IPAddress(parts[0]) else { return nil }
        let shift = base.v4 == nil ? 0 : 96
        var bits = 128
        if parts.count == 2 {
            guard parts[1].utf8.count <= 3, let prefix = Digits.decimal(parts[1]), prefix + shift <= 128
            else {
                return nil
            }
            bits = prefix + shift
        }
        guard base.masked(bits) == base else { return nil }
        self.base = base
        self.bits = bits
    }

    /// Whether the address lies in the block.
    package func contains(_ address: IPAddress) -> Bool {
        address.masked(bits) == base
    }
}
