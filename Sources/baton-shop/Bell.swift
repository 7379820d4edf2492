internal import Synchronization

/// Wakes the one who waits for orders; rung without anybody waiting, it is heard at once the next time.
final class Bell: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Says that there is something to do.
    func ring() { continuation.yield() }

    /// Returns at the next ring, or at once where one was not heard yet, or when the task is cancelled.
    func heard() async {
        for await _ in stream { return }
    }
}
