import Glibc

/// What a program's exit status tells a script: the one table, equal to the README's.
package enum ExitStatus: Int32, CaseIterable, Sendable {
    case done = 0
    case failed = 1
    case usage = 2
    case declined = 10
    case cancelled = 11
    case expired = 12
    case superseded = 13
    case inDoubt = 14
    case paymentFailed = 15
    case interrupted = 130

    /// One line for the help of a program.
    package var meaning: String {
        switch self {
        case .done: "done"
        case .failed: "refused or failed; the message says what and what to do"
        case .usage: "wrong usage"
        case .declined: "declined on the phone"
        case .cancelled: "cancelled"
        case .expired: "expired before anybody opened it"
        case .superseded: "superseded by a newer handoff"
        case .inDoubt: "in doubt: the merchant has not said yet; do not pay again, ask status"
        case .paymentFailed: "payment failed"
        case .interrupted: "interrupted; the handoff stays alive"
        }
    }

    /// Those that a server ends with.
    static let ofServers: [ExitStatus] = [.done, .failed, .usage, .interrupted]

    /// The same where there is no purchase.
    var serverMeaning: String { self == .interrupted ? "ended by Ctrl-C, after draining" : meaning }

    /// Ends the process with this status, after what `main.swift` had to close.
    ///
    /// Without the C library's exit handlers: libcrypto's would free its locks under a task that still uses
    /// them. Nothing waits in a buffer, for every line is written at once.
    package func exit() -> Never { Glibc._exit(rawValue) }
}
