import HTTPMessages
import Synchronization

/// Gathers a whole answer and hands it over once.
final class ResponseCollector: TransferSink {
    private struct State {
        var status: Status?
        var fields = Fields()
        var body: [UInt8] = []
        var result: Result<ClientResponse, HTTPClientError>?
        var waiter: CheckedContinuation<Result<ClientResponse, HTTPClientError>, Never>?
    }

    private let bodyBytesMax: Int
    private let state = Mutex(State())

    init(bodyBytesMax: Int) {
        self.bodyBytesMax = bodyBytesMax
    }

    /// Waits for the answer; called once.
    func result() async -> Result<ClientResponse, HTTPClientError> {
        await withCheckedContinuation { continuation in
            let result = state.withLock { state in
                if state.result == nil { state.waiter = continuation }
                return state.result
            }
            if let result { continuation.resume(returning: result) }
        }
    }

    func began(_ status: Status, _ fields: Fields) {
        state.withLock { state in
            state.status = status
            state.fields = fields
        }
    }

    func received(_ bytes: [UInt8]) -> Taking {
        state.withLock { state in
            guard bytes.count <= bodyBytesMax - state.body.count else {
                return .tooMuch(bytesMax: bodyBytesMax)
            }
            state.body += bytes
            return .taken
        }
    }

    func ended(_ error: HTTPClientError?) {
        let (waiter, result) = state.withLock { state in
            let result: Result<ClientResponse, HTTPClientError>
            if let error {
                result = .failure(error)
            } else if let status = state.status {
                result = .success(ClientResponse(status: status, fields: state.fields, body: state.body))
            } else {
                result = .failure(.interrupted(reason: "no answer", mayHaveBeenSent: true))
            }
            state.result = result
            defer { state.waiter = nil }
            return (state.waiter, result)
        }
        waiter?.resume(returning: result)
    }
}
