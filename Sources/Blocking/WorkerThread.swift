import Glibc

/// A thread of its own for a loop that blocks by design, such as a database's writer.
///
/// Whoever starts it tells the loop to end by means of its own, then calls `join`.
package final class WorkerThread: Sendable {
    private let ended: Monitor<Bool>

    /// Starts `body` at once.
    package init(_ body: @escaping @Sendable () -> Void) {
        let ended = Monitor(false)
        self.ended = ended
        let start = ThreadStart {
            body()
            ended.withLock { $0 = true }
            ended.wakeAll()
        }
        var thread = pthread_t()
        // SAFETY: the start is retained for the new thread, which releases it by taking it.
        let context = unsafe Unmanaged.passRetained(start).toOpaque()
        let result = unsafe pthread_create(&thread, nil, runThread, context)
        precondition(result == 0, "no thread could be started: error \(result)")
        pthread_detach(thread)
    }

    /// Blocks until the body has returned; any number of threads may ask.
    package func join() {
        ended.wait { $0 ? () : nil }
    }
}

/// What a new thread is given.
private final class ThreadStart: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

private func runThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context = unsafe context else { return nil }
    unsafe Unmanaged<ThreadStart>.fromOpaque(context).takeRetainedValue().body()
    return nil
}
