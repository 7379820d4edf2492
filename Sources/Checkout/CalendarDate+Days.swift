extension CalendarDate {
    /// The civil date of a count of days (Hinnant, "chrono-compatible low-level date algorithms").
    package init(daysSince1970 days: Int64) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        // An era has four centuries and begins in March.
        year = Int(yearOfEra + era * 4 * 100 + (month <= 2 ? 1 : 0))
        self.month = Int(month)
        day = Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}
