internal import Handoffs

/// When an event reader asks again, and in which way: a value that is told what happened.
struct EventPace {
    /// Whether it polls instead of reading a stream.
    private(set) var isPolling = false
    private var failures = 0
    private var wait: Duration = .zero
    /// What a stream that is about to end as planned has asked for.
    private var announced: Duration?
    private var noncesLeft = Self.noncesMax
    private var polls = 0

    /// The first wait after a break is random already, or all would come back in one second.
    static let firstWaitMax: Duration = .seconds(2)
    static let waitMax: Duration = .seconds(60)
    /// How many long polls until a stream is tried again: what held it back may be gone.
    static let pollsMax = 24
    private static let noncesMax = 2

    /// A byte came: the line is alive.
    mutating func isAlive() {
        failures = 0
        noncesLeft = Self.noncesMax
    }

    /// The stream says when to come back after its end.
    mutating func willReturn(in wait: Duration) { announced = min(wait, Self.waitMax) }

    /// The line broke. `plannedReturn` is what whoever answered asked for.
    mutating func broke(
        plannedReturn: Duration?, jitter: (Duration) -> Duration = Backoff.jitter
    ) {
        if let asked = announced ?? plannedReturn {
            wait = min(asked, Self.waitMax) + jitter(.milliseconds(250))
        } else if failures == 0 {
            wait = jitter(Self.firstWaitMax)
        } else {
            wait = jitter(min(Backoff.limit(attempt: failures + 3, max: Self.waitMax), Self.waitMax))
        }
        announced = nil
        failures += 1
    }

    /// How long to wait before asking; the next call gives zero.
    mutating func takeWait() -> Duration {
        defer { wait = .zero }
        return wait
    }

    /// Whether a nonce of the relay's is taken up at once; not again and again.
    mutating func mayUseNonce() -> Bool {
        guard noncesLeft > 0 else { return false }
        noncesLeft -= 1
        return true
    }

    /// The stream is held back: poll.
    mutating func poll() {
        isPolling = true
        polls = 0
    }

    /// A poll was answered.
    mutating func polled() {
        isAlive()
        polls += 1
        if polls >= Self.pollsMax { isPolling = false }
    }
}
