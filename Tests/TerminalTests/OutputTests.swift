import Glibc
import Testing

@testable import Terminal

@Suite struct OutputTests {
    @Test func `a log line is one JSON object in order, with nothing that steers a terminal`() {
        let line = LogLine.text(
            at: 1_709_210_096_789, .warning, event: "late", [("a", "x\"\u{1B}\n\\é"), ("n", 3), ("b", true)])
        #expect(
            line == "{\"time\":\"2024-02-29T12:34:56.789Z\",\"level\":\"warning\",\"event\":\"late\","
                + "\"a\":\"x\\\"\\u001b\\n\\\\é\",\"n\":3,\"b\":true}")
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"), (951_782_399_999, "2000-02-28T23:59:59.999Z"),
        (4_107_542_400_000, "2100-03-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
    ])
    func `times are those of the calendar`(milliseconds: Int64, text: String) {
        #expect(LogLine.time(milliseconds) == text)
    }

    @Test func `a broken pipe and a full disk are remembered, not fatal`() throws {
        BrokenPipes.ignore()
        var ends: [Int32] = [0, 0]
        try #require(unsafe pipe(&ends) == 0)
        close(ends[0])
        let output = TextOutput(descriptor: ends[1])
        output.line("a")
        output.line("b")
        #expect(output.failure == .closed)
        close(ends[1])

        let device = unsafe open("/dev/full", O_WRONLY)
        let full = TextOutput(descriptor: device)
        full.line("a")
        #expect(full.failure == .full)
        close(device)
    }

    @Test func `a full disk turns done into failed, a closed pipe does not`() throws {
        let device = unsafe open("/dev/full", O_WRONLY)
        defer { close(device) }
        let null = TextOutput(descriptor: unsafe open("/dev/null", O_WRONLY))
        let console = Console(
            program: "try", style: OutputStyle(), output: TextOutput(descriptor: device), errors: null,
            input: LineInput(descriptor: -1))
        #expect(console.finish(.done) == .done)
        console.say("x")
        #expect(console.finish(.done) == .failed)
        #expect(console.finish(.inDoubt) == .inDoubt)
    }

    @Test func `the style honours NO_COLOR, dumb terminals and pipes`() throws {
        let program = Program(Command("try", "tries"), version: "1", common: OutputStyle.options)
        guard case .run(let flags) = try program.read(["--json"], environment: [:]) else { return }
        let style = OutputStyle(
            flags: flags, environment: ["NO_COLOR": "1", "COLUMNS": "120"], output: TextOutput(descriptor: -1)
        )
        #expect(style == OutputStyle(isJSON: true, isPlain: false, hasColor: false, columns: 120))
    }
}
