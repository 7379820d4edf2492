import Testing

/// The fault runs of `make faults` in small, so that they work whenever somebody wants them large. What each
/// proves stands in its file in `Tests/faults`.
@Suite(.serialized) struct FaultLiveTests {
    @Test(
        "G7, relay 91: killed programs, two phones and somebody on the wire change no purchase",
        .timeLimit(.minutes(10)),
        arguments: ["kill-relay", "kill-phone", "kill-shop", "two-phones", "unreadable"])
    func run(name: String) async throws {
        let program = try LiveProgram.path(of: "baton-watch")
        let programs = program.split(separator: "/").dropLast().joined(separator: "/")
        let sizes = ["--purchases", "16", "--kills", "8", "--races", "20", "--rounds", "2"]
        let script = LiveFile.path(inTests: "faults/run.py")
        let run = try RunningProgram(
            path: "/usr/bin/env", ["python3", script, "/\(programs)", name] + sizes)
        let status = try await run.status(within: .seconds(540))
        #expect(status == 0, "\(run.output) \(run.errors)")
        #expect(run.output.contains("\(name): held: "))
    }
}
