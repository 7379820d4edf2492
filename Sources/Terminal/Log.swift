/// How much a line of the log matters (house rule L2).
package enum LogLevel: String, CaseIterable, Comparable, Sendable {
    case debug
    case info
    case warning
    case error

    package static func < (left: LogLevel, right: LogLevel) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .debug: 0
        case .info: 1
        case .warning: 2
        case .error: 3
        }
    }
}

/// A field of a log line. Secrets do not fit in: their types give no text.
package enum LogValue: Sendable, Equatable, ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
    ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
    case text(String)
    case integer(Int64)
    case bool(Bool)

    package init(stringLiteral value: String) { self = .text(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
}

/// One event, one line of JSON (house rule L1). `Event` is the program's closed enum of names.
package struct Log<Event: RawRepresentable & Sendable>: Sendable where Event.RawValue == String {
    private let output: TextOutput
    private let minimum: LogLevel
    private let now: @Sendable () -> Int64
    private let bound: [(String, LogValue)]

    /// `now` gives milliseconds since 1970.
    package init(
        to output: TextOutput, minimum: LogLevel = .info, now: @escaping @Sendable () -> Int64
    ) {
        self.init(output: output, minimum: minimum, now: now, bound: [])
    }

    private init(
        output: TextOutput, minimum: LogLevel, now: @escaping @Sendable () -> Int64,
        bound: [(String, LogValue)]
    ) {
        self.output = output
        self.minimum = minimum
        self.now = now
        self.bound = bound
    }

    /// The same log with fields that stand on every line, such as the id of a request.
    package func with(_ fields: KeyValuePairs<String, LogValue>) -> Log {
        Log(output: output, minimum: minimum, now: now, bound: bound + fields.map { ($0.key, $0.value) })
    }

    /// Each request; off unless asked for.
    package func debug(_ event: Event, _ fields: KeyValuePairs<String, LogValue> = [:]) {
        write(.debug, event, fields)
    }

    /// Start, stop and outcomes.
    package func info(_ event: Event, _ fields: KeyValuePairs<String, LogValue> = [:]) {
        write(.info, event, fields)
    }

    /// Odd but handled.
    package func warning(_ event: Event, _ fields: KeyValuePairs<String, LogValue> = [:]) {
        write(.warning, event, fields)
    }

    /// Someone must act.
    package func error(_ event: Event, _ fields: KeyValuePairs<String, LogValue> = [:]) {
        write(.error, event, fields)
    }

    private func write(_ level: LogLevel, _ event: Event, _ fields: KeyValuePairs<String, LogValue>) {
        guard level >= minimum else { return }
        let all = bound + fields.map { ($0.key, $0.value) }
        output.line(LogLine.text(at: now(), level, event: event.rawValue, all))
    }
}
