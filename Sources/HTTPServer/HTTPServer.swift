import Glibc
package import HTTPMessages
import Synchronization

/// An HTTP/1.1 server: a few loops, each a thread, that read requests strictly and hand them to one function.
/// It keeps running until it is drained.
package final class HTTPServer: Sendable {
    private let configuration: HTTPServerConfiguration
    private let respond: @Sendable (Request) async -> Response
    private let live = LiveCounters()
    private let loops = Mutex<[EventLoop]>([])

    /// A server that answers with `respond`, which runs on a loop's thread up to its first wait and comes
    /// back to it after each. It must not block longer than a commit takes. Its task is cancelled when the
    /// peer closes.
    package init(
        _ configuration: HTTPServerConfiguration, respond: @escaping @Sendable (Request) async -> Response
    ) {
        self.configuration = configuration
        self.respond = respond
    }

    /// Opens the sockets, starts the threads and returns the address as bound.
    package func start() throws(HTTPServerError) -> SocketAddress {
        // OpenSSL writes with plain `write`, which would end the process when a peer has gone.
        signal(SIGPIPE, SIG_IGN)
        let tls = try configuration.tls.map { files throws(HTTPServerError) in try TLSContext(files) }
        let shared = LoopShared(
            configuration: configuration, tls: tls, counters: live,
            caps: AddressCaps(max: configuration.connectionsPerAddressMax, trusted: configuration.trusted),
            respond: respond)
        let count = max(1, configuration.loops ?? Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
        let (sockets, address) = try ListenSocket.open(configuration.listen, count: count)
        var started: [EventLoop] = []
        for socket in sockets { started.append(try EventLoop(shared, listening: socket)) }
        for loop in started { try loop.start() }
        let running = started
        loops.withLock { $0 = running }
        return address
    }

    /// Stops accepting, says farewell to streams, lets answers finish, and returns when all connections are
    /// closed: by themselves, or by force when the time is up.
    package func drain(within time: Duration) async {
        let running = loops.withLock { $0 }
        let until = MonotonicTime.now() + time.milliseconds
        for loop in running { loop.post(.drain(until: until)) }
        for loop in running {
            await withCheckedContinuation { continuation in
                loop.whenStopped { continuation.resume() }
            }
        }
    }

    /// What the server has done and holds now.
    package var counters: HTTPServerCounters { live.snapshot }
}
