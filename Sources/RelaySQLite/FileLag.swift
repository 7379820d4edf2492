import Synchronization

/// Whether the database file lacks steps that have been acknowledged: readers have other connections than the
/// writer and see only what it has committed there.
final class FileLag: Sendable {
    private let isBehind = Atomic<Bool>(false)

    /// Whether a reader has to ask the writer first.
    var exists: Bool { isBehind.load(ordering: .acquiring) }

    /// Called before the steps are acknowledged.
    func began() { isBehind.store(true, ordering: .releasing) }

    /// The file has everything.
    func ended() { isBehind.store(false, ordering: .releasing) }
}
