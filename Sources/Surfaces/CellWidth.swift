package import Checkout

/// How many cells of a terminal a text takes.
package enum CellWidth {
    /// Wide characters take two, marks that combine none.
    package static func of(_ text: String) -> Int { text.reduce(0) { $0 + of($1) } }

    /// One character as a person sees it: the widest of what it is made of.
    package static func of(_ character: Character) -> Int {
        var width = 0
        for scalar in character.unicodeScalars {
            if scalar.value == 0xFE0F { return 2 }
            width = max(width, of(scalar))
        }
        return width
    }

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        if scalar.properties.isEmojiPresentation { return 2 }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
            0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1B000...0x1B2FF, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }

    /// The mark that shows where a label was shortened (AP-8).
    package static let mark = "…"

    /// The text, or its beginning with a visible mark, in at most `columns` cells (AP-8, checkout 44).
    package static func shortened(_ text: String, to columns: Int) -> String {
        guard of(text) > columns else { return text }
        guard columns > 0 else { return "" }
        var kept = ""
        var width = 0
        for character in text {
            let next = width + of(character)
            guard next <= columns - 1 else { break }
            kept.append(character)
            width = next
        }
        while kept.last == " " { kept.removeLast() }
        return kept + mark
    }

    /// A foreign label, shortened and then enclosed where its letters run from the right.
    package static func shortened(_ text: ForeignText, to columns: Int) -> String {
        ForeignText(shortened(text.cleaned, to: columns)).text
    }

    /// The text with spaces after it, to fill `columns` cells.
    package static func padded(_ text: String, to columns: Int) -> String {
        text + String(repeating: " ", count: max(0, columns - of(text)))
    }
}
