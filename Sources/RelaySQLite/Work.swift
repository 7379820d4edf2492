import Relay
import SQLite
import Synchronization

/// Something a caller waits for: it takes part in a transaction, and is told once how that ended.
protocol Work: AnyObject, Sendable {
    /// Whether the file is to have everything that was acknowledged before.
    var needsFile: Bool { get }
    /// Its part of the open transaction; may be called again after one that was undone.
    func perform(_ ledger: inout Ledger) throws(SQLiteError)
    /// The commit is on disk.
    func succeed()
    /// Nothing of it is.
    func fail(_ failure: StoreFailure)
}

/// A piece of work with what it gives.
final class PendingWork<Value: Sendable>: Work {
    let needsFile: Bool
    private let body: @Sendable (inout Ledger) throws(SQLiteError) -> Value
    private let state = Mutex(State.working(nil))

    /// Where it is.
    private enum State {
        /// Not done yet, with what the last `perform` gave.
        case working(Value?)
        /// Not done yet, and its caller sleeps.
        case awaited(Value?, CheckedContinuation<Result<Value, StoreFailure>, Never>)
        /// Done, and its caller has not asked yet.
        case done(Result<Value, StoreFailure>)
        /// Done and told.
        case told
    }

    init(needsFile: Bool = false, _ body: @escaping @Sendable (inout Ledger) throws(SQLiteError) -> Value) {
        self.needsFile = needsFile
        self.body = body
    }

    func perform(_ ledger: inout Ledger) throws(SQLiteError) {
        let value = try body(&ledger)
        state.withLock { state in
            switch state {
            case .working: state = .working(value)
            case .awaited(_, let continuation): state = .awaited(value, continuation)
            case .done, .told: precondition(false, "work was performed after it was done")
            }
        }
    }

    func succeed() { finish(nil) }

    func fail(_ failure: StoreFailure) { finish(failure) }

    private func finish(_ failure: StoreFailure?) {
        let waiting = state.withLock { state -> (() -> Void)? in
            switch state {
            case .working(let value):
                state = .done(Self.result(value, failure))
                return nil
            case .awaited(let value, let continuation):
                state = .told
                let result = Self.result(value, failure)
                return { continuation.resume(returning: result) }
            case .done, .told:
                precondition(false, "work was finished twice")
                return nil
            }
        }
        waiting?()
    }

    private static func result(_ value: Value?, _ failure: StoreFailure?) -> Result<Value, StoreFailure> {
        if let value, failure == nil { return .success(value) }
        precondition(failure != nil, "work succeeded before it was performed")
        return .failure(failure ?? .failed("not performed"))
    }

    /// How it ended, without sleeping where it has ended already.
    func result() async throws(StoreFailure) -> Value {
        let done = state.withLock { state -> Result<Value, StoreFailure>? in
            guard case .done(let result) = state else { return nil }
            state = .told
            return result
        }
        if let done { return try done.get() }
        let result = await withCheckedContinuation { continuation in
            let done = state.withLock { state -> Result<Value, StoreFailure>? in
                switch state {
                case .working(let value):
                    state = .awaited(value, continuation)
                    return nil
                case .done(let result):
                    state = .told
                    return result
                case .awaited, .told:
                    precondition(false, "work was awaited twice")
                    return nil
                }
            }
            if let done { continuation.resume(returning: done) }
        }
        return try result.get()
    }
}
