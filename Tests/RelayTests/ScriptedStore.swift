import Handoffs
import Synchronization
import Wire

@testable import Relay

/// A store whose log is written by the test, and whose reads can be held up: for what happens between a
/// ring and a read.
final class ScriptedStore: RelayStore {
    private struct State {
        var log: [LoggedEvent] = []
        var oldest: Int64 = 1
        var failures = 0
        var reads = 0
        var duringRead: (@Sendable () -> Void)?
    }

    let epoch = "test"
    private let state = Mutex(State())

    /// Appends events to the one log that there is.
    func append(_ count: Int) -> [LoggedEvent] {
        state.withLock { state in
            for _ in 0..<count {
                state.log.append(
                    LoggedEvent(
                        sequence: Int64(state.log.count + 1), kind: .state, handoff: nil, expiresAt: nil,
                        data: Array("{}".utf8), attachment: .none))
            }
            return Array(state.log.suffix(count))
        }
    }

    /// Forgets events below a sequence.
    func evict(below oldest: Int64) { state.withLock { $0.oldest = oldest } }

    /// The next reads fail.
    func fail(_ times: Int) { state.withLock { $0.failures = times } }

    /// Runs once, after the next page was taken and before it is given.
    func duringNextRead(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.duringRead = body } }

    var readCount: Int { state.withLock { $0.reads } }

    func apply(
        _ scope: RelayScope, _ body: @escaping @Sendable (inout RelaySlice) -> Void
    ) async throws(StoreFailure) -> [AddressedEvent] { throw .failed("this store has a log alone") }

    func read(_ scope: RelayScope) async throws(StoreFailure) -> RelaySlice {
        throw .failed("this store has a log alone")
    }

    func events(
        of device: DeviceID, after sequence: Int64, limit: EventLimit
    ) async throws(StoreFailure) -> EventLogPage {
        let (page, body) = try state.withLock { state throws(StoreFailure) in
            state.reads += 1
            if state.failures > 0 {
                state.failures -= 1
                throw StoreFailure.busy
            }
            let events = state.log.filter { $0.sequence > sequence && $0.sequence >= state.oldest }
            let page = EventLogPage(
                oldest: min(state.oldest, Int64(state.log.count + 1)), newest: Int64(state.log.count),
                events: Array(events.prefix(limit.count)))
            defer { state.duringRead = nil }
            return (page, state.duringRead)
        }
        body?()
        return page
    }

    func open(of device: DeviceID) async throws(StoreFailure) -> DeviceSnapshot {
        let newest = state.withLock { Int64($0.log.count) }
        return DeviceSnapshot(now: Instant(seconds: 0), newest: newest, handoffs: [], pairings: [])
    }

    func touched(after mark: Int64, limit: Int) async throws(StoreFailure) -> Touched {
        Touched(mark: mark, devices: [])
    }

    func due(limit: Int) async throws(StoreFailure) -> DueWork { DueWork(handoffs: [], pairings: []) }

    func forget(limit: Int) async throws(StoreFailure) -> Int { 0 }

    func isReady() async -> Bool { true }
}
