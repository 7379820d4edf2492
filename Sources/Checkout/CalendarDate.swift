/// A day of the calendar, without a time or a zone: an arrival, the start of a term.
package struct CalendarDate: Hashable, Sendable, Comparable {
    package let year: Int
    package let month: Int
    package let day: Int

    /// A day that exists in the Gregorian calendar, in years 1 to 9999.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month) else { return nil }
        guard (1...Self.days(in: month, of: year)).contains(day) else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// The first of January 1970.
    package static let epoch = CalendarDate(newYear: 1970)

    private init(newYear year: Int) {
        self.year = year
        month = 1
        day = 1
    }

    /// The day in a text that begins with `2026-12-03`, and ends there or goes on with a time after `T`.
    package init?(text: String) {
        let date = text.prefix { $0 != "T" }
        let parts = date.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.map(\.count) == [4, 2, 2],
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// As ISO 8601 writes it.
    package var text: String {
        [(year, 4), (month, 2), (day, 2)].map { number, width in
            let digits = String(number)
            return String(repeating: "0", count: width - digits.count) + digits
        }.joined(separator: "-")
    }

    package static func < (left: CalendarDate, right: CalendarDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year.isMultiple(of: 4 * 100)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

/// Days from one to another, both included.
package struct CalendarDateRange: Hashable, Sendable {
    package let first: CalendarDate
    package let last: CalendarDate

    /// Nil where the last day comes before the first.
    package init?(_ first: CalendarDate, _ last: CalendarDate) {
        guard first <= last else { return nil }
        self.first = first
        self.last = last
    }
}
