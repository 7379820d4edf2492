internal import Blocking

/// A folder of one test's own, gone when the test is.
package struct TemporaryFolder: ~Copyable {
    package let path: String

    /// In memory where that is asked for and the system has such a place: a simulation needs what a commit
    /// keeps, not what a disk costs.
    package init(inMemory: Bool = false) throws {
        // Not every system has it.
        let hasMemory = inMemory && (try? Folder.names(in: "/dev/shm")) != nil
        let root = hasMemory ? "/dev/shm" : nil
        path = try Folder.makeTemporary(prefix: "baton-test", in: root)
    }

    deinit {
        // A folder left below /tmp harms no later test.
        do { try Folder.removeTree(path) } catch {}
    }

    /// The path of a file in it, which need not exist.
    package func file(_ name: String) -> String { "\(path)/\(name)" }
}
