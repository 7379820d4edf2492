/// What a connection needs of the bytes' carrier. It belongs to one loop and is called on that loop's thread
/// only; plain or TLS, libevent or a test's array stand behind it.
protocol Transport: AnyObject {
    var delegate: (any TransportDelegate)? { get set }
    /// Begins to receive.
    func start()
    /// Bytes that came and were not taken yet.
    var bytesReceived: Int { get }
    /// Bytes that were sent and wait for the peer.
    var bytesUnsent: Int { get }
    /// Shows up to `count` of the received bytes, in one piece.
    func withReceived<R>(upTo count: Int, _ body: (borrowing Span<UInt8>) -> R) -> R
    /// Takes exactly `count` received bytes, which must be there.
    func take(_ count: Int) -> [UInt8]
    /// Drops received bytes.
    func discard(_ count: Int)
    /// Stops reading while so many bytes wait to be taken.
    func limitReceived(to count: Int)
    /// Queues bytes and sends what the peer takes at once.
    func send(_ bytes: [UInt8])
    /// The socket, for threads that may send on it while nothing waits here; nil where only the loop can
    /// send.
    var descriptorForOthers: Int32? { get }
    /// Tells the peer that nothing more comes, and keeps reading.
    func endSending()
    /// Gives the connection up. Nothing is called any more.
    func close()
}

/// What a transport tells its connection.
protocol TransportDelegate: AnyObject {
    /// More bytes have come.
    func received()
    /// Everything queued was sent.
    func sent()
    /// The peer will send nothing more.
    func peerEnded()
    /// The connection broke.
    func broke()
}
