extension Sheet {
    /// Says that this very request was paid before: paying it again needs an explicit yes.
    package mutating func sayPaid(on day: CalendarDate) {
        changes.append(.paidBefore(day))
    }

    /// Whether that has not been agreed to.
    package var isPaidBefore: Bool {
        changes.contains { if case .paidBefore = $0 { true } else { false } }
    }
}
