/// A line of the log as text: JSON with the time first.
enum LogLine {
    static func text(
        at milliseconds: Int64, _ level: LogLevel, event: String, _ fields: [(String, LogValue)]
    ) -> String {
        var line =
            "{\"time\":\"\(time(milliseconds))\",\"level\":\"\(level.rawValue)\",\"event\":\(quoted(event))"
        for (name, value) in fields { line += ",\(quoted(name)):\(text(of: value))" }
        return line + "}"
    }

    private static func text(of value: LogValue) -> String {
        switch value {
        case .text(let text): quoted(text)
        case .integer(let number): String(number)
        case .bool(let flag): flag ? "true" : "false"
        }
    }

    /// A JSON string (RFC 8259, section 7), without anything that could steer a terminal.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            default:
                if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) {
                    let digits = String(scalar.value, radix: 16)
                    quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                } else {
                    quoted.unicodeScalars.append(scalar)
                }
            }
        }
        return quoted + "\""
    }

    /// RFC 3339 in UTC with milliseconds. Days are counted from 1 March of year 0 in eras of four centuries.
    static func time(_ milliseconds: Int64) -> String {
        let days = (milliseconds / 86_400_000) - (milliseconds % 86_400_000 < 0 ? 1 : 0)
        let rest = milliseconds - days * 86_400_000
        let shifted = days + 719_468
        let yearsOfEra: Int64 = 4 * 100
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthIndex = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthIndex + 2) / 5 + 1
        let month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9
        let year = yearOfEra + era * yearsOfEra + (month <= 2 ? 1 : 0)
        let clock = [rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60].map { padded($0, 2) }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(clock.joined(separator: ":"))"
            + ".\(padded(rest % 1000, 3))Z"
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
