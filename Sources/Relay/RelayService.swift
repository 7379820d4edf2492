internal import Handoffs

/// The relay's use cases over its ports: each loads what it decides by, lets the value decide, and answers
/// after the store has it on disk. Safe to call from any task; work that needs no store runs on the caller's
/// thread.
package final class RelayService: Sendable {
    let store: any RelayStore
    let clock: any RelayClock
    /// Who waits on this node.
    package let hub: EventHub
    let keys: KnownKeys
    /// The base URL that tokens and grants must name.
    let base: String

    /// Joins the use cases with what they rest on. `base` is the public base URL in canonical form.
    package init(store: any RelayStore, clock: any RelayClock, hub: EventHub, base: String) {
        self.store = store
        self.clock = clock
        self.hub = hub
        self.base = base
        keys = KnownKeys(store: store)
    }

    /// Runs an update, rings for its events and turns the store's failures into refusals.
    func decide<Answer: Sendable>(
        _ scope: RelayScope,
        _ body: @escaping @Sendable (inout RelaySlice) -> Result<Answer, RelayRefusal>
    ) async throws(RelayRefusal) -> Answer {
        let committed: Committed<Result<Answer, RelayRefusal>>
        do {
            committed = try await store.update(scope, body)
        } catch {
            throw RelayRefusal(error)
        }
        hub.ring(committed.events)
        return try committed.value.get()
    }

    /// A read with the store's failures as refusals.
    func look(_ scope: RelayScope) async throws(RelayRefusal) -> RelaySlice {
        do { return try await store.read(scope) } catch { throw RelayRefusal(error) }
    }

    /// Whether requests can be served: the store answers.
    package func isReady() async -> Bool { await store.isReady() }
}
