import HTTPMessages
import Synchronization

/// One connection: requests are read one after another, each is answered before the next is looked at.
/// SAFETY: all state is touched on the loop's thread only; calls from other threads are posted to the loop.
final class Connection: @unchecked Sendable {
    /// The request that is being answered.
    struct Exchange {
        let number: UInt32
        let isHead: Bool
        let isOld: Bool
        let keepsAlive: Bool
    }

    enum Phase {
        case head
        indirect case body(RequestHead, length: Int)
        indirect case chunks(RequestHead, ChunkedBody, taken: Int)
        /// The routes have the request. A reply for another number than the exchange's comes too late.
        case answering(Exchange)
        case streaming(StreamState)
        /// The last bytes are on their way.
        case closing
        /// All is sent; what still comes is dropped, so that no reset overtakes the last bytes.
        case lingering(bytesLeft: Int)
        case closed
    }

    let id: UInt64
    let loop: EventLoop
    let transport: any Transport
    let peer: SocketAddress
    let line = StreamLine()
    var phase = Phase.head
    var task: Task<Void, Never>?
    /// Set when a stream has ended, for those who ask later.
    var streamEnd: StreamEnd?
    private var parser: RequestHeadParser
    private var requestNumber: UInt32 = 0
    private var isAdvancing = false
    private var peerHasEnded = false
    private var hasPartialHead = false
    private var bodySince: Milliseconds = 0
    private var deadline: Milliseconds = .max
    private var visitTick: Milliseconds = .max

    init(id: UInt64, loop: EventLoop, transport: any Transport, peer: SocketAddress) {
        self.id = id
        self.loop = loop
        self.transport = transport
        self.peer = peer
        parser = RequestHeadParser(limits: loop.shared.configuration.head)
    }

    var configuration: HTTPServerConfiguration { loop.shared.configuration }

    /// Starts the clock of the first head.
    func begin() {
        transport.limitReceived(to: ServerLimits.receivedBytesMax)
        setDeadline(loop.now + configuration.headDeadline.milliseconds)
    }

    // MARK: Deadlines

    /// Sets when the connection must have moved on.
    func setDeadline(_ time: Milliseconds) {
        deadline = time
        let tick = time / DeadlineWheel<UInt64>.tickMilliseconds
        if tick < visitTick { visitTick = loop.plan(id, at: time) }
    }

    /// Looks whether the deadline has come; `tick` tells a visit that was planned anew from the present one.
    func visit(_ tick: Milliseconds) {
        guard tick == visitTick else { return }
        visitTick = .max
        if loop.now >= deadline { deadlineCame() }
        if case .closed = phase { return }
        if visitTick == .max { visitTick = loop.plan(id, at: deadline) }
    }

    private func deadlineCame() {
        switch phase {
        case .head: hasPartialHead ? refuse(.requestTimeout) : close()
        case .body: if isTooSlow(received: transport.bytesReceived) { refuse(.requestTimeout) }
        case .chunks(_, _, let taken): if isTooSlow(received: taken) { refuse(.requestTimeout) }
        case .answering: setDeadline(.max)
        case .streaming(let stream): visit(stream)
        case .closing, .lingering: close()
        case .closed: break
        }
    }

    /// Whether the body comes below the minimum rate; if not, sets when it would.
    private func isTooSlow(received: Int) -> Bool {
        let allowed = Milliseconds(received * 1000 / configuration.bodyBytesPerSecondMin)
        let due = bodySince + configuration.bodyGrace.milliseconds + allowed
        if loop.now >= due { return true }
        setDeadline(due)
        return false
    }

    // MARK: Reading

    /// Goes as far as the received bytes allow. A handler that answers at once comes back here, one round
    /// further.
    func advance() {
        if isAdvancing { return }
        isAdvancing = true
        while step() {}
        isAdvancing = false
        if peerHasEnded { endAfterPeer() }
    }

    /// One step, and whether another may follow.
    private func step() -> Bool {
        switch phase {
        case .head: readHead()
        case .body(let head, let length): readBody(head, length)
        case .chunks(let head, let body, let taken): readChunks(head, body, taken)
        case .lingering(let left): linger(left)
        case .answering, .streaming, .closing, .closed: false
        }
    }

    private func readHead() -> Bool {
        // A peer that sends requests and reads no answers waits until it has read some.
        guard transport.bytesReceived > 0, transport.bytesUnsent < ServerLimits.unsentBytesMax else {
            return false
        }
        let progress = transport.withReceived(upTo: configuration.head.headBytesMax) { parser.parse($0) }
        switch progress {
        case .needMore:
            if !hasPartialHead {
                hasPartialHead = true
                if requestNumber > 0 { setDeadline(loop.now + configuration.headDeadline.milliseconds) }
            }
            return false
        case .refuse(let status):
            refuse(status)
            return false
        case .head(let head, let length):
            hasPartialHead = false
            transport.discard(length)
            return begin(head)
        }
    }

    private func begin(_ head: RequestHead) -> Bool {
        bodySince = loop.now
        switch head.framing {
        case .none:
            respond(head, [])
            return true
        case .length(let length):
            guard length <= configuration.bodyBytesMax(head.method, head.path) else {
                refuse(.contentTooLarge)
                return false
            }
            transport.limitReceived(to: max(length, ServerLimits.receivedBytesMax))
            phase = .body(head, length: length)
        case .chunked:
            let max = configuration.bodyBytesMax(head.method, head.path)
            phase = .chunks(head, ChunkedBody(bytesMax: max, limits: configuration.head), taken: 0)
        }
        if head.expectsContinue, transport.bytesReceived == 0 { transport.send(ResponseEncoding.goOn) }
        setDeadline(loop.now + configuration.bodyGrace.milliseconds)
        return true
    }

    private func readBody(_ head: RequestHead, _ length: Int) -> Bool {
        guard transport.bytesReceived >= length else { return false }
        respond(head, transport.take(length))
        return true
    }

    private func readChunks(_ head: RequestHead, _ body: ChunkedBody, _ taken: Int) -> Bool {
        let count = transport.bytesReceived
        guard count > 0 else { return false }
        var body = body
        phase = .closing  // Lets go of the other copy of the body, so that it grows in place.
        let progress = transport.withReceived(upTo: count) { body.feed($0) }
        switch progress {
        case .needMore:
            transport.discard(count)
            phase = .chunks(head, body, taken: taken + count)
            return false
        case .refuse(let status):
            refuse(status)
            return false
        case .done(let used):
            transport.discard(used)
            respond(head, body.bytes)
            return true
        }
    }

    private func linger(_ left: Int) -> Bool {
        let count = transport.bytesReceived
        transport.discard(count)
        if count > left { close() } else { phase = .lingering(bytesLeft: left - count) }
        return false
    }

    // MARK: Handing over

    private func respond(_ head: RequestHead, _ body: [UInt8]) {
        requestNumber &+= 1
        loop.shared.counters.requests.add(1, ordering: .relaxed)
        let number = requestNumber
        let keepsAlive = head.keepsAlive && !loop.isDraining && !peerHasEnded
        phase = .answering(
            Exchange(number: number, isHead: head.method == .head, isOld: head.isOld, keepsAlive: keepsAlive))
        setDeadline(.max)
        let request = Request(
            method: head.method, target: head.target, fields: head.fields, body: body, peer: peer)
        let respond = loop.shared.respond
        let task = Task.immediate(executorPreference: loop) {
            self.answer(await respond(request), number: number)
        }
        if case .answering(let exchange) = phase, exchange.number == number { self.task = task }
    }

    /// Makes ready for the next request of the peer.
    func beginNext() {
        phase = .head
        hasPartialHead = false
        setDeadline(loop.now + configuration.idleMax.milliseconds)
        advance()
    }

    // MARK: The peer's end

    private func endAfterPeer() {
        switch phase {
        case .head, .body, .chunks, .lingering: close()
        // The answer to a request whose sender may be gone; a long poll ends now, anything else is answered.
        case .answering: task?.cancel()
        case .streaming: endStream(.peerClosed)
        case .closing, .closed: break
        }
    }

    /// Gives the connection up at once.
    func close() {
        if case .closed = phase { return }
        if case .streaming = phase { return endStream(.peerClosed) }  // Comes back here.
        phase = .closed
        task?.cancel()
        task = nil
        transport.close()
        loop.forget(self)
    }

    /// The server is going down.
    func drain() {
        switch phase {
        case .head: if !hasPartialHead { close() }
        case .streaming: endStream(.draining)
        case .body, .chunks, .answering, .closing, .lingering, .closed: break
        }
    }
}

extension Connection: TransportDelegate {
    func received() {
        advance()
    }

    func sent() {
        switch phase {
        case .head: advance()
        case .closing: linger()
        case .streaming(let stream): sentAll(stream)
        case .body, .chunks, .answering, .lingering, .closed: break
        }
    }

    func peerEnded() {
        peerHasEnded = true
        advance()
    }

    func broke() {
        close()
    }
}
