package import HTTPMessages
import Synchronization

/// An HTTP client over libcurl: one thread carries all its requests and keeps connections for reuse. No
/// redirect is followed, no proxy used, no cookie kept. Made cheaply: libcurl is woken by the first request.
package final class HTTPClient: Sendable {
    private struct State {
        var thread: CurlThread?
        var isClosed = false
    }

    private let configuration: HTTPClientConfiguration
    private let state = Mutex(State())

    package init(_ configuration: HTTPClientConfiguration = HTTPClientConfiguration()) {
        self.configuration = configuration
    }

    deinit {
        close()
    }

    /// Sends the request to `base.origin`; its target already holds the base's path. Cancelling the task
    /// gives up.
    ///
    /// libcurl repeats a request by itself when a kept connection turns out to be dead before the first byte
    /// of an answer: every request here may arrive twice, and the protocol makes that harmless.
    package func send(
        _ request: Request, to base: BaseURL, deadline: Duration = .seconds(30)
    ) async throws(HTTPClientError) -> ClientResponse {
        let thread = try thread(for: base)
        let parts = try RequestParts(request, base)
        let collector = ResponseCollector(bodyBytesMax: configuration.bodyBytesMax)
        let transfer = try Transfer(
            parts, configuration, deadline: deadline, silenceMax: nil, sink: collector)
        thread.post(.add(transfer))
        let result = await withTaskCancellationHandler {
            await collector.result()
        } onCancel: {
            thread.post(.cancel(transfer))
        }
        return try result.get()
    }

    /// Sends the request and returns as soon as the answer's head is there; its body is read piece by piece,
    /// whatever its status. `silenceMax` bounds the time without a single byte, heartbeats included.
    package func stream(
        _ request: Request, to base: BaseURL, silenceMax: Duration = .seconds(50)
    ) async throws(HTTPClientError) -> ClientStream {
        let thread = try thread(for: base)
        let parts = try RequestParts(request, base)
        let buffer = StreamBuffer(bytesMax: configuration.streamBufferBytesMax)
        let transfer = try Transfer(parts, configuration, deadline: nil, silenceMax: silenceMax, sink: buffer)
        thread.post(.add(transfer))
        let result = await withTaskCancellationHandler {
            await buffer.head()
        } onCancel: {
            thread.post(.cancel(transfer))
        }
        let head = try result.get()
        return ClientStream(head, buffer, transfer, thread)
    }

    /// Ends all requests with `closed` and the thread with them.
    package func close() {
        let thread = state.withLock { state in
            state.isClosed = true
            defer { state.thread = nil }
            return state.thread
        }
        thread?.post(.stop)
    }

    private func thread(for base: BaseURL) throws(HTTPClientError) -> CurlThread {
        let isPlainAllowed = configuration.allowsPlainHTTP || configuration.allowsLocalAddresses
        if base.scheme == .http, !isPlainAllowed { throw .refusedScheme(origin: base.origin) }
        let thread = state.withLock { state in
            if state.thread == nil, !state.isClosed { state.thread = CurlThread.start() }
            return state.thread
        }
        guard let thread else { throw .closed }
        return thread
    }
}
