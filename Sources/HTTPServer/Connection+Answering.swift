import HTTPMessages
import Synchronization

extension Connection {
    /// Sends the answer to request `number`, once: a second one, or one for a connection that has moved on,
    /// is dropped.
    func answer(_ response: Response, number: UInt32) {
        guard loop.isCurrent else { return loop.post(.answer(self, response, number: number)) }
        guard case .answering(let exchange) = phase, exchange.number == number else { return }
        task = nil
        switch response.body {
        case .bytes: sendWhole(response, exchange)
        case .stream(let options, let start): sendStream(response, exchange, options, start)
        }
    }

    private func sendWhole(_ response: Response, _ exchange: Exchange) {
        let closes = !exchange.keepsAlive || loop.isDraining
        transport.send(
            ResponseEncoding.whole(response, isHead: exchange.isHead, closes: closes, date: loop.dateText()))
        if closes { finishSending() } else { beginNext() }
    }

    private func sendStream(
        _ response: Response, _ exchange: Exchange, _ options: StreamOptions,
        _ start: @Sendable (any ResponseStream) -> Void
    ) {
        let framing: ResponseEncoding.Framing = exchange.isOld ? .untilClose : .chunked
        // A stream is the last answer of its connection, so that nothing written late can reach the next one.
        transport.send(ResponseEncoding.head(response, framing: framing, closes: true, date: loop.dateText()))
        if exchange.isHead { return finishSending() }
        let stream = StreamState(options, isChunked: !exchange.isOld, now: loop.now)
        phase = .streaming(stream)
        line.start(on: transport.descriptorForOthers, isChunked: stream.isChunked)
        if transport.bytesUnsent == 0 { line.release() }
        loop.shared.counters.streams.add(1, ordering: .relaxed)
        setDeadline(stream.nextVisit(configuration.writeDeadline.milliseconds))
        start(self)
        if loop.isDraining { endStream(.draining) }
    }

    /// Answers for the routes, and closes: where the next request would begin is unknown.
    func refuse(_ status: Status) {
        loop.shared.counters.refused.add(1, ordering: .relaxed)
        let response = configuration.refusal(status)
        transport.send(ResponseEncoding.whole(response, closes: true, date: loop.dateText()))
        finishSending()
    }

    /// Closes as soon as the last bytes are sent.
    func finishSending(within: Milliseconds? = nil) {
        phase = .closing
        setDeadline(loop.now + (within ?? configuration.writeDeadline.milliseconds))
        if transport.bytesUnsent == 0 { linger() }
    }

    /// Tells the peer that all is said and waits a moment for it to close.
    func linger() {
        transport.endSending()
        phase = .lingering(bytesLeft: ServerLimits.lingerBytesMax)
        setDeadline(loop.now + ServerLimits.lingerMilliseconds)
        advance()
    }
}
