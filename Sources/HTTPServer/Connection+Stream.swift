import HTTPMessages
import Synchronization

/// What a connection keeps while it streams.
final class StreamState {
    let options: StreamOptions
    let isChunked: Bool
    let endsAt: Milliseconds
    var lastWrite: Milliseconds
    /// Since when bytes wait for a slow reader.
    var unsentSince: Milliseconds?
    var closed: (@Sendable (StreamEnd) -> Void)?
    /// Who waits until everything was sent.
    var waitsForSent: [@Sendable () -> Void] = []

    init(_ options: StreamOptions, isChunked: Bool, now: Milliseconds) {
        self.options = options
        self.isChunked = isChunked
        endsAt = options.endsAfter.map { now + $0.milliseconds } ?? .max
        lastWrite = now
    }

    /// When something is to be done next, if nothing happens before.
    func nextVisit(_ writeDeadline: Milliseconds) -> Milliseconds {
        let heartbeat = options.heartbeatEvery.map { lastWrite + $0.milliseconds } ?? .max
        let stall = unsentSince.map { $0 + writeDeadline } ?? .max
        return min(heartbeat, endsAt, stall)
    }
}

extension Connection: ResponseStream {
    func write(_ bytes: [UInt8]) {
        if bytes.isEmpty { return }
        guard loop.isCurrent else {
            if line.write(bytes) { loop.post(.flush(self)) }
            return
        }
        guard case .streaming(let stream) = phase else { return }
        send(stream.isChunked ? ResponseEncoding.chunk(bytes) : bytes, stream)
    }

    /// Sends what other threads left.
    func flush() {
        if case .streaming(let stream) = phase { send([], stream) }
    }

    private func send(_ bytes: [UInt8], _ stream: StreamState) {
        transport.send(line.hold())
        transport.send(bytes)
        stream.lastWrite = loop.now
        let unsent = transport.bytesUnsent
        if unsent == 0 {
            line.release()
        } else if unsent > configuration.streamBufferBytesMax {
            endStream(.overrun)
        } else if stream.unsentSince == nil {
            stream.unsentSince = loop.now
            setDeadline(stream.nextVisit(configuration.writeDeadline.milliseconds))
        }
    }

    func finish() {
        guard loop.isCurrent else { return loop.post(.finish(self)) }
        if case .streaming = phase { endStream(.finished) }
    }

    func whenClosed(_ body: @escaping @Sendable (StreamEnd) -> Void) {
        guard loop.isCurrent else { return loop.post(.whenClosed(self, body)) }
        if case .streaming(let stream) = phase {
            stream.closed = body
        } else {
            body(streamEnd ?? .peerClosed)
        }
    }

    func whenSent(_ body: @escaping @Sendable () -> Void) {
        guard loop.isCurrent else { return loop.post(.whenSent(self, body)) }
        guard case .streaming(let stream) = phase, transport.bytesUnsent > 0 else { return body() }
        stream.waitsForSent.append(body)
    }

    /// Everything that was queued has been sent.
    func sentAll(_ stream: StreamState) {
        stream.unsentSince = nil
        line.release()
        let waiting = stream.waitsForSent
        stream.waitsForSent = []
        for body in waiting { body() }
    }

    /// Does what is due: a heartbeat, the planned end, or giving a stalled reader up.
    func visit(_ stream: StreamState) {
        let now = loop.now
        let writeDeadline = configuration.writeDeadline.milliseconds
        if now >= stream.endsAt { return endStream(.planned) }
        if let since = stream.unsentSince, now >= since + writeDeadline { return endStream(.overrun) }
        if let every = stream.options.heartbeatEvery, now >= stream.lastWrite + every.milliseconds {
            write(stream.options.heartbeat)
            stream.lastWrite = now
        }
        if case .streaming = phase { setDeadline(stream.nextVisit(writeDeadline)) }
    }

    /// Ends the stream in this way, tells its writer, and closes.
    func endStream(_ end: StreamEnd) {
        guard case .streaming(let stream) = phase else { return }
        streamEnd = end
        phase = .closing
        let left = line.end()
        loop.shared.counters.streams.subtract(1, ordering: .relaxed)
        if end == .overrun { loop.shared.counters.overruns.add(1, ordering: .relaxed) }
        switch end {
        case .peerClosed: break
        case .planned, .draining, .overrun, .finished:
            transport.send(left)
            if end != .finished, let farewell = stream.options.farewell?(end), !farewell.isEmpty {
                transport.send(stream.isChunked ? ResponseEncoding.chunk(farewell) : farewell)
            }
            if stream.isChunked { transport.send(ResponseEncoding.lastChunk) }
        }
        stream.closed?(end)
        stream.closed = nil
        sentAll(stream)
        switch end {
        case .peerClosed: close()
        case .overrun: finishSending(within: ServerLimits.overrunFlushMilliseconds)
        case .planned, .draining, .finished: finishSending()
        }
    }
}
