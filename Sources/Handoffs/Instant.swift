/// A point in time in whole milliseconds since 1970, as the relay's database counts it (Protocol/life.md).
package struct Instant: Sendable, Hashable, Comparable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    package let milliseconds: Int64

    /// From milliseconds since 1970.
    package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// From whole seconds since 1970, as tokens carry them; saturates at the ends of the range.
    package init(seconds: Int64) {
        let product = seconds.multipliedReportingOverflow(by: 1000)
        milliseconds = product.overflow ? (seconds < 0 ? .min : .max) : product.partialValue
    }

    /// Whole seconds since 1970, rounded down.
    package var seconds: Int64 {
        let (quotient, remainder) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        return remainder < 0 ? quotient - 1 : quotient
    }

    /// The instant `duration` later (earlier when negative); saturates.
    package func adding(_ duration: Duration) -> Instant {
        let sum = milliseconds.addingReportingOverflow(duration.inMilliseconds)
        guard sum.overflow else { return Instant(milliseconds: sum.partialValue) }
        return Instant(milliseconds: milliseconds < 0 ? .min : .max)
    }

    /// How long after `earlier` this is; negative when it is before, saturated at the ends of the range.
    package func since(_ earlier: Instant) -> Duration {
        let difference = milliseconds.subtractingReportingOverflow(earlier.milliseconds)
        guard difference.overflow else { return .milliseconds(difference.partialValue) }
        return .milliseconds(milliseconds < 0 ? Int64.min : Int64.max)
    }

    package static func < (left: Instant, right: Instant) -> Bool { left.milliseconds < right.milliseconds }
}

extension Duration {
    /// Whole milliseconds, rounded towards zero; saturates.
    package var inMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let product = seconds.multipliedReportingOverflow(by: 1000)
        guard !product.overflow else { return seconds < 0 ? .min : .max }
        let sum = product.partialValue.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        return sum.overflow ? (seconds < 0 ? .min : .max) : sum.partialValue
    }
}
