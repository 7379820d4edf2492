import Glibc

/// Milliseconds since the machine started.
typealias Milliseconds = Int64

/// The clock that runs on while machine or process sleeps, so that silence is noticed at once after waking
///
enum BootTime {
    static func now() -> Milliseconds {
        var time = timespec()
        unsafe clock_gettime(CLOCK_BOOTTIME, &time)
        return Milliseconds(time.tv_sec) * 1000 + Milliseconds(time.tv_nsec) / 1_000_000
    }
}

extension Duration {
    /// The duration in whole milliseconds, rounded down.
    var milliseconds: Milliseconds {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}
