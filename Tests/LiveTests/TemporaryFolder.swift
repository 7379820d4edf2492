import Blocking

/// A folder of one test's own, gone when the test is.
struct TemporaryFolder: ~Copyable {
    let path: String

    init() throws { path = try Folder.makeTemporary(prefix: "baton-test") }

    deinit {
        // A folder left below /tmp harms no later test.
        do { try Folder.removeTree(path) } catch {}
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }
}
