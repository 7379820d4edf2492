import JSON
package import Surfaces
package import Terminal

/// Where a client shows what happens: lines for people, or one JSON object a line for scripts.
package struct Screen: Sendable {
    package let console: Console
    private let builder: SurfaceBuilder
    private let layout: PlainLayout
    private let drawn = DrawnSheet()
    private let prompt: PromptLine

    /// Joined once, in `main.swift`; `formats` touches ICU on first use only.
    package init(console: Console, formats: any TextFormats) {
        self.console = console
        builder = SurfaceBuilder(formats: formats)
        layout = PlainLayout(style: console.style, rows: console.output.rows)
        prompt = PromptLine(console)
    }

    /// Shows an event on standard output.
    package func show(_ event: ClientEvent) {
        guard !console.style.isJSON else { return show(JSONEvents.object(of: event, builder)) }
        let lines = lines(for: event)
        guard !lines.isEmpty else { return }
        // One piece, so that nothing comes between its lines.
        prompt.above { console.output.write(lines.joined(separator: "\n") + "\n") }
    }

    /// A sheet is drawn again only where there is something new to look at; else its next step is said.
    private func lines(for event: ClientEvent) -> [String] {
        guard case .sheet(let sheet, let id) = event else {
            return layout.lines(of: builder.surfaces(for: event))
        }
        let surface = builder.surface(of: sheet)
        switch drawn.replace(with: surface, of: id, step: layout.step(of: surface)) {
        case .first:
            let hint = console.input.isTerminal ? [Surface.line(Words.Phone.commands(.sheet))] : []
            return layout.lines(of: [.sheet(surface)] + hint)
        case .changed: return layout.lines(of: [.sheet(surface)])
        case .step(let lines): return lines
        }
    }

    /// Says what went wrong and what to do now; with `--json` scripts read it as an event too.
    package func fail(_ complaint: Complaint) -> ExitStatus {
        if console.style.isJSON { show(JSONEvents.object(of: complaint)) }
        prompt.above { console.fail(complaint.message, hint: complaint.hint) }
        return complaint.isUsage ? .usage : .failed
    }

    /// The same for a mistake on the command line.
    package func fail(usage error: UsageError) -> ExitStatus {
        if console.style.isJSON { show(JSONEvents.object(of: error)) }
        console.fail(error.message, hint: error.hint)
        return .usage
    }

    private func show(_ object: JSONObject) {
        console.output.write(JSONValue.object(object).encoded() + [UInt8(ascii: "\n")])
    }
}

extension Screen {
    /// The next line of commands; nil at the end of the input.
    func command() async throws(InputError) -> String? {
        prompt.begin()
        do throws(InputError) {
            let line = try await console.input.line()
            prompt.end(isTyped: line != nil)
            return line
        } catch {
            prompt.end(isTyped: false)
            throw error
        }
    }
}

/// What a client asks; answers come from the terminal, standard input or a file.
extension Screen {
    /// Asks for a line; nil at the end of the input.
    package func ask(_ question: Question) async throws(InputError) -> String? {
        try await console.ask(question.text)
    }

    /// Asks a question with No first (design, section 3).
    package func confirm(_ question: Question) async throws(InputError) -> Bool {
        try await console.confirm(question.text, choices: Words.yesNo)
    }

    /// Asks for what nobody may see; nil at the end of the input.
    package func askHidden(_ question: Question) async throws(InputError) -> HiddenText? {
        try await console.askHidden(question.text)
    }
}
