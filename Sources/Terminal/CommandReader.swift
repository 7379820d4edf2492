/// Walks over the words of one command line.
struct CommandReader {
    let program: Program
    let environment: [String: String]
    private(set) var path: [String] = []
    private var command: Command
    private var given: [String: [String]] = [:]
    private var words: [String] = []
    private var onlyWords = false

    init(program: Program, environment: [String: String]) {
        self.program = program
        self.environment = environment
        command = program.command
    }

    private var options: [CommandOption] { command.options + program.common }

    mutating func read(_ arguments: [String]) throws(UsageError) -> Invocation {
        var rest = arguments[...]
        while let word = rest.popFirst() {
            if onlyWords || word == "-" || !word.hasPrefix("-") {
                if let invocation = try take(word: word, rest: Array(rest)) { return invocation }
            } else if word == "--" {
                onlyWords = true
            } else if word == "--help" || word == "-h" {
                return .help(program.help(for: path + subcommandPath(in: rest)))
            } else if word == "--version" {
                return .version("\(program.command.name) \(program.version)")
            } else {
                try take(option: word, rest: &rest)
            }
        }
        guard command.runsAlone else { throw .missingCommand(names: command.subcommands.map(\.name)) }
        return .run(try finish())
    }

    /// `program --help buy` is as good as `program buy --help`.
    private func subcommandPath(in rest: ArraySlice<String>) -> [String] {
        guard let word = rest.first, command.subcommands.contains(where: { $0.name == word }) else {
            return []
        }
        return [word]
    }

    private mutating func take(word: String, rest: [String]) throws(UsageError) -> Invocation? {
        if words.isEmpty, !onlyWords, !command.subcommands.isEmpty {
            if word == "help", path.isEmpty {
                return .help(program.help(for: rest.filter { !$0.hasPrefix("-") }))
            }
            if let next = command.subcommands.first(where: { $0.name == word }) {
                command = next
                path.append(word)
                return nil
            }
            if command.arguments.isEmpty {
                let names = command.subcommands.map(\.name)
                throw .unknownCommand(word, nearest: Spelling.nearest(to: word, among: names), names: names)
            }
        }
        let hasRoom = command.arguments.last?.isRepeated == true || words.count < command.arguments.count
        guard hasRoom else { throw .unexpectedArgument(word) }
        words.append(word)
        return nil
    }

    private mutating func take(option word: String, rest: inout ArraySlice<String>) throws(UsageError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let spelling = parts.first.map(String.init) ?? word
        guard let option = options.first(where: { $0.spelling == spelling }) else {
            let nearest = Spelling.nearest(to: spelling, among: options.map(\.spelling))
            throw .unknownOption(spelling, nearest: nearest, command: path)
        }
        let attached = parts.count == 2 ? String(parts[1]) : nil
        switch option.kind {
        case .flag:
            guard attached == nil else { throw .unexpectedValue(option.spelling) }
            given[option.name] = []
        case .value(let placeholder):
            guard given[option.name] == nil else { throw .repeatedOption(option.spelling) }
            given[option.name] = [try value(of: option, placeholder, attached: attached, rest: &rest)]
        case .repeated(let placeholder):
            let value = try value(of: option, placeholder, attached: attached, rest: &rest)
            given[option.name, default: []].append(value)
        }
    }

    private func value(
        of option: CommandOption, _ placeholder: String, attached: String?, rest: inout ArraySlice<String>
    ) throws(UsageError) -> String {
        if let attached { return attached }
        guard let next = rest.first, !next.hasPrefix("--") else {
            throw .missingValue(option.spelling, placeholder: placeholder)
        }
        rest.removeFirst()
        return next
    }

    private func finish() throws(UsageError) -> ParsedCommand {
        var arguments: [String: [String]] = [:]
        var rest = words[...]
        for argument in command.arguments {
            let taken = argument.isRepeated ? rest : rest.prefix(1)
            if taken.isEmpty, argument.isRequired { throw .missingArgument(argument.name) }
            arguments[argument.name] = Array(taken)
            rest = rest.dropFirst(taken.count)
        }
        var settings: [String: ParsedCommand.Setting] = [:]
        for option in options { settings[option.name] = try setting(of: option) }
        var variables: [String: String] = [:]
        for option in options { variables[option.name] = option.environment }
        return ParsedCommand(path: path, settings: settings, words: arguments, variables: variables)
    }

    /// Given, else from the environment, else the fallback.
    private func setting(of option: CommandOption) throws(UsageError) -> ParsedCommand.Setting? {
        if let values = given[option.name] { return .init(values: values, source: option.spelling) }
        if let name = option.environment, let text = environment[name], !text.isEmpty {
            switch option.kind {
            case .flag:
                return try isOn(text, variable: name) ? .init(values: [], source: name) : nil
            case .value:
                return .init(values: [text], source: name)
            case .repeated:
                return .init(values: text.split(separator: ",").map(String.init), source: name)
            }
        }
        return option.fallback.map { .init(values: [$0], source: option.spelling) }
    }

    private func isOn(_ text: String, variable: String) throws(UsageError) -> Bool {
        switch text.lowercased() {
        case "1", "true", "yes", "on": return true
        case "0", "false", "no", "off": return false
        default: throw .invalidValue(variable, got: text, expected: "1 or 0")
        }
    }
}
