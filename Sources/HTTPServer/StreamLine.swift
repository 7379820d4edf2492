import CLibevent
import Glibc
import Synchronization

/// A stream's way past its loop: whoever has news sends it from the thread it is on, as long as nothing waits
/// before it. So news of a commit do not wait until another thread has woken. Where something waits, or the
/// connection is encrypted, the loop is told and sends what was left here, in order.
final class StreamLine: Sendable {
    private struct State {
        /// Between the stream's head and its end.
        var isLive = false
        /// Whether nothing waits, here or at the transport.
        var isOpen = false
        var isChunked = false
        var descriptor: Int32?
        var waiting: [UInt8] = []
    }

    private let state = Mutex(State())

    /// Sends, or leaves for the loop; from any thread. True where the loop must be told.
    func write(_ bytes: [UInt8]) -> Bool {
        state.withLock { state in
            guard state.isLive else { return false }
            let chunk = state.isChunked ? ResponseEncoding.chunk(bytes) : bytes
            var sent = 0
            if state.isOpen, let descriptor = state.descriptor {
                sent = Self.send(chunk, on: descriptor)
                if sent == chunk.count { return false }
            }
            state.isOpen = false
            defer { state.waiting += chunk[sent...] }
            return state.waiting.isEmpty
        }
    }

    // MARK: For the loop

    /// The stream begins. `descriptor` is nil where nobody but the loop can send.
    func start(on descriptor: Int32?, isChunked: Bool) {
        state.withLock { state in
            state.isLive = true
            state.isChunked = isChunked
            state.descriptor = descriptor
        }
    }

    /// Keeps others from sending, and takes what they left, which goes before anything else.
    func hold() -> [UInt8] {
        state.withLock { state in
            state.isOpen = false
            return Self.take(&state.waiting)
        }
    }

    /// Everything was sent: others may send again.
    func release() {
        state.withLock { $0.isOpen = $0.isLive && $0.waiting.isEmpty }
    }

    /// The stream ends: nobody sends any more once this has returned. What was left goes before the end.
    func end() -> [UInt8] {
        state.withLock { state in
            state.isLive = false
            state.isOpen = false
            state.descriptor = nil
            return Self.take(&state.waiting)
        }
    }

    private static func take(_ waiting: inout [UInt8]) -> [UInt8] {
        var taken: [UInt8] = []
        swap(&taken, &waiting)
        return taken
    }

    /// How many bytes the peer's buffer took. An error is the loop's business, which sees it at its own try.
    private static func send(_ bytes: [UInt8], on descriptor: Int32) -> Int {
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe max(0, Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)))
        }
    }
}
