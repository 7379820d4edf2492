internal import HTTPMessages
internal import RelayHTTP
internal import Serving
internal import Terminal

/// Everything an operator decides, read once from flags and `BATON_…` variables; a bad setting is named with
/// what is allowed.
struct RelayOptions: Sendable {
    /// Where and how it listens.
    let listening: ListenOptions
    /// The database file.
    let database: String
    /// Where metrics are served.
    let admin: SocketAddress?
    /// Limits that differ from the standard.
    let limits: [RelayLimit: Int]

    /// Reads the options. Throws for each one that is missing, malformed, or makes no sense with the others.
    init(_ command: ParsedCommand) throws(UsageError) {
        listening = try ListenOptions(command)
        database = try command.required("database")
        if let text = command.value("admin") {
            let admin = try ListenOptions.address(text, "admin", command)
            guard !admin.ip.isGlobal else {
                throw command.invalid("admin", expected: "a loopback or private address")
            }
            self.admin = admin
        } else {
            admin = nil
        }
        limits = try Self.limits(command)
    }

    private static func limits(_ command: ParsedCommand) throws(UsageError) -> [RelayLimit: Int] {
        var limits: [RelayLimit: Int] = [:]
        for (name, text) in try command.pairs("limit") {
            guard let limit = RelayLimit(rawValue: name) else {
                let names = RelayLimit.allCases.map(\.rawValue).joined(separator: ", ")
                throw .invalidValue("--limit", got: name, expected: "one of \(names)")
            }
            guard let value = Int(text), limit.range.contains(value) else {
                let range = "\(limit.range.lowerBound) to \(limit.range.upperBound)"
                throw .invalidValue("--limit \(name)", got: text, expected: "a whole number from \(range)")
            }
            limits[limit] = value
        }
        return limits
    }
}
