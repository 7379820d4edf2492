internal import HTTPMessages
internal import Synchronization

/// Counters for the operator, labelled by route template and status, never by path, id or address.
package final class RelayMetrics: Sendable {
    private struct RequestLabel: Hashable, Comparable {
        let route: String
        let status: Int

        static func < (left: Self, right: Self) -> Bool {
            (left.route, left.status) < (right.route, right.status)
        }
    }

    /// Why a stream was opened, as the client says (relay 20).
    package enum StreamReason: String, Sendable, CaseIterable {
        case start, rotate, drain, error, other
    }

    private struct Counts {
        var requests: [RequestLabel: Int] = [:]
        var streams: [StreamReason: Int] = [:]
        var failures: [String: Int] = [:]
        var forwardedByStranger = 0
    }

    private let counts = Mutex(Counts())

    /// Counters at zero.
    package init() {}

    func countRequest(_ route: String, _ status: Status) {
        counts.withLock { $0.requests[RequestLabel(route: route, status: status.code), default: 0] += 1 }
    }

    func countStream(_ reason: String?) {
        let reason = reason.flatMap { StreamReason(rawValue: $0) } ?? .other
        counts.withLock { $0.streams[reason, default: 0] += 1 }
    }

    /// Counts a request with `X-Forwarded-For` from an address that is no declared proxy: a client that
    /// forges it, or a proxy that was not declared, so that all behind it share one bucket (relay 26).
    func countForwardedByStranger() { counts.withLock { $0.forwardedByStranger += 1 } }

    /// How often that was.
    package var forwardedByStranger: Int { counts.withLock { $0.forwardedByStranger } }

    /// Counts a piece of upkeep that failed and will be tried again; `what` is one of a few fixed words.
    package func countFailure(_ what: String) { counts.withLock { $0.failures[what, default: 0] += 1 } }

    /// A number that somebody else keeps.
    package struct Gauge: Sendable {
        let name: String
        let help: String
        let value: Int64

        /// A gauge by its name.
        package init(_ name: String, _ help: String, _ value: Int64) {
            self.name = name
            self.help = help
            self.value = value
        }
    }

    /// Everything in the text format of Prometheus.
    package func text(_ gauges: [Gauge]) -> [UInt8] {
        let counts = counts.withLock { $0 }
        var text =
            "# HELP baton_requests_total Requests by route and status.\n# TYPE baton_requests_total counter\n"
        for (label, count) in counts.requests.sorted(by: { $0.key < $1.key }) {
            text += "baton_requests_total{route=\"\(label.route)\",status=\"\(label.status)\"} \(count)\n"
        }
        text += "# HELP baton_stream_opened_total Streams by the client's reason.\n"
        text += "# TYPE baton_stream_opened_total counter\n"
        for reason in StreamReason.allCases {
            text +=
                "baton_stream_opened_total{reason=\"\(reason.rawValue)\"} \(counts.streams[reason] ?? 0)\n"
        }
        text += "# HELP baton_upkeep_failed_total Upkeep that failed and is tried again.\n"
        text += "# TYPE baton_upkeep_failed_total counter\n"
        for (what, count) in counts.failures.sorted(by: { $0.key < $1.key }) {
            text += "baton_upkeep_failed_total{what=\"\(what)\"} \(count)\n"
        }
        text += "# HELP baton_untrusted_forwarded_total Requests with X-Forwarded-For of no declared proxy.\n"
        text += "# TYPE baton_untrusted_forwarded_total counter\n"
        text += "baton_untrusted_forwarded_total \(counts.forwardedByStranger)\n"
        for gauge in gauges {
            text += "# HELP \(gauge.name) \(gauge.help)\n# TYPE \(gauge.name) gauge\n"
            text += "\(gauge.name) \(gauge.value)\n"
        }
        return Array(text.utf8)
    }
}
