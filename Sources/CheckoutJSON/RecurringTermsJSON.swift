import Checkout
import JSON

/// The recurring members of a line. The interval is one month only where the request says nothing (checkout
/// 41).
enum RecurringTermsJSON {
    static func terms(_ node: JSONNode, _ log: inout FaultLog) -> RecurringTerms {
        let unit = log.member("recurringPaymentIntervalUnit", of: node).flatMap { member in
            log.choice(member, of: "minute, hour, day, month or year") { RecurringUnit(rawValue: $0) }
        }
        return RecurringTerms(
            every: count(node, &log), unit ?? .month,
            start: log.member("recurringPaymentStartDate", of: node).flatMap { log.date($0) },
            end: log.member("recurringPaymentEndDate", of: node).flatMap { log.date($0) })
    }

    /// The most units between two payments that a browser can hold.
    private static let countMax: Int64 = 4_294_967_295

    private static func count(_ node: JSONNode, _ log: inout FaultLog) -> Int {
        guard let member = log.member("recurringPaymentIntervalCount", of: node) else { return 1 }
        guard case .integer(let count) = member.value, (1...countMax).contains(count) else {
            log.report(.badInterval, member, "must be a whole number, 1 or more")
            return 1
        }
        return Int(count)
    }
}
