/// The body of an answer that is written over time. Every call may come from any thread and never blocks.
package protocol ResponseStream: AnyObject, Sendable {
    /// Sends bytes, or nothing once the stream has ended. The buffer is bounded: what a slow reader lets pile
    /// up beyond it ends the stream.
    func write(_ bytes: [UInt8])
    /// Ends the body properly.
    func finish()
    /// Calls `body` once with how the stream ended, also when it has ended already. It runs on the server's
    /// loop and must not wait. A later call replaces the function.
    func whenClosed(_ body: @escaping @Sendable (StreamEnd) -> Void)
    /// Calls `body` once nothing that was written waits for the peer any more, or the stream has ended: for a
    /// writer with more to say than the buffer holds. It runs on the server's loop and must not wait.
    func whenSent(_ body: @escaping @Sendable () -> Void)
}

/// How a stream came to its end.
package enum StreamEnd: Hashable, Sendable, CaseIterable {
    /// By `finish`.
    case finished
    /// The peer closed or reset the connection.
    case peerClosed
    /// The peer read too slowly.
    case overrun
    /// Its time was up (`StreamOptions.endsAfter`).
    case planned
    /// The server is going down.
    case draining
}

/// What the server's loop does for a stream by itself, so that no stream needs a timer or a task of its own.
package struct StreamOptions: Sendable {
    /// Sends `heartbeat` when nothing was written for so long; nil for never.
    package var heartbeatEvery: Duration?
    package var heartbeat: [UInt8]
    /// Ends the stream after so long; nil for never.
    package var endsAfter: Duration?
    /// The last bytes before an end that the server decides: planned, draining, or overrun where they still
    /// fit.
    package var farewell: (@Sendable (StreamEnd) -> [UInt8])?

    package init(
        heartbeatEvery: Duration? = nil, heartbeat: [UInt8] = [], endsAfter: Duration? = nil,
        farewell: (@Sendable (StreamEnd) -> [UInt8])? = nil
    ) {
        self.heartbeatEvery = heartbeatEvery
        self.heartbeat = heartbeat
        self.endsAfter = endsAfter
        self.farewell = farewell
    }
}
