/// A program's whole command line, and the way from words to a command to run.
package struct Program: Sendable {
    let command: Command
    let version: String
    let common: [CommandOption]
    let isServer: Bool
    /// What help is laid out for.
    private(set) var columns = 80

    /// `command.name` is the program's name; `common` options are taken before and after any command.
    /// A server ends with fewer exit statuses than a program that waits for purchases.
    package init(
        _ command: Command, version: String, common: [CommandOption] = [], isServer: Bool = false
    ) {
        self.command = command
        self.version = version
        self.common = common
        self.isServer = isServer
    }

    /// What the person asked for.
    ///
    /// `arguments` come without the program's name; help is laid out for `columns`. Asking for help wins
    /// over a mistake beside it. Throws the first mistake, which names the nearest right word where one is
    /// near.
    package func read(
        _ arguments: [String], environment: [String: String], columns: Int = 80
    ) throws(UsageError) -> Invocation {
        var program = self
        program.columns = min(max(columns, 30), 80)
        var reader = CommandReader(program: program, environment: environment)
        do {
            return try reader.read(arguments)
        } catch {
            let wantsHelp = arguments.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
            guard wantsHelp else { throw error }
            return .help(program.help(for: reader.path))
        }
    }
}

/// What a command line asks for.
package enum Invocation: Sendable {
    case help(String)
    case version(String)
    case run(ParsedCommand)
}
