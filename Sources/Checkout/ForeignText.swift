/// Text that somebody else wrote: a merchant, another device, a wallet entry.
///
/// What people see of it cannot steer a terminal or reorder what stands beside it (checkout 43).
package struct ForeignText: Hashable, Sendable {
    /// As it came, for signatures and `--json`.
    package let raw: String

    /// Takes any text as it is; it is cleaned where it is shown.
    package init(_ raw: String) { self.raw = raw }

    /// One line without controls, escapes and invisible marks, with spaces trimmed and joined; where letters
    /// run from right to left, enclosed in isolates, so that amounts beside it keep their order (Unicode UAX
    /// 9).
    package var text: String {
        let clean = cleaned
        return clean.unicodeScalars.contains(where: Self.runsLeft) ? "\u{2068}\(clean)\u{2069}" : clean
    }

    /// As `text`, never enclosed: for measuring and shortening.
    package var cleaned: String {
        var clean = String.UnicodeScalarView()
        for scalar in raw.unicodeScalars {
            if Self.isGap(scalar) {
                if !clean.isEmpty, clean.last != " " { clean.append(" ") }
            } else if !Self.isInvisible(scalar) {
                clean.append(scalar)
            }
        }
        if clean.last == " " { clean.removeLast() }
        return String(clean)
    }

    /// Whether nothing of it can be seen: letters that are blank, and marks without a letter, are nothing.
    package var isEmpty: Bool { !cleaned.unicodeScalars.contains(where: Self.isInk) }

    private static func isInk(_ scalar: Unicode.Scalar) -> Bool {
        if isGap(scalar) || scalar.properties.isDefaultIgnorableCodePoint || scalar.value == 0x2800 {
            return false
        }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return false
        default: return true
        }
    }

    private static func isGap(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .spaceSeparator, .lineSeparator, .paragraphSeparator: true
        default: scalar == "\t" || scalar == "\n" || scalar == "\r"
        }
    }

    /// Controls, and format marks but the joiners that scripts and emoji need.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .surrogate, .privateUse, .unassigned: true
        case .format: scalar.value != 0x200C && scalar.value != 0x200D
        default: false
        }
    }

    /// Hebrew, Arabic and the other scripts written from the right, as blocks.
    static func runsLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
}

extension ForeignText: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) { self.init(value) }
}
