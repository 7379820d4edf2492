import Dispatch
import Glibc
import Synchronization

/// Why nothing more can be written.
package enum OutputFailure: Error, Equatable {
    /// Whoever read it went away (EPIPE): no reason to fail.
    case closed
    /// The disk or the quota is full.
    case full
    case failed(errno: Int32)

    /// For `PROGRAM: error: …`.
    package var message: String {
        switch self {
        case .closed: "the output was closed"
        case .full: "the output could not be written: the disk is full"
        case .failed(let errno): "the output could not be written (errno \(errno))"
        }
    }
}

/// Standard output or error: never traps, never kills the program, and never tears a line.
///
/// After the first failure it drops what it is given and remembers why, so that a payment under way is
/// not broken off because somebody closed a pipe.
package final class TextOutput: Sendable {
    private let descriptor: Int32
    private let failed = Mutex<OutputFailure?>(nil)
    /// Orders the writers, so that lines stay whole.
    private let queue = DispatchQueue(label: "baton.output")

    /// `descriptor` is 1 or 2, or an open file in tests; it is not closed.
    package init(descriptor: Int32) { self.descriptor = descriptor }

    /// Writes one line.
    package func line(_ text: String) { write(text + "\n") }

    /// Writes `text` as it is.
    package func write(_ text: String) { write(Array(text.utf8)) }

    /// Writes bytes; blocks while the reader is slow.
    package func write(_ bytes: [UInt8]) {
        queue.sync {
            guard failure == nil, let error = SystemCall.writeAll(bytes, to: descriptor) else { return }
            failed.withLock { $0 = Self.failure(of: error) }
        }
    }

    /// What went wrong first, if anything did.
    package var failure: OutputFailure? { failed.withLock { $0 } }

    /// Whether a person may be looking.
    package var isTerminal: Bool { isatty(descriptor) == 1 }

    /// The width to lay out for: the terminal's, else what `variable` (COLUMNS) says, else 80.
    package func columns(variable: String?) -> Int {
        let told = variable.flatMap { Int($0) }.flatMap { (20...1000).contains($0) ? $0 : nil }
        return SystemCall.terminalSize(descriptor)?.columns ?? told ?? 80
    }

    /// The terminal's height; nil where the output is none, and lines just follow each other.
    package var rows: Int? { SystemCall.terminalSize(descriptor)?.rows }

    private static func failure(of error: Int32) -> OutputFailure {
        switch error {
        case EPIPE: .closed
        case ENOSPC, EDQUOT: .full
        default: .failed(errno: error)
        }
    }
}
