import Checkout
import QRCode
import Surfaces
import Terminal

/// Surfaces as lines, for a terminal of some width. Labels take one line each and are shortened with a mark
/// (AP-8); sentences are wrapped; codes, links and ids are never cut.
struct PlainLayout: Sendable {
    let style: OutputStyle
    /// The terminal's height, where there is one.
    let rows: Int?

    /// Wider than this nobody reads a row.
    private static let columnsMax = 72

    private var width: Int { min(style.columns, Self.columnsMax) }

    func lines(of surfaces: [Surface]) -> [String] { surfaces.flatMap(lines) }

    private func lines(of surface: Surface) -> [String] {
        switch surface {
        case .line(let text): wrapped(text)
        case .record(let text): [text]
        case .code(let code): ["", "    \(strong(code))", ""]
        case .link(let link): qrCode(link).lines + [link]
        case .pairingLink(let link):
            wrapped(qrCode(link).isDrawn ? Words.Pairing.scan : Words.Pairing.give) + qrCode(link).lines + [
                link
            ]
        case .rows(let title, let rows): (title.map { [strong($0)] } ?? []) + table(rows)
        case .card(let card): lines(of: card)
        case .alert(let alert): lines(of: alert)
        case .sheet(let sheet): lines(of: sheet)
        }
    }

    private func lines(of card: Card) -> [String] {
        [strong(CellWidth.shortened(card.title, to: style.columns))] + table(card.rows)
            + card.notes.flatMap(wrapped)
    }

    private func lines(of alert: Alert) -> [String] {
        wrapped(alert.sentence) + [alert.hint.map { "  [\(alert.action)]  \($0)" } ?? "  [\(alert.action)]"]
    }

    /// Design, section 3: where the code does not fit, the size needed is said.
    private func qrCode(_ link: String) -> (lines: [String], isDrawn: Bool) {
        guard !style.isPlain else { return ([], false) }
        do throws(QRCodeError) {
            let code = try QRCode(link)
            guard code.columns <= style.columns, code.rows < rows ?? .max else {
                return (wrapped(Words.Pairing.tooNarrow(columns: code.columns, rows: code.rows + 1)), false)
            }
            return (code.halfBlocks(), true)
        } catch {
            // A link too long for a code is still a link.
            return ([], false)
        }
    }

    // MARK: the sheet

    private func lines(of sheet: SheetSurface) -> [String] {
        let rule = String(repeating: style.isPlain ? "-" : "─", count: width)
        let label = (sheet.fields.map { CellWidth.of($0.label) }.max() ?? 0) + 2
        var lines = [rule, strong(CellWidth.shortened(sheet.title, to: width))] + wrapped(sheet.origin)
        lines += sheet.notices.flatMap { wrapped($0).map(changed) }
        lines.append("")
        for field in sheet.fields { lines += self.lines(of: field, label: label) }
        if let agreement = sheet.agreement { lines += self.lines(of: agreement) }
        lines.append("")
        lines += table(sheet.lines + [sheet.total], isFull: true)
        return lines + [""] + payLines(of: sheet) + [rule]
    }

    private func lines(of agreement: SheetSurface.Agreement) -> [String] {
        ["", strong(CellWidth.shortened(agreement.title, to: width))]
            + table(agreement.rows, isFull: true) + agreement.notes.flatMap(wrapped)
    }

    private func payLines(of sheet: SheetSurface) -> [String] {
        let pay = CellWidth.shortened(sheet.payLine, to: width - 4)
        let button = sheet.isPayOn ? strong("[ \(pay) ]") : "  \(pay)"
        return [button] + (sheet.state.map { wrapped($0) } ?? [])
    }

    /// What is happening on a sheet that is on screen already.
    func step(of sheet: SheetSurface) -> [String] {
        sheet.isPayOn ? payLines(of: sheet) : sheet.state.map { wrapped($0) } ?? []
    }

    private func lines(of field: SheetSurface.Field, label: Int) -> [String] {
        let indent = String(repeating: " ", count: label)
        let values = isPlace(field) ? folded(field.value, to: width - label) : nil
        let shown = values ?? [CellWidth.shortened(field.value, to: width - label)]
        var lines = shown.enumerated().map { index, value in
            (index == 0 ? CellWidth.padded(field.label, to: label) : indent) + value
        }
        if let detail = field.detail { lines.append(indent + CellWidth.shortened(detail, to: width - label)) }
        if let error = field.error { lines += wrapped("\(field.label): \(error)").map(changed) }
        guard field.choices.count > 1 else { return lines }
        for choice in field.choices where !choice.isChosen { lines += self.lines(of: choice, of: field.name) }
        return lines
    }

    /// A place is agreed to as a whole: its postal code is the last thing to be cut.
    private func isPlace(_ field: SheetSurface.Field) -> Bool {
        ["address", "billing", "pickup"].contains(field.name)
    }

    /// The text on up to three lines; nil where a word is too long for one, or it takes more.
    private func folded(_ text: ForeignText, to columns: Int) -> [String]? {
        let lines = wrapped(text.text, to: columns)
        let fits = lines.count <= 3 && lines.allSatisfy { CellWidth.of($0) <= columns }
        return fits ? lines : nil
    }

    /// The command that chooses it, what it is, and beside or below it what it costs.
    private func lines(of choice: SheetSurface.Choice, of field: String) -> [String] {
        let command = "  \(field) \(choice.id)  "
        let about = [choice.amount, choice.detail].compactMap { $0 }.joined(separator: "  ")
        let room = width - CellWidth.of(command)
        let rest = room - CellWidth.of(about) - 2
        if about.isEmpty { return [dim(command + CellWidth.shortened(choice.label, to: max(room, 4)))] }
        if rest >= min(16, CellWidth.of(choice.label.cleaned)) {
            return [dim("\(command)\(CellWidth.shortened(choice.label, to: rest))  \(about)")]
        }
        return [dim(command + CellWidth.shortened(choice.label, to: max(room, 4)))] + details(about)
    }

    // MARK: rows

    /// Labels on the left, values on the right, aligned.
    private func table(_ rows: [Row], isFull: Bool = false) -> [String] {
        let wanted = rows.map { CellWidth.of($0.label.cleaned) + 2 + CellWidth.of($0.value) }.max() ?? 0
        let columns = isFull ? width : min(max(wanted, 24), width)
        return rows.flatMap { row in
            lines(of: row, columns: columns) + (row.detail.map { details($0) } ?? [])
        }
    }

    private func lines(of row: Row, columns: Int) -> [String] {
        let value = CellWidth.of(row.value)
        guard value > 0 else { return [CellWidth.shortened(row.label, to: columns)] }
        let room = columns - value - 2
        guard room >= 4 else {
            // No room beside it: the value keeps a line of its own and stays whole.
            return [CellWidth.shortened(row.label, to: columns), row.value]
        }
        let label = CellWidth.shortened(row.label, to: room)
        let text = CellWidth.padded(label, to: columns - value) + row.value
        switch row.role {
        case .plain, .note: return [text]
        case .unavailable: return [dim(text)]
        case .total: return [strong(text)]
        case .changed: return [changed(text)]
        }
    }

    /// Parts joined by two spaces, broken between parts; a sentence too long for a line is broken at its
    /// spaces, so that ids and links stay whole.
    private func details(_ text: String) -> [String] {
        var lines: [String] = []
        var line = ""
        for part in text.split(separator: "  ").map(String.init) {
            if !line.isEmpty, CellWidth.of(line) + 2 + CellWidth.of(part) > style.columns - 2 {
                lines.append(line)
                line = ""
            }
            let pieces = line.isEmpty ? wrapped(part, to: style.columns - 2) : ["\(line)  \(part)"]
            lines += pieces.dropLast()
            line = pieces.last ?? ""
        }
        return (line.isEmpty ? lines : lines + [line]).map { dim("  \($0)") }
    }

    /// A sentence, broken at spaces.
    private func wrapped(_ text: String) -> [String] { wrapped(text, to: style.columns) }

    private func wrapped(_ text: String, to columns: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, CellWidth.of(line) + 1 + CellWidth.of(String(word)) > columns {
                lines.append(line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        return lines + [line]
    }

    // MARK: stress

    private func strong(_ text: String) -> String { style.hasColor ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
    private func dim(_ text: String) -> String { style.hasColor ? "\u{1B}[2m\(text)\u{1B}[0m" : text }
    private func changed(_ text: String) -> String {
        style.hasColor ? "\u{1B}[1;33m\(text)\u{1B}[0m" : text
    }
}
