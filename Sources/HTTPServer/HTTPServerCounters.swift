import Synchronization

/// What a server has done and holds, for the metrics page.
package struct HTTPServerCounters: Hashable, Sendable {
    package var connections = 0
    package var streams = 0
    package var accepted = 0
    package var requests = 0
    /// Answered by the transport itself: malformed, too large, too slow.
    package var refused = 0
    /// Turned away for the number of connections of an address or for want of file descriptors.
    package var turnedAway = 0
    /// Streams ended because their reader was too slow.
    package var overruns = 0
    /// Times that accepting had to pause.
    package var acceptPauses = 0
}

/// The counters as the loops keep them.
final class LiveCounters: Sendable {
    let connections = Atomic(0)
    let streams = Atomic(0)
    let accepted = Atomic(0)
    let requests = Atomic(0)
    let refused = Atomic(0)
    let turnedAway = Atomic(0)
    let overruns = Atomic(0)
    let acceptPauses = Atomic(0)

    var snapshot: HTTPServerCounters {
        HTTPServerCounters(
            connections: connections.load(ordering: .relaxed), streams: streams.load(ordering: .relaxed),
            accepted: accepted.load(ordering: .relaxed), requests: requests.load(ordering: .relaxed),
            refused: refused.load(ordering: .relaxed), turnedAway: turnedAway.load(ordering: .relaxed),
            overruns: overruns.load(ordering: .relaxed), acceptPauses: acceptPauses.load(ordering: .relaxed))
    }
}
