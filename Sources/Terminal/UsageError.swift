/// A mistake on the command line; every one ends with `ExitStatus.usage`.
package enum UsageError: Error, Equatable {
    case unknownCommand(String, nearest: String?, names: [String])
    case missingCommand(names: [String])
    case unknownOption(String, nearest: String?, command: [String])
    case missingValue(String, placeholder: String)
    case unexpectedValue(String)
    case repeatedOption(String)
    /// An option that this use needs, and the variable that may stand in for it.
    case missingOption(String, variable: String?)
    case missingArgument(String)
    case unexpectedArgument(String)
    /// `source` is the option or variable that the value came from.
    case invalidValue(String, got: String, expected: String)
    /// Two options that exclude each other, or one that needs another; `reason` is a whole clause.
    case conflict(reason: String)

    /// What was wrong, for `PROGRAM: error: …`.
    package var message: String {
        switch self {
        case .unknownCommand(let word, _, _): "there is no command \"\(Self.shown(word))\""
        case .missingCommand: "a command is missing"
        case .unknownOption(let option, _, _): "there is no option \(Self.shown(option))"
        case .missingValue(let option, let placeholder): "\(option) needs a value: \(option) \(placeholder)"
        case .unexpectedValue(let option): "\(option) takes no value"
        case .repeatedOption(let option): "\(option) was given twice"
        case .missingOption(let option, _): "\(option) is missing"
        case .missingArgument(let name): "\(name) is missing"
        case .unexpectedArgument(let word): "\"\(Self.shown(word))\" is one word too many"
        case .invalidValue(let source, let got, let expected):
            "\(source) must be \(expected), not \"\(Self.shown(got))\""
        case .conflict(let reason): reason
        }
    }

    /// What to do now, for `PROGRAM: hint: …`.
    package var hint: String {
        switch self {
        case .unknownCommand(_, let nearest?, _): "did you mean \(nearest)?"
        case .unknownCommand(_, nil, let names), .missingCommand(let names):
            "the commands are \(names.joined(separator: ", ")); --help describes them"
        case .unknownOption(_, let nearest?, _): "did you mean \(nearest)?"
        case .unknownOption(_, nil, let command):
            "\((command + ["--help"]).joined(separator: " ")) lists the options"
        case .missingOption(let option, let variable?): "give \(option), or set \(variable)"
        case .missingOption(let option, nil): "give \(option); --help shows what it takes"
        case .missingValue, .unexpectedValue, .repeatedOption, .missingArgument, .unexpectedArgument,
            .invalidValue, .conflict:
            "--help shows what is expected"
        }
    }

    /// A word of the command line, cut and without control characters, so that it cannot steer a terminal.
    private static func shown(_ word: String) -> String {
        let clean = word.unicodeScalars.prefix(60).map { scalar in
            scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) ? "?" : String(scalar)
        }
        return clean.joined()
    }
}
