/// The one owner of something that blocks, such as a database: callers hand in what to do with it and wait
/// without holding a thread of the shared pool.
///
/// Bodies run one at a time, in the order they came, on a queue of the owner's own.
package actor BlockingOwner<Value: ~Copyable & Sendable> {
    private nonisolated let queue: BlockingQueue
    private var value: Value

    /// Takes `value` over; `label` is what a debugger shows.
    package init(_ value: consuming Value, label: String) {
        self.value = value
        queue = BlockingQueue(label: label)
    }

    /// The queue on which bodies run.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    /// Runs `body` on the value and gives back what it gave.
    package func run<Result: Sendable, Failure: Error>(
        _ body: @Sendable (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(&value)
    }
}
