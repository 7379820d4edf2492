/// An option of a command line: `--name` or `--name VALUE`.
package struct CommandOption: Sendable, Equatable {
    /// Whether a value follows, and how often the option may be given.
    enum Kind: Sendable, Equatable {
        case flag
        case value(placeholder: String)
        case repeated(placeholder: String)
    }

    /// Without the two dashes.
    let name: String
    let kind: Kind
    let summary: String
    /// What stands in for an absent option, shown in the help.
    let fallback: String?
    /// The variable that is read where the option is absent.
    let environment: String?

    /// An option that is there or not.
    package static func flag(
        _ name: String, _ summary: String, environment: String? = nil
    ) -> CommandOption {
        CommandOption(name: name, kind: .flag, summary: summary, fallback: nil, environment: environment)
    }

    /// An option with one value; giving it twice is refused, for the second may be a mistake.
    package static func value(
        _ name: String, _ placeholder: String, _ summary: String, fallback: String? = nil,
        environment: String? = nil
    ) -> CommandOption {
        CommandOption(
            name: name, kind: .value(placeholder: placeholder), summary: summary, fallback: fallback,
            environment: environment)
    }

    /// An option that may be given several times. Its variable holds the values separated by commas.
    package static func repeated(
        _ name: String, _ placeholder: String, _ summary: String, environment: String? = nil
    ) -> CommandOption {
        CommandOption(
            name: name, kind: .repeated(placeholder: placeholder), summary: summary, fallback: nil,
            environment: environment)
    }

    /// As the person types it.
    var spelling: String { "--\(name)" }

    /// As the help shows it: with the placeholder of its value.
    var usage: String {
        switch kind {
        case .flag: spelling
        case .value(let placeholder), .repeated(let placeholder): "\(spelling) \(placeholder)"
        }
    }
}
