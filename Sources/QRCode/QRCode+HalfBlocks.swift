/// A code as text, two modules to a cell.
extension QRCode {
    /// Light modules around the code; scanners of screens need two, the norm's four is for paper.
    package static let quietZone = 2

    /// Cells a line takes.
    package var columns: Int { size + 2 * Self.quietZone }

    /// Lines it takes.
    package var rows: Int { (size + 2 * Self.quietZone + 1) / 2 }

    /// The lines. Light modules are the drawn ones, as most terminals have a dark ground; `isInverted` is for
    /// those with a light one.
    package func halfBlocks(isInverted: Bool = false) -> [String] {
        (0..<rows).map { row in
            let y = row * 2 - Self.quietZone
            let cells = (-Self.quietZone..<size + Self.quietZone).map { x -> Character in
                let isUpperDrawn = isDark(x: x, y: y) == isInverted
                // Below the last line of an odd number stands nothing.
                let isOver = y + 1 >= size + Self.quietZone
                let isLowerDrawn = isOver ? isInverted : isDark(x: x, y: y + 1) == isInverted
                switch (isUpperDrawn, isLowerDrawn) {
                case (true, true): return "█"
                case (true, false): return "▀"
                case (false, true): return "▄"
                case (false, false): return " "
                }
            }
            return String(cells)
        }
    }
}
