/// What a person can type while the phone listens, or on a sheet.
package enum CommandList: String, CaseIterable, Sendable {
    case listening
    case sheet

    /// Each with what stands behind it.
    package var commands: [String] {
        switch self {
        case .listening: ["open ID", "inbox", "help", "quit"]
        case .sheet:
            [
                "pay", "accept", "accept-total", "accept-unsigned", "method ID", "address ID", "card ID",
                "contact ID", "retry", "decline", "close", "help",
            ]
        }
    }
}
