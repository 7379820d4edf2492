internal import Synchronization

/// What requests come through: closed until everything behind it is joined, for a server's port, and so its
/// own name, must be known before.
package final class Doorway<Inside: Sendable>: Sendable {
    private let held = Mutex<Inside?>(nil)

    /// A closed one.
    package init() {}

    /// What answers; nil while it is closed.
    package var inside: Inside? { held.withLock { $0 } }

    /// Opens it, for good.
    package func open(_ inside: Inside) { held.withLock { $0 = inside } }
}
