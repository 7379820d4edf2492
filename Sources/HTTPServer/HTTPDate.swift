import Glibc

/// The `date` field (RFC 9110, section 5.6.7), made once a second.
struct HTTPDate {
    private var second = -1
    private var cached = ""

    /// The present second as text.
    mutating func text() -> String {
        let now = time(nil)
        if now != second {
            second = now
            cached = Self.text(secondsSince1970: now)
        }
        return cached
    }

    static func text(secondsSince1970 seconds: Int) -> String {
        let days = seconds / 86_400
        let rest = seconds % 86_400
        let (year, month, day) = civil(days)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(weekdays[(days + 4) % 7]), \(two(day)) \(months[month - 1]) \(year) "
            + "\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60)) GMT"
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The Gregorian date of a day counted from 1970, by eras of 400 years that begin in March.
    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let isNextYear = month >= 10
        return (
            yearOfEra + era * 4 * 100 + (isNextYear ? 1 : 0), isNextYear ? month - 9 : month + 3,
            dayOfYear - (153 * month + 2) / 5 + 1
        )
    }
}
