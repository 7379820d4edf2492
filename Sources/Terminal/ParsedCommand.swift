/// A command line that was read: which command, with what.
package struct ParsedCommand: Sendable {
    /// Values of an option and where they came from.
    struct Setting: Sendable {
        let values: [String]
        let source: String
    }

    /// The names of the commands below the program: `["wallet", "add-card"]`, or nothing.
    package let path: [String]
    private let settings: [String: Setting]
    private let words: [String: [String]]
    /// The variable that stands in for an option, by the option's name.
    private let variables: [String: String]

    init(
        path: [String], settings: [String: Setting], words: [String: [String]],
        variables: [String: String] = [:]
    ) {
        self.path = path
        self.settings = settings
        self.words = words
        self.variables = variables
    }

    /// Whether an option was given or set by its variable.
    package func has(_ option: String) -> Bool { settings[option] != nil }

    /// The option's value: given, else from its variable, else its fallback.
    package func value(_ option: String) -> String? { settings[option]?.values.first }

    /// All values of a repeated option, in order.
    package func values(_ option: String) -> [String] { settings[option]?.values ?? [] }

    /// The argument's word.
    package func argument(_ name: String) -> String? { words[name]?.first }

    /// All words of a repeated argument.
    package func arguments(_ name: String) -> [String] { words[name] ?? [] }

    /// The value of an option that this use cannot do without.
    package func required(_ option: String) throws(UsageError) -> String {
        guard let value = value(option) else {
            throw .missingOption("--\(option)", variable: variables[option])
        }
        return value
    }

    /// The value as a whole number in decimal digits within `range`.
    package func integer(_ option: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
        guard let text = value(option) else { return nil }
        guard let number = Int(text), range.contains(number), text.first != "+" else {
            throw invalid(
                option, expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// The value as a time: `250ms`, `90s`, `10m`, `24h`, within `range`.
    package func duration(
        _ option: String, in range: ClosedRange<Duration>
    ) throws(UsageError) -> Duration? {
        guard let text = value(option) else { return nil }
        guard let duration = DurationText.read(text), range.contains(duration) else {
            let bounds = (DurationText.show(range.lowerBound), DurationText.show(range.upperBound))
            throw invalid(option, expected: "a time from \(bounds.0) to \(bounds.1), such as 90s or 10m")
        }
        return duration
    }

    /// The value, if it is one of `names`.
    package func choice(_ option: String, among names: [String]) throws(UsageError) -> String? {
        guard let text = value(option) else { return nil }
        guard names.contains(text) else {
            throw invalid(option, expected: names.joined(separator: " or "))
        }
        return text
    }

    /// The values of a repeated option as `K=V`, in order.
    package func pairs(_ option: String) throws(UsageError) -> [(key: String, value: String)] {
        var pairs: [(key: String, value: String)] = []
        for text in values(option) {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let key = parts.first, !key.isEmpty else {
                throw .invalidValue(source(of: option), got: text, expected: "NAME=VALUE")
            }
            pairs.append((String(key), String(parts[1])))
        }
        return pairs
    }

    /// The complaint about an option's value, naming the option or the variable that it came from.
    package func invalid(_ option: String, expected: String) -> UsageError {
        .invalidValue(source(of: option), got: value(option) ?? "", expected: expected)
    }

    private func source(of option: String) -> String { settings[option]?.source ?? "--\(option)" }
}

/// A time as people type it on a command line.
enum DurationText {
    private static let units: [(suffix: String, milliseconds: Int64)] = [
        ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
    ]

    /// `90s`, `10m`; nil for anything else, also for what overflows.
    static func read(_ text: String) -> Duration? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let suffix = text.dropFirst(digits.count)
        guard let number = Int64(digits), let unit = units.first(where: { $0.suffix == suffix }) else {
            return nil
        }
        let (milliseconds, overflows) = number.multipliedReportingOverflow(by: unit.milliseconds)
        return overflows ? nil : .milliseconds(milliseconds)
    }

    /// A short way to type `duration`, in whole milliseconds; days from two on, for people say 24h.
    static func show(_ duration: Duration) -> String {
        let parts = duration.components
        let milliseconds = parts.seconds * 1000 + parts.attoseconds / 1_000_000_000_000_000
        let unit =
            units.last {
                milliseconds != 0 && milliseconds % $0.milliseconds == 0
                    && ($0.suffix != "d" || milliseconds >= 2 * $0.milliseconds)
            } ?? units[1]
        return "\(milliseconds / unit.milliseconds)\(unit.suffix)"
    }
}
