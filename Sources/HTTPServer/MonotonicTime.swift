import Glibc

/// Milliseconds of the clock that only runs forward; deadlines are kept in it.
typealias Milliseconds = Int64

enum MonotonicTime {
    static func now() -> Milliseconds {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Milliseconds(time.tv_sec) * 1000 + Milliseconds(time.tv_nsec) / 1_000_000
    }
}

extension Duration {
    /// The duration in whole milliseconds, rounded down.
    var milliseconds: Milliseconds {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}
