/// The text of `--help`: what it does, what it takes, what to try.
extension Program {
    private var layout: HelpLayout { HelpLayout(columns: columns) }

    /// The help of the command at `path`, as far as its words are commands.
    func help(for path: [String]) -> String {
        var found = command
        var names = [command.name]
        for word in path {
            guard let next = found.subcommands.first(where: { $0.name == word }) else { break }
            found = next
            names.append(word)
        }
        var sections = [usage(of: found, names), layout.paragraph(sentence(found.summary))]
        sections += found.discussion.map { layout.paragraph($0) }
        sections.append(layout.table("arguments", found.arguments.map { ($0.usage, $0.summary) }))
        sections.append(layout.table("commands", found.subcommands.map { ($0.name, $0.summary) }))
        sections.append(layout.table("options", found.options.map(row)))
        let isProgram = names.count == 1
        let always = CommandOption.flag("help", "this text; after a command, the command's")
        let version = isProgram ? [CommandOption.flag("version", "the program's version")] : []
        sections.append(layout.table("options everywhere", (common + [always] + version).map(row)))
        sections.append(examples(found.examples))
        if isProgram {
            let statuses = isServer ? ExitStatus.ofServers : ExitStatus.allCases
            let rows = statuses.map { (String($0.rawValue), isServer ? $0.serverMeaning : $0.meaning) }
            sections.append(layout.table("exit statuses", rows))
            if !found.subcommands.isEmpty {
                sections.append(
                    layout.paragraph("\(command.name) COMMAND --help tells more about a command."))
            }
        }
        return sections.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    private func usage(of found: Command, _ names: [String]) -> String {
        var words = names
        if !found.subcommands.isEmpty { words.append(found.runsAlone ? "[COMMAND]" : "COMMAND") }
        words += found.arguments.map(\.usage)
        words += found.options.map { option in
            switch option.kind {
            case .flag, .value: "[\(option.usage)]"
            case .repeated: "[\(option.usage)]…"
            }
        }
        return layout.wrap(
            "usage: " + words.joined(separator: " "),
            indent: columns < 60 ? 7 : 7 + command.name.count + 1)
    }

    private func sentence(_ summary: String) -> String {
        let first = summary.prefix(1).uppercased() + summary.dropFirst()
        return first.hasSuffix(".") || first.hasSuffix("?") ? first : first + "."
    }

    private func row(_ option: CommandOption) -> (String, String) {
        var notes: [String] = []
        if case .repeated = option.kind { notes.append("may be repeated") }
        if let fallback = option.fallback { notes.append("default \(fallback)") }
        if let variable = option.environment { notes.append("or \(variable)") }
        let tail = notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))"
        return (option.usage, option.summary + tail)
    }

    private func examples(_ examples: [CommandExample]) -> String {
        guard !examples.isEmpty else { return "" }
        // An example is one line to copy, however long; what it means is wrapped.
        return
            (["examples:"]
            + examples.flatMap { ["  \($0.line)", layout.wrap("      \($0.meaning)", indent: 6)] })
            .joined(separator: "\n")
    }
}

/// Text in columns for a terminal of some width.
struct HelpLayout {
    let columns: Int

    /// A title and two columns, the second wrapped; nothing where there are no rows.
    func table(_ title: String, _ rows: [(String, String)]) -> String {
        guard !rows.isEmpty else { return "" }
        let width = min(rows.map(\.0.count).max() ?? 0, columns < 60 ? 8 : 28)
        let lines = rows.map { left, right in
            let gap = String(repeating: " ", count: max(width - left.count, 0) + 2)
            let isLong = left.count > width
            let head = isLong ? "  \(left)\n" + String(repeating: " ", count: width + 4) : "  \(left)\(gap)"
            return wrap(head + right, indent: width + 4)
        }
        return "\(title):\n" + lines.joined(separator: "\n")
    }

    /// A paragraph from the left edge.
    func paragraph(_ text: String) -> String { wrap(text, indent: 0) }

    /// Breaks at spaces; later lines start at `indent`. What stands before the first word stays.
    func wrap(_ text: String, indent: Int) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let done = lines.dropLast().map { $0 }
        var line = ""
        var wrapped: [String] = []
        let last = lines.last ?? ""
        let lead = last.prefix { $0 == " " }
        var rest = last.dropFirst(lead.count)
        line += lead
        while !rest.isEmpty {
            let word = rest.prefix { $0 != " " }
            let after = rest.dropFirst(word.count)
            let gap = after.prefix { $0 == " " }
            if line.count + word.count > columns, line.contains(where: { $0 != " " }) {
                wrapped.append(trimmed(line))
                line = String(repeating: " ", count: indent)
            }
            line += word + gap
            rest = after.dropFirst(gap.count)
        }
        return (done + wrapped + [trimmed(line)]).joined(separator: "\n")
    }

    private func trimmed(_ line: String) -> String {
        var line = line
        while line.last == " " { line.removeLast() }
        return line
    }
}
