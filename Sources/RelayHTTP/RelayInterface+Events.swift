internal import HTTPMessages
internal import Handoffs
internal import Relay
internal import Wire

/// `GET /v1/events`: a stream or a long poll over the device's own log (Protocol/events.md).
extension RelayInterface {
    func events(_ request: Request) async throws(Authenticator.Failure) -> Response {
        let device = try await authenticate(request)
        let form = try EventForm(request.fields["accept"])
        let cursor = RelayService.CursorRequest(request.queryValue("after"))
        guard try await refusing({ () async throws(RelayRefusal) in try await service.mayListen(device) })
        else {
            throw .init(RelayRefusal(.notGranted, detail: "this device has no pairing"))
        }
        if case .after(let place) = cursor {
            try await refusing { () async throws(RelayRefusal) in
                try await service.acknowledge(place, by: device)
            }
        }
        switch form {
        case .stream:
            metrics.countStream(request.queryValue("reason"))
            return stream(device, cursor)
        case .page:
            let wait = try count(request, "wait", in: 0...WireLimits.waitSecondsMax) ?? 0
            return try await poll(device, cursor, wait: .seconds(wait))
        }
    }

    /// In which form events are asked for.
    private enum EventForm {
        case stream
        case page

        init(_ accept: String?) throws(Authenticator.Failure) {
            let accept = accept ?? "*/*"
            if accept.contains("text/event-stream") {
                self = .stream
            } else if accept.contains("application/json") || accept.contains("*/*") {
                self = .page
            } else {
                throw .init(RelayRefusal(.notAcceptable))
            }
        }
    }

    /// One array for all streams.
    private static let heartbeat = Array(":\n\n".utf8)

    private func stream(_ device: DeviceID, _ cursor: RelayService.CursorRequest) -> Response {
        let life = EdgeLimits.streamLife.inMilliseconds
        var options = StreamOptions()
        options.heartbeatEvery = EdgeLimits.heartbeat
        options.heartbeat = Self.heartbeat
        options.endsAfter = .milliseconds(Int64.random(in: life * 9 / 10...life * 11 / 10))
        options.farewell = Self.farewell
        let fields: Fields = [
            "content-type": "text/event-stream", "cache-control": "no-store, no-transform",
            "x-accel-buffering": "no",
        ]
        let (service, clock) = (service, clock)
        let listenersMax = settings.limit(.deviceStreams)
        return Response(status: .ok, fields: fields, options: options) { stream in
            stream.write(Array(": baton\n\n".utf8))
            let feed = EventFeed(service, of: device) { items in
                let text = EventText(epoch: service.epoch, now: clock.now())
                for item in items { stream.write(text.stream(item)) }
            } whenTaken: { resume in
                stream.whenSent(resume)
            } whenEnded: { _ in
                stream.finish()
            }
            stream.whenClosed { _ in feed.close() }
            feed.start(after: cursor, listenersMax: listenersMax)
        }
    }

    /// The last words of a stream: come back, and not all at once (relay 16, 19).
    @Sendable private static func farewell(_ end: StreamEnd) -> [UInt8] {
        let spread = { (most: Duration) in Int64.random(in: 0...most.inMilliseconds) }
        switch end {
        case .planned:
            return EventText.farewell(.rotate, reconnectInMilliseconds: spread(EdgeLimits.rotateSpread))
        case .draining:
            return EventText.farewell(.drain, reconnectInMilliseconds: spread(EdgeLimits.drainSpread))
        case .overrun:
            return EventText.farewell(.overrun, reconnectInMilliseconds: spread(EdgeLimits.rotateSpread))
        case .finished, .peerClosed: return []
        }
    }

    private func poll(
        _ device: DeviceID, _ cursor: RelayService.CursorRequest, wait: Duration
    ) async throws(Authenticator.Failure) -> Response {
        let until = clock.uptime() + wait
        var position: Int64 = 0
        if case .after(let place) = cursor { position = place.sequence }
        while true {
            let waiter = Waiter()
            service.hub.add(waiter, of: device, listenersMax: settings.limit(.deviceStreams))
            defer { service.hub.remove(waiter, of: device) }
            let replay = try await refusing { () async throws(RelayRefusal) in
                try await service.events(of: device, after: cursor)
            }
            let isOver = clock.uptime() >= until || Task.isCancelled || deadlines.haveEnded
            if !replay.isEmpty || isOver || waiter.isDisplaced {
                let text = EventText(epoch: service.epoch, now: clock.now())
                return Self.json(.ok, text.page(replay, position: position))
            }
            deadlines.add(waiter, until: until)
            await waiter.wait()
            deadlines.remove(waiter)
        }
    }
}

extension RelayService.Replay {
    fileprivate var isEmpty: Bool {
        switch self {
        case .page(let events): events.isEmpty
        case .resync: false
        }
    }
}
