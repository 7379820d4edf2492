import Dispatch

/// The serial executor of an actor that makes blocking C calls, so that they never hold a thread of the
/// shared pool (house rule C4; `DispatchSerialQueue` does not exist on Linux).
///
/// An actor keeps one in a `let` and names it:
/// `nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }`.
package final class BlockingQueue: SerialExecutor {
    private let queue: DispatchQueue

    /// A queue of its own; `label` is what a debugger shows.
    package init(label: String) {
        queue = DispatchQueue(label: label)
    }

    /// Runs one job of the actor, after those that came before it.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async {
            unsafe job.runSynchronously(on: self.asUnownedSerialExecutor())
        }
    }

    /// The reference by which an actor names its executor.
    package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        unsafe UnownedSerialExecutor(ordinary: self)
    }
}
