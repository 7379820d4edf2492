/// Bounds of the transport that nobody needs to set.
enum ServerLimits {
    /// Received bytes that wait while an answer is made: a head and a small body, or some pipelined requests.
    static let receivedBytesMax = 16 * 1024
    /// Unsent answers above which no further request of the peer is read.
    static let unsentBytesMax = 64 * 1024
    /// Bytes that are dropped behind a last answer, so that the peer gets to read it.
    static let lingerBytesMax = 256 * 1024
    /// How long a peer may take to close after the last answer.
    static let lingerMilliseconds: Milliseconds = 2000
    /// How long a reader that was too slow may take for its farewell.
    static let overrunFlushMilliseconds: Milliseconds = 5000
}
