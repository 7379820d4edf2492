internal import HTTPClient
internal import HTTPMessages
package import Handoffs
internal import JSON
package import Wire

/// Reads a device's events for as long as it is asked to: as a stream, or by long polls where a proxy holds
/// streams back. It begins after the cursor it is given, again after each entry whose reader came
/// back for the next, and never moves over a gap.
package actor EventReader {
    /// One event with its place in the log; events of the stream itself have none.
    package struct Entry: Sendable {
        package let cursor: EventCursor?
        package let event: RelayEvent
    }

    private let client: RelayClient
    /// After this the relay is asked to begin.
    private var cursor: EventCursor?
    /// Handed out, not yet come back from.
    private var handedOut: EventCursor?
    private var waiting: [Entry] = []
    private var stream: ClientStream?
    private var parser = ServerSentEvents()
    private var failures = 0
    private var delay: Duration?
    private var isPolling = false
    private var hasBytes = false

    /// No byte for so long means that the line is dead: the relay writes every 20 s.
    private static let silenceMax: Duration = .seconds(50)
    /// No byte at all for so long after the start means that something on the way holds the stream back.
    private static let firstByteMax: Duration = .seconds(10)

    /// A reader for the device of `client`.
    package init(_ client: RelayClient, after cursor: EventCursor?) {
        self.client = client
        self.cursor = cursor
    }

    /// The next event. Coming back for it says that the one before is dealt with. Throws only what asking
    /// again cannot mend, or that the task was cancelled.
    package func next() async throws(RelayError) -> Entry {
        if let handedOut { cursor = handedOut }
        handedOut = nil
        while true {
            if let entry = takeWaiting() {
                handedOut = entry.cursor
                return entry
            }
            do throws(RelayError) {
                if isPolling { try await poll() } else { try await readStream() }
            } catch {
                try await recover(from: error)
            }
        }
    }

    /// The next entry in order; what was seen before is passed over, and a gap is read again from the cursor.
    private func takeWaiting() -> Entry? {
        while !waiting.isEmpty {
            let entry = waiting.removeFirst()
            guard let place = entry.cursor, let cursor, place.epoch == cursor.epoch else { return entry }
            if case .resync = entry.event { return entry }
            if place.sequence <= cursor.sequence { continue }
            if place.sequence == cursor.sequence + 1 { return entry }
            drop()
            return nil
        }
        return nil
    }

    private func readStream() async throws(RelayError) {
        if stream == nil { try await open() }
        guard let stream else { return }
        let limit = hasBytes ? nil : Self.firstByteMax
        guard let piece = try await withDeadline(limit, { try await stream.next() }) else {
            drop()
            isPolling = true
            return
        }
        guard let bytes = piece else {
            drop()
            delay = delay ?? .zero
            return try await pause()
        }
        hasBytes = true
        failures = 0
        do throws(HTTPClientError) { try take(bytes) } catch { throw .unreachable(error) }
    }

    private func take(_ bytes: [UInt8]) throws(HTTPClientError) {
        let events: [ServerSentEvent]
        do { events = try parser.feed(bytes) } catch {
            throw .interrupted(reason: "\(error)", mayHaveBeenSent: true)
        }
        for event in events {
            do throws(JSONError) {
                let read = try RelayEvent(kind: event.event, data: Array(event.data.utf8))
                switch read {
                case .drain(let wait), .rotate(let wait), .overrun(let wait): delay = wait
                default:
                    waiting.append(Entry(cursor: event.id.flatMap { EventCursor(text: $0) }, event: read))
                }
            } catch {
                throw .interrupted(reason: "\(error)", mayHaveBeenSent: true)
            }
        }
    }

    private func open() async throws(RelayError) {
        var request = try client.request(.get, path(), body: nil, isSigned: true, nonce: nil)
        request.fields["accept"] = "text/event-stream"
        parser = ServerSentEvents()
        let opened = try await withDeadline(Self.firstByteMax) { [client, request] in
            try await client.http.stream(request, to: client.base, silenceMax: Self.silenceMax)
        }
        guard let opened else {
            isPolling = true
            return
        }
        guard opened.status.isSuccess else {
            let body = try await Self.body(of: opened)
            throw client.refusal(status: opened.status, body: body)
        }
        stream = opened
        hasBytes = false
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
        let separator = cursor == nil ? "?" : "&"
        let body = try await client.send(
            .get, path() + "\(separator)wait=25", deadline: .seconds(35), patience: .seconds(1))
        do throws(JSONError) {
            let page = try EventPage(parsing: body)
            waiting += page.events.map { Entry(cursor: $0.id, event: $0.event) }
            client.learn(page.serverTime)
            failures = 0
        } catch {
            throw .failed("\(error)")
        }
    }

    private func path() -> String { "/v1/events" + (cursor.map { "?after=\($0.text)" } ?? "") }

    /// Waits before the next try, or throws what no waiting mends.
    private func recover(from error: RelayError) async throws(RelayError) {
        drop()
        switch error {
        case .refused(let problem):
            if problem.code == .signatureStale || problem.code == .replayed, failures < 3 {
                // The refusal taught the relay's time.
                failures += 1
                return
            }
            guard problem.isRetryable else { throw error }
            delay = problem.retryAfter
        case .unreachable(let failure):
            if case .cancelled = failure { throw error }
            if case .refusedScheme = failure { throw error }
        case .notUnderstood: break
        case .failed: throw error
        }
        try await pause()
    }

    private func pause() async throws(RelayError) {
        // The first try is already random, or all would come back in one second.
        let own =
            failures == 0
            ? Backoff.jitter(upTo: .seconds(2)) : Backoff.delay(attempt: failures, max: .seconds(30))
        let wait = delay.map { $0 + Backoff.jitter(upTo: .milliseconds(200)) } ?? own
        delay = nil
        failures += 1
        do { try await Task.sleep(for: wait) } catch {
            throw .unreachable(.cancelled(mayHaveBeenSent: true))
        }
    }

    private func drop() {
        stream?.cancel()
        stream = nil
        waiting = []
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
