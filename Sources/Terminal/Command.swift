/// A word of the command line that is no option.
package struct CommandArgument: Sendable, Equatable {
    /// In capitals, as the help shows it.
    let name: String
    let summary: String
    let isRequired: Bool
    let isRepeated: Bool

    /// A positional argument; only the last of a command may be repeated.
    package init(_ name: String, _ summary: String, isRequired: Bool = true, isRepeated: Bool = false) {
        self.name = name
        self.summary = summary
        self.isRequired = isRequired
        self.isRepeated = isRepeated
    }

    /// As the usage line shows it.
    var usage: String {
        let word = isRepeated ? "\(name)…" : name
        return isRequired ? word : "[\(word)]"
    }
}

/// A line to try, in the help.
package struct CommandExample: Sendable, Equatable {
    let line: String
    let meaning: String

    /// An example; `line` starts with the program's name.
    package init(_ line: String, _ meaning: String) {
        self.line = line
        self.meaning = meaning
    }
}

/// A command as it is declared: what it takes, what it does, what to try.
package struct Command: Sendable, Equatable {
    let name: String
    let summary: String
    let discussion: [String]
    let arguments: [CommandArgument]
    let options: [CommandOption]
    let subcommands: [Command]
    let examples: [CommandExample]
    let runsAlone: Bool

    /// A command. `discussion` holds paragraphs for the help; a command with subcommands that cannot run
    /// by itself has `runsAlone` false.
    package init(
        _ name: String, _ summary: String, discussion: [String] = [], arguments: [CommandArgument] = [],
        options: [CommandOption] = [], subcommands: [Command] = [], examples: [CommandExample] = [],
        runsAlone: Bool = true
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.arguments = arguments
        self.options = options
        self.subcommands = subcommands
        self.examples = examples
        self.runsAlone = runsAlone
    }
}
