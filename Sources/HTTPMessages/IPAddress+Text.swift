extension IPAddress {
    /// Reads dotted IPv4 (four decimal parts, no leading zeros) or IPv6 (RFC 4291, section 2.2), without
    /// zone.
    package init?(_ text: some StringProtocol) {
        if text.contains(":") {
            guard let groups = Self.groups(String(text)) else { return nil }
            let halves = (groups[..<4], groups[4...])
            self.init(
                high: halves.0.reduce(0) { $0 << 16 | UInt64($1) },
                low: halves.1.reduce(0) { $0 << 16 | UInt64($1) })
        } else {
            guard let bits = Self.v4(text) else { return nil }
            self.init(v4: bits)
        }
    }

    private static func v4(_ text: some StringProtocol) -> UInt32? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var bits: UInt32 = 0
        for part in parts {
            guard part.utf8.count <= 3, let value = Digits.decimal(part), value < 256,
                part == "0" || !part.hasPrefix("0")
            else { return nil }
            bits = bits << 8 | UInt32(value)
        }
        return bits
    }

    /// The eight groups of an IPv6 address, `::` filled in.
    private static func groups(_ text: String) -> [UInt16]? {
        guard let gap = gap(in: text) else {
            guard let all = run(text[...]), all.count == 8 else { return nil }
            return all
        }
        guard let front = run(text[..<gap.lowerBound], mayEndInV4: false),
            let back = run(text[gap.upperBound...]),
            front.count + back.count < 8
        else { return nil }
        return front + Array(repeating: 0, count: 8 - front.count - back.count) + back
    }

    private static func gap(in text: String) -> Range<String.Index>? {
        var index = text.startIndex
        while index < text.endIndex {
            let next = text.index(after: index)
            if text[index] == ":", next < text.endIndex, text[next] == ":" {
                return index..<text.index(after: next)
            }
            index = next
        }
        return nil
    }

    private static func run(_ text: Substring, mayEndInV4: Bool = true) -> [UInt16]? {
        if text.isEmpty { return [] }
        var groups: [UInt16] = []
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        for (place, part) in parts.enumerated() {
            if part.contains(".") {
                guard mayEndInV4, place == parts.count - 1, let bits = v4(part) else { return nil }
                groups += [UInt16(bits >> 16), UInt16(truncatingIfNeeded: bits)]
            } else {
                guard (1...4).contains(part.utf8.count) else { return nil }
                var value: UInt16 = 0
                for byte in part.utf8 {
                    guard let digit = Digits.hexadecimal(byte) else { return nil }
                    value = value << 4 | UInt16(digit)
                }
                groups.append(value)
            }
        }
        return groups
    }

    /// The address in its canonical form (RFC 5952).
    package var text: String {
        if let v4 {
            return [v4 >> 24, v4 >> 16 & 255, v4 >> 8 & 255, v4 & 255].map(String.init).joined(separator: ".")
        }
        let groups = [high, low].flatMap { half in
            [48, 32, 16, 0].map { UInt16(truncatingIfNeeded: half >> UInt64($0)) }
        }
        let zeros = Self.longestZeros(groups)
        func run(_ part: ArraySlice<UInt16>) -> String {
            part.map { String($0, radix: 16) }.joined(separator: ":")
        }
        guard zeros.count > 1 else { return run(groups[...]) }
        return run(groups[..<zeros.lowerBound]) + "::" + run(groups[zeros.upperBound...])
    }

    private static func longestZeros(_ groups: [UInt16]) -> Range<Int> {
        var best = 0..<0
        var start = 0
        for (index, group) in groups.enumerated() {
            if group != 0 { start = index + 1 }
            if index + 1 - start > best.count { best = start..<index + 1 }
        }
        return best
    }
}

extension IPAddress: CustomStringConvertible {
    package var description: String { text }
}
