import Dispatch
import Glibc
import Synchronization

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

/// Where the handler leaves each signal's number: the write end of the watch's pipe. A handler may call
/// nothing but what is safe in one, which `write` is; an atomic needs no lock.
private let signalPipe = Atomic<Int32>(-1)

/// Runs in whatever thread the signal interrupts.
private let noteSignal: @convention(c) (Int32) -> Void = { number in
    let before = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = unsafe write(signalPipe.load(ordering: .relaxed), &byte, 1)
    errno = before
}

// SAFETY: `source` never changes after init, and a dispatch source may be cancelled from any thread; its
// handler runs on the queue `baton.signals` and touches the continuation only, which is Sendable.
/// Signals as values: from its making on they no longer kill, but arrive here, and none is lost between.
package final class SignalWatch: @unchecked Sendable {
    /// Each signal received, until `stop()`; at most 16 wait.
    package let received: AsyncStream<Signal>
    private let continuation: AsyncStream<Signal>.Continuation
    private let source: (any DispatchSourceRead)?
    private let signals: [Signal]

    /// Made once, in `main.swift`, before anything that must not be torn. A process has one.
    package init(_ signals: [Signal] = Signal.allCases) {
        let (received, continuation) = AsyncStream.makeStream(
            of: Signal.self, bufferingPolicy: .bufferingOldest(16))
        self.received = received
        self.continuation = continuation
        self.signals = signals
        guard let pipe = SystemCall.makePipe() else {
            // Without descriptors the signals keep their deadly meaning.
            source = nil
            return
        }
        let source = DispatchSource.makeReadSource(
            fileDescriptor: pipe.0, queue: DispatchQueue(label: "baton.signals"))
        source.setEventHandler {
            var numbers = ZeroingBuffer(capacity: 16)
            guard case .success = numbers.fill(from: pipe.0) else { return }
            numbers.withBytes { span in
                for index in span.indices {
                    guard let signal = Signal.allCases.first(where: { $0.number == Int32(span[index]) })
                    else {
                        continue
                    }
                    continuation.yield(signal)
                }
            }
        }
        source.resume()
        self.source = source
        signalPipe.store(pipe.1, ordering: .relaxed)
        for signal in signals { _ = Glibc.signal(signal.number, noteSignal) }
    }

    /// Ends the stream; the signals stay without effect.
    package func stop() {
        for signal in signals { _ = Glibc.signal(signal.number, SIG_IGN) }
        source?.cancel()
        continuation.finish()
    }
}

/// Writing to a pipe whose reader went away is an error to handle, not a death.
package enum BrokenPipes {
    /// First thing in every `main.swift`.
    package static func ignore() { _ = Glibc.signal(SIGPIPE, SIG_IGN) }
}
