package import Checkout

/// Times as ACP writes them: RFC 3339 in UTC.
package enum UTCTime {
    /// `2026-12-03T09:15:00Z`.
    package static func text(_ seconds: Int64) -> String {
        let rest = seconds - day(of: seconds) * 86_400
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(date(seconds).text)T\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60))Z"
    }

    /// The seconds of a text as `text` writes it; fractions of a second are dropped, other zones are refused.
    package static func seconds(_ text: String) -> Int64? {
        let parts = text.split(separator: "T", omittingEmptySubsequences: false)
        guard parts.count == 2, let date = CalendarDate(text: String(parts[0])), parts[1].hasSuffix("Z")
        else {
            return nil
        }
        let clock = parts[1].dropLast().prefix { $0 != "." }.split(
            separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 3, clock.allSatisfy({ $0.utf8.count == 2 && $0.allSatisfy(\.isNumber) }),
            let hour = Int64(clock[0]), let minute = Int64(clock[1]), let second = Int64(clock[2]), hour < 24,
            minute < 60, second < 61
        else { return nil }
        return days(date) * 86_400 + hour * 3600 + minute * 60 + second
    }

    /// The day in UTC; the first day of 1970 for a time outside the years 1 to 9999.
    package static func date(_ seconds: Int64) -> CalendarDate {
        let shifted = day(of: seconds) + 719_468
        let era = floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let isNextYear = month >= 10
        let year = yearOfEra + era * 4 * 100 + (isNextYear ? 1 : 0)
        return CalendarDate(
            year: Int(year), month: Int(isNextYear ? month - 9 : month + 3),
            day: Int(dayOfYear - (153 * month + 2) / 5 + 1)) ?? .epoch
    }

    private static func day(of seconds: Int64) -> Int64 { floorDivide(seconds, 86_400) }

    /// Days since 1970, by eras of 400 years that begin in March.
    private static func days(_ date: CalendarDate) -> Int64 {
        let year = Int64(date.year) - (date.month <= 2 ? 1 : 0)
        let era = floorDivide(year, 4 * 100)
        let yearOfEra = year - era * 4 * 100
        let month = Int64(date.month) + (date.month > 2 ? -3 : 9)
        let dayOfYear = (153 * month + 2) / 5 + Int64(date.day) - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func floorDivide(_ number: Int64, _ divisor: Int64) -> Int64 {
        (number - (number < 0 ? divisor - 1 : 0)) / divisor
    }
}
