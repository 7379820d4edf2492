import HTTPMessages
import Synchronization

/// Holds what has come of a stream until its reader asks, within a bound.
final class StreamBuffer: TransferSink {
    struct Head: Sendable {
        let status: Status
        let fields: Fields
    }

    typealias Piece = Result<[UInt8]?, HTTPClientError>

    private struct State {
        var head: Result<Head, HTTPClientError>?
        var headWaiter: CheckedContinuation<Result<Head, HTTPClientError>, Never>?
        var pieces: [UInt8] = []
        var isPaused = false
        /// Set at the end: nil for a proper one.
        var end: Piece?
        var waiter: CheckedContinuation<Piece, Never>?
    }

    private let bytesMax: Int
    private let state = Mutex(State())

    init(bytesMax: Int) {
        self.bytesMax = bytesMax
    }

    /// Waits for the head; called once.
    func head() async -> Result<Head, HTTPClientError> {
        await withCheckedContinuation { continuation in
            let head = state.withLock { state in
                if state.head == nil { state.headWaiter = continuation }
                return state.head
            }
            if let head { continuation.resume(returning: head) }
        }
    }

    /// Waits for the next bytes, nil at the end. `goOn` is called when the network was told to wait for us.
    func next(goOn: () -> Void) async -> Piece {
        await withCheckedContinuation { continuation in
            let (piece, wasPaused) = state.withLock { state -> (Piece?, Bool) in
                if !state.pieces.isEmpty {
                    let wasPaused = state.isPaused
                    state.isPaused = false
                    var taken: [UInt8] = []
                    swap(&taken, &state.pieces)
                    return (.success(taken), wasPaused)
                }
                if state.end == nil { state.waiter = continuation }
                return (state.end, false)
            }
            if let piece { continuation.resume(returning: piece) }
            if wasPaused { goOn() }
        }
    }

    func began(_ status: Status, _ fields: Fields) {
        let head = Result<Head, HTTPClientError>.success(Head(status: status, fields: fields))
        let waiter = state.withLock { state in
            state.head = head
            defer { state.headWaiter = nil }
            return state.headWaiter
        }
        waiter?.resume(returning: head)
    }

    func received(_ bytes: [UInt8]) -> Taking {
        let (taking, waiter) = state.withLock { state -> (Taking, CheckedContinuation<Piece, Never>?) in
            if let waiter = state.waiter {
                state.waiter = nil
                return (.taken, waiter)
            }
            guard state.pieces.isEmpty || state.pieces.count + bytes.count <= bytesMax else {
                state.isPaused = true
                return (.later, nil)
            }
            state.pieces += bytes
            return (.taken, nil)
        }
        waiter?.resume(returning: .success(bytes))
        return taking
    }

    func ended(_ error: HTTPClientError?) {
        let end: Piece = error.map { .failure($0) } ?? .success(nil)
        let (waiter, headWaiter, head) = state.withLock { state in
            state.end = end
            let failure = error ?? .interrupted(reason: "no answer", mayHaveBeenSent: true)
            let head = state.head ?? .failure(failure)
            state.head = head
            defer { (state.waiter, state.headWaiter) = (nil, nil) }
            return (state.waiter, state.headWaiter, head)
        }
        headWaiter?.resume(returning: head)
        waiter?.resume(returning: end)
    }
}
