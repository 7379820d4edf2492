/// What a program talks through: output for what was asked, errors for the rest, input for answers.
package struct Console: Sendable {
    /// The name before every error.
    package let program: String
    package let output: TextOutput
    package let errors: TextOutput
    package let input: LineInput
    package let style: OutputStyle

    /// Joined once, in `main.swift`.
    package init(
        program: String, style: OutputStyle, output: TextOutput, errors: TextOutput, input: LineInput
    ) {
        self.program = program
        self.style = style
        self.output = output
        self.errors = errors
        self.input = input
    }

    /// A line of what was asked for.
    package func say(_ line: String) { output.line(line) }

    /// A line beside it, on standard error, so that pipes stay clean.
    package func note(_ line: String) { errors.line(line) }

    /// What happened, to what, and what to do now (house rule E5).
    package func fail(_ message: String, hint: String? = nil) {
        errors.line("\(program): error: \(message)")
        if let hint { errors.line("\(program): hint: \(hint)") }
    }

    /// The status to end with: `done` becomes `failed` where the output did not reach its disk; a reader
    /// that went away changes nothing.
    package func finish(_ status: ExitStatus) -> ExitStatus {
        guard let failure = output.failure, failure != .closed else { return status }
        fail(failure.message)
        return status == .done ? .failed : status
    }

    /// Asks on standard error and reads one line, trimmed; nil at the end of the input.
    package func ask(_ prompt: String) async throws(InputError) -> String? {
        guard
            let line = try await answer(to: prompt, { () async throws(InputError) in try await input.line() })
        else { return nil }
        return String(
            line.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }

    /// Asks for what must not be seen, such as a passcode; nil at the end of the input.
    package func askHidden(_ prompt: String) async throws(InputError) -> HiddenText? {
        try await answer(to: prompt) { () async throws(InputError) in try await input.hiddenLine() }
    }

    /// Shows the prompt and reads. Where nobody pressed Return on this terminal (a pipe, the end of the
    /// input, Ctrl-C) the prompt's line is ended here, so that nothing runs on behind it.
    private func answer<Answer: Sendable>(
        to prompt: String, _ read: () async throws(InputError) -> Answer?
    ) async throws(InputError) -> Answer? {
        errors.write(prompt + " ")
        do throws(InputError) {
            let answer = try await read()
            if answer == nil || !input.isTerminal { errors.write("\n") }
            return answer
        } catch {
            errors.write("\n")
            throw error
        }
    }

    /// Asks a question with two answers; `choices` shows them, the default first. The end of the input,
    /// and whatever is neither, is the default; without `isYesFirst` that is No.
    package func confirm(
        _ prompt: String, choices: String, isYesFirst: Bool = false
    ) async throws(InputError) -> Bool {
        guard let answer = try await ask("\(prompt) \(choices)") else { return false }
        switch answer.lowercased() {
        case "y", "yes": return true
        case "": return isYesFirst
        default: return false
        }
    }
}
