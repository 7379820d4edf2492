import Dispatch
import Glibc
import Synchronization

/// Lines from standard input: a terminal, a pipe or a file. A waiting read ends when its task is cancelled.
package final class LineInput: Sendable {
    private struct State: ~Copyable {
        var buffer: ZeroingBuffer
        var isAtEnd = false
    }

    private let descriptor: Int32
    private let state: Mutex<State>
    /// Reads one after the other, away from the shared pool (C4).
    private let queue = DispatchQueue(label: "baton.input")
    /// A byte here makes a waiting read look whether it was cancelled.
    private let wake: (read: Int32, write: Int32)?

    /// `descriptor` is 0, or an open file in tests; it is not closed.
    package init(descriptor: Int32 = 0, bytesMax: Int = 65_536) {
        self.descriptor = descriptor
        state = Mutex(State(buffer: ZeroingBuffer(capacity: bytesMax)))
        wake = SystemCall.makePipe().map { (read: $0.0, write: $0.1) }
    }

    deinit {
        if let wake {
            close(wake.read)
            close(wake.write)
        }
    }

    /// Whether a person types it.
    package var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Whether nothing can be read any more, as far as is known without waiting.
    package var hasEnded: Bool {
        guard SystemCall.isReadable(descriptor) else {
            return state.withLock { $0.isAtEnd && $0.buffer.count == 0 }
        }
        return state.withLock { state in
            if state.buffer.count == 0, !state.isAtEnd, case .success(0) = state.buffer.fill(from: descriptor)
            {
                state.isAtEnd = true
            }
            return state.isAtEnd && state.buffer.count == 0
        }
    }

    /// The next line without its end, or nil at the end of the input.
    ///
    /// Throws `cancelled` when its task is, `tooLong` and `notText` for what is no line of ours.
    package func line() async throws(InputError) -> String? {
        guard let buffer = try await next(isHidden: false) else { return nil }
        let text = buffer.withBytes { span in
            let bytes = (0..<span.count).map { span[$0] }
            return String(validating: bytes, as: UTF8.self)
        }
        guard let text else { throw .notText }
        return text
    }

    /// The next line as a secret; a terminal does not show it while it is typed.
    package func hiddenLine() async throws(InputError) -> HiddenText? {
        try await next(isHidden: true)
    }

    private func next(isHidden: Bool) async throws(InputError) -> HiddenText? {
        let request = CancelFlag()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                queue.async { continuation.resume(returning: self.read(isHidden: isHidden, request)) }
            }
        } onCancel: {
            request.set()
            if let wake { _ = SystemCall.writeAll([0], to: wake.write) }
        }
        return try result.get()
    }

    /// On the queue.
    private func read(isHidden: Bool, _ request: CancelFlag) -> Result<HiddenText?, InputError> {
        let echo = isHidden ? Echo.turnOff(descriptor) : nil
        defer { echo?.restore() }
        while true {
            if request.isSet { return .failure(.cancelled) }
            if let line = takeLine() { return line }
            switch waitForBytes() {
            case .success: break
            case .failure(let error): return .failure(error)
            }
        }
    }

    private func takeLine() -> Result<HiddenText?, InputError>? {
        state.withLock { state in
            if let end = state.buffer.firstIndex(of: UInt8(ascii: "\n")) {
                var line = state.buffer.take(end + 1)
                line.shorten(to: end)
                if line.last == UInt8(ascii: "\r") { line.shorten(to: end - 1) }
                return .success(HiddenText(line))
            }
            if state.buffer.room == 0 {
                let bytesMax = state.buffer.capacity
                state.buffer.shorten(to: 0)
                return .failure(.tooLong(bytesMax: bytesMax))
            }
            guard state.isAtEnd else { return nil }
            guard state.buffer.count > 0 else { return .success(nil) }
            return .success(HiddenText(state.buffer.take(state.buffer.count)))
        }
    }

    /// Waits without the lock, then reads what is there, which does not block.
    private func waitForBytes() -> Result<Void, InputError> {
        let wanted = [(descriptor, Int16(POLLIN))] + (wake.map { [($0.read, Int16(POLLIN))] } ?? [])
        let (ready, error) = SystemCall.waitUntilReady(wanted)
        if let error { return .failure(.failed(errno: error)) }
        if ready.count > 1, ready[1], let wake { drain(wake.read) }
        guard ready[0] else { return .success(()) }
        return state.withLock { state in
            switch state.buffer.fill(from: descriptor) {
            case .success(let count):
                state.isAtEnd = count == 0
                return .success(())
            case .failure(let error) where error.number == EAGAIN: return .success(())
            case .failure(let error) where error.number == EIO:
                // The terminal went away: an end like any other.
                state.isAtEnd = true
                return .success(())
            case .failure(let error): return .failure(.failed(errno: error.number))
            }
        }
    }

    private func drain(_ pipe: Int32) {
        var scratch = ZeroingBuffer(capacity: 64)
        while case .success(let count) = scratch.fill(from: pipe), count == 64 { scratch.shorten(to: 0) }
    }
}

/// Set once, by whoever cancels.
private final class CancelFlag: Sendable {
    private let flag = Atomic<Bool>(false)
    var isSet: Bool { flag.load(ordering: .acquiring) }
    func set() { flag.store(true, ordering: .releasing) }
}

/// A terminal's echo, turned off for a while.
private struct Echo {
    private let descriptor: Int32
    private let before: termios

    /// Nil where there is no terminal.
    static func turnOff(_ descriptor: Int32) -> Echo? {
        var settings = termios()
        guard unsafe tcgetattr(descriptor, &settings) == 0 else { return nil }
        let echo = Echo(descriptor: descriptor, before: settings)
        settings.c_lflag &= ~tcflag_t(ECHO)
        settings.c_lflag |= tcflag_t(ECHONL)
        return unsafe tcsetattr(descriptor, TCSAFLUSH, &settings) == 0 ? echo : nil
    }

    func restore() {
        var settings = before
        _ = unsafe tcsetattr(descriptor, TCSADRAIN, &settings)
    }
}
