import Blocking
import TestSupport
import Testing

/// `make demo` with the programs that were just built.
@Suite(.serialized) struct DemoLiveTests {
    @Test(.timeLimit(.minutes(5)))
    func `the demo ends with 0 and leaves nothing behind`() async throws {
        let folder = try TemporaryFolder()
        let program = try LiveProgram.path(of: "baton-watch")
        let programs = program.split(separator: "/").dropLast().joined(separator: "/")
        let demo = try RunningProgram(
            path: "/bin/bash", [LiveFile.path(inTests: "../deploy/demo/demo.sh"), "/\(programs)"],
            environment: ["TMPDIR": folder.path])
        let status = try await demo.status(within: .seconds(200))
        #expect(status == 0, "\(demo.output) \(demo.errors)")
        #expect(try Folder.names(in: folder.path).isEmpty)
    }
}
