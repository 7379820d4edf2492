import Blocking

/// A folder of one test's own, gone when the test is.
struct TemporaryFolder: ~Copyable {
    let path: String

    /// In memory where the system has such a place: a simulation needs what a commit keeps, not what a disk
    /// costs.
    init(inMemory: Bool = false) throws {
        // Not every system has it.
        let hasMemory = inMemory && (try? Folder.names(in: "/dev/shm")) != nil
        let root = hasMemory ? "/dev/shm" : nil
        path = try Folder.makeTemporary(prefix: "baton-test", in: root)
    }

    deinit {
        // A folder left below /tmp harms no later test.
        do { try Folder.removeTree(path) } catch {}
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }
}
