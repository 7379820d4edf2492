import Dispatch
import Glibc

/// A signal that asks a program to end.
package enum Signal: CaseIterable, Sendable {
    case interrupt
    case terminate

    var number: Int32 {
        switch self {
        case .interrupt: SIGINT
        case .terminate: SIGTERM
        }
    }
}

// SAFETY: `sources` never changes after init, and a dispatch source may be cancelled from any thread; their
// handlers run on the queue `baton.signals` and touch the continuation only, which is Sendable.
/// Signals as values: from its making on they no longer kill, but arrive here.
package final class SignalWatch: @unchecked Sendable {
    /// Each signal received, until `stop()`; at most 16 wait.
    package let received: AsyncStream<Signal>
    private let continuation: AsyncStream<Signal>.Continuation
    private let sources: [any DispatchSourceSignal]

    /// Made once, in `main.swift`, before anything that must not be torn.
    package init(_ signals: [Signal] = Signal.allCases) {
        let (received, continuation) = AsyncStream.makeStream(
            of: Signal.self, bufferingPolicy: .bufferingOldest(16))
        self.received = received
        self.continuation = continuation
        let queue = DispatchQueue(label: "baton.signals")
        sources = signals.map { signal in
            let source = DispatchSource.makeSignalSource(signal: signal.number, queue: queue)
            source.setEventHandler { continuation.yield(signal) }
            source.resume()
            // Linux delivers a signal to a dispatch source only while its default action is off.
            _ = Glibc.signal(signal.number, SIG_IGN)
            return source
        }
    }

    /// Ends the stream; the signals stay without effect.
    package func stop() {
        for source in sources { source.cancel() }
        continuation.finish()
    }
}

/// Writing to a pipe whose reader went away is an error to handle, not a death.
package enum BrokenPipes {
    /// First thing in every `main.swift`.
    package static func ignore() { _ = Glibc.signal(SIGPIPE, SIG_IGN) }
}
