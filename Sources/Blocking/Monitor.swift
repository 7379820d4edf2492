import Glibc

/// A value under a lock that threads can wait on: for loops that block by design. Everything else uses
/// `Mutex`.
@safe
package final class Monitor<Value: ~Copyable>: @unchecked Sendable {
    // SAFETY: `value` is touched only while `mutex` is held. Both pointers are set once, freed in `deinit`.
    private var value: Value
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    /// Guards `value`.
    package init(_ value: consuming sending Value) {
        self.value = value
        unsafe mutex = .allocate(capacity: 1)
        unsafe condition = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe condition.initialize(to: pthread_cond_t())
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        defer { unsafe pthread_condattr_destroy(&attributes) }
        // Waits end by the monotonic clock, so a step of the wall clock is harmless.
        unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        let made =
            unsafe pthread_mutex_init(mutex, nil) == 0 && pthread_cond_init(condition, &attributes) == 0
        precondition(made, "no mutex or condition variable could be made")
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe pthread_mutex_destroy(mutex)
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
    }

    /// Reads or changes the value. `body` must not block.
    package func withLock<Result: ~Copyable>(_ body: (inout Value) -> sending Result) -> sending Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return body(&value)
    }

    /// Blocks the thread until `body` gives something, asking again after each `wakeOne` and `wakeAll`.
    package func wait<Result>(for body: (inout Value) -> sending Result?) -> sending Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&value) { return result }
            unsafe pthread_cond_wait(condition, mutex)
        }
    }

    /// The same with an end: nil when `patience` has passed without a result.
    package func wait<Result>(
        within patience: Duration, for body: (inout Value) -> sending Result?
    ) -> sending Result? {
        var deadline = Self.monotonicTime(after: patience)
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&value) { return result }
            if unsafe pthread_cond_timedwait(condition, mutex, &deadline) == ETIMEDOUT {
                return body(&value)
            }
        }
    }

    private static func monotonicTime(after patience: Duration) -> timespec {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        let (seconds, attoseconds) = patience.components
        let nanoseconds = time.tv_nsec + Int(attoseconds / 1_000_000_000)
        time.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
        time.tv_nsec = nanoseconds % 1_000_000_000
        return time
    }

    /// Lets one waiting thread look again.
    package func wakeOne() {
        unsafe pthread_cond_signal(condition)
    }

    /// Lets all waiting threads look again.
    package func wakeAll() {
        unsafe pthread_cond_broadcast(condition)
    }
}
