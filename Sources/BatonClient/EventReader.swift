internal import HTTPClient
internal import HTTPMessages
package import Handoffs
internal import JSON
package import Wire

/// Reads a device's events for as long as it is asked to: as a stream, or by long polls where a proxy holds
/// streams back. It begins after the cursor it is given, also after every break, and moves it
/// when its reader has come back from an event.
package actor EventReader {
    /// One event with its place in the log; events of the stream itself have none.
    package struct Entry: Sendable {
        package let cursor: EventCursor?
        package let event: RelayEvent
    }

    /// Whether the relay is heard.
    package enum Line: Sendable {
        case connected
        case lost(RelayError)
    }

    private let client: RelayClient
    /// Told when the line is there, and when it is lost other than as the relay planned.
    private let tell: @Sendable (Line) -> Void
    private var order: EventOrder
    private var waiting: [Entry] = []
    private var stream: ClientStream?
    private var parser = ServerSentEvents()
    private var pace = EventPace()
    /// The relay's own nonce, for the next stream.
    private var nonce: String?
    /// When the stream counts as held back; nil once a byte came.
    private var firstByteBy: Duration?

    /// No byte for so long means that the line is dead: the relay writes every 20 s.
    static let silenceMax: Duration = .seconds(50)
    /// No byte at all for so long means that something on the way holds the stream back.
    static let firstByteMax: Duration = .seconds(10)

    private let firstByteMax: Duration

    /// A reader for the device of `client`; `tell` hears how the line is.
    package init(
        _ client: RelayClient, after cursor: EventCursor?, tell: @escaping @Sendable (Line) -> Void = { _ in }
    ) {
        self.init(client, after: cursor, firstByteMax: Self.firstByteMax, tell: tell)
    }

    /// As above; a test need not wait so long.
    init(
        _ client: RelayClient, after cursor: EventCursor?, firstByteMax: Duration,
        tell: @escaping @Sendable (Line) -> Void = { _ in }
    ) {
        self.client = client
        self.tell = tell
        self.firstByteMax = firstByteMax
        order = EventOrder(after: cursor)
    }

    /// The next event. Coming back for it says that the one before is dealt with. Throws only what asking
    /// again cannot mend, or that the task was cancelled.
    package func next() async throws(RelayError) -> Entry {
        order.acknowledge()
        while true {
            if let entry = takeWaiting() {
                order.handOut(entry.cursor)
                return entry
            }
            do throws(RelayError) {
                if pace.isPolling { try await poll() } else { try await readStream() }
            } catch {
                try await recover(from: error)
            }
        }
    }

    /// The next entry in order. A gap is read again from the cursor.
    private func takeWaiting() -> Entry? {
        while !waiting.isEmpty {
            let entry = waiting.removeFirst()
            let isResync = if case .resync = entry.event { true } else { false }
            switch order.verdict(on: entry.cursor, isResync: isResync) {
            case .next: return entry
            case .seen: continue
            case .gap:
                pace.broke(plannedReturn: nil)
                drop()
            }
        }
        return nil
    }

    private func readStream() async throws(RelayError) {
        guard let stream = try await openStream() else { return }
        let limit = firstByteBy.map { max(.zero, $0 - client.uptime) }
        guard let piece = try await withDeadline(limit, { try await stream.next() }) else {
            return fallBack()
        }
        guard let bytes = piece else {
            // The end as planned has told when to come back; any other is a break.
            drop()
            pace.broke(plannedReturn: nil)
            return
        }
        firstByteBy = nil
        pace.isAlive()
        do throws(ServerSentEvents.Problem) { take(try parser.feed(bytes)) } catch {
            throw .unreachable(.interrupted(reason: "\(error)", mayHaveBeenSent: true))
        }
    }

    private func take(_ events: [ServerSentEvent]) {
        for event in events {
            let read = RelayEvent(tolerating: event)
            switch read {
            case .drain(let wait), .rotate(let wait), .overrun(let wait): pace.willReturn(in: wait)
            case .offer, .state, .delivered, .outcome, .cancelRequested, .paired, .unpaired, .notice, .resync,
                .unknown:
                waiting.append(Entry(cursor: event.id.flatMap { EventCursor(text: $0) }, event: read))
            }
        }
    }

    /// The open stream, or a new one once it is time; nil where it fell back to polling.
    private func openStream() async throws(RelayError) -> ClientStream? {
        if let stream { return stream }
        try await client.sleep(pace.takeWait())
        var request = try client.request(.get, path(), body: nil, isSigned: true, nonce: nonce)
        nonce = nil
        request.fields["accept"] = "text/event-stream"
        parser = ServerSentEvents()
        firstByteBy = client.uptime + firstByteMax
        let opened = try await withDeadline(firstByteMax) { [client, request] in
            try await client.http.stream(request, to: client.base, silenceMax: Self.silenceMax)
        }
        guard let opened else {
            fallBack()
            return nil
        }
        let isStream = opened.fields["content-type"]?.hasPrefix("text/event-stream") == true
        guard opened.status.isSuccess, isStream else {
            let body = try await Self.body(of: opened)
            throw client.refusal(status: opened.status, fields: opened.fields, body: body)
        }
        stream = opened
        tell(.connected)
        return opened
    }

    private func fallBack() {
        drop()
        pace.poll()
    }

    private static func body(of stream: ClientStream) async throws(RelayError) -> [UInt8] {
        var body: [UInt8] = []
        do throws(HTTPClientError) {
            while body.count < 16_384, let bytes = try await stream.next() { body += bytes }
        } catch {
            throw .unreachable(error)
        }
        return body
    }

    private func poll() async throws(RelayError) {
        try await client.sleep(pace.takeWait())
        let separator = order.cursor == nil ? "?" : "&"
        let page = try await client.send(
            .get, path() + "\(separator)wait=25", deadline: .seconds(35), patience: .zero
        ) { body throws(JSONError) in try EventPage(parsing: body) }
        waiting += page.events.map { Entry(cursor: $0.id, event: $0.event) }
        client.learn(page.serverTime)
        pace.polled()
        tell(.connected)
    }

    private func path() -> String { "/v1/events" + (order.cursor.map { "?after=\($0.text)" } ?? "") }

    /// Sees to the wait before the next try, or throws what no waiting mends.
    private func recover(from error: RelayError) async throws(RelayError) {
        drop()
        switch error {
        case .refused(let problem):
            if let fresh = problem.nonce, pace.mayUseNonce() {
                nonce = fresh
                return
            }
            guard problem.isRetryable else { throw error }
        case .unreachable(let failure):
            switch failure {
            case .cancelled, .closed, .refusedScheme, .refusedAddress, .malformedRequest: throw error
            case .resolve, .connect, .tls, .timedOut, .silent, .tooLarge, .interrupted: break
            }
        case .notUnderstood: break
        case .failed: throw error
        }
        tell(.lost(error))
        pace.broke(plannedReturn: error.retryAfter)
    }

    private func drop() {
        stream?.cancel()
        stream = nil
        waiting = []
    }
}

extension RelayEvent {
    /// Reads an event; one that cannot be read is as good as one that is not known, or it would stand in the
    /// way of all that follow.
    fileprivate init(tolerating event: ServerSentEvent) {
        do throws(JSONError) {
            self = try RelayEvent(kind: event.event, data: Array(event.data.utf8))
        } catch {
            self = .unknown(kind: event.event)
        }
    }
}

/// Runs `body`, nil where it takes longer than `limit`.
private func withDeadline<Result: Sendable>(
    _ limit: Duration?, _ body: @escaping @Sendable () async throws -> Result
) async throws(RelayError) -> Result? {
    do {
        guard let limit else { return try await body() }
        return try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask { try await body() }
            group.addTask {
                try await Task.sleep(for: limit)
                return nil
            }
            let first = try await group.next() ?? nil
            group.cancelAll()
            return first
        }
    } catch let error as HTTPClientError {
        throw .unreachable(error)
    } catch {
        throw .unreachable(.cancelled(mayHaveBeenSent: true))
    }
}
