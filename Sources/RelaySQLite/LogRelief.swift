import Synchronization

/// How the checkpointer asks the writer for help: while commits go on, a checkpoint beside them never
/// catches up, and the log would grow for ever. Between two groups the writer can move the last few pages
/// itself, and its next commit begins the log anew.
final class LogRelief: Sendable {
    private let wanted = Atomic<Bool>(false)

    /// Asks.
    func ask() { wanted.store(true, ordering: .relaxed) }

    /// Whether it was asked since the last time.
    func take() -> Bool { wanted.exchange(false, ordering: .relaxed) }
}
