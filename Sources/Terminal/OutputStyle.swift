/// How a program shows what it has to say.
package struct OutputStyle: Sendable, Equatable {
    /// Each line is one JSON object.
    package var isJSON: Bool
    /// Lines only: no colour, no box drawing, nothing that is drawn over.
    package var isPlain: Bool
    package var hasColor: Bool
    /// Cells a line may take.
    package var columns: Int

    /// A style as tests need it.
    package init(isJSON: Bool = false, isPlain: Bool = true, hasColor: Bool = false, columns: Int = 80) {
        self.isJSON = isJSON
        self.isPlain = isPlain
        self.hasColor = hasColor
        self.columns = columns
    }

    /// The style that the flags, the variables (`NO_COLOR`, `TERM`, `COLUMNS`) and the output call for.
    package init(flags: ParsedCommand, environment: [String: String], output: TextOutput) {
        let isDumb = environment["TERM"] == "dumb"
        let refusesColor = flags.has("no-color") || environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        isJSON = flags.has("json")
        isPlain = flags.has("plain") || isDumb
        hasColor = !isJSON && !isPlain && !refusesColor && output.isTerminal
        columns = output.columns(variable: environment["COLUMNS"])
    }

    /// The options that this style reads; a program takes them everywhere.
    package static let options: [CommandOption] = [
        .flag("json", "one JSON object a line, for scripts"),
        .flag("plain", "plain lines: no colour, no drawing"),
        .flag("no-color", "no colour (also the variable NO_COLOR)"),
    ]
}
