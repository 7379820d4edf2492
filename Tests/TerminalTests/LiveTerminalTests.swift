import Glibc
import Testing

@testable import Terminal

/// A pseudoterminal and real signals, each with a deadline.
@Suite(.timeLimit(.minutes(1)), .serialized) struct LiveTerminalTests {
    private func pseudoterminal() throws -> (person: Int32, program: Int32) {
        var person: Int32 = -1
        var program: Int32 = -1
        try #require(unsafe openpty(&person, &program, nil, nil, nil) == 0)
        return (person, program)
    }

    private func hasEcho(_ descriptor: Int32) throws -> Bool {
        var settings = termios()
        try #require(unsafe tcgetattr(descriptor, &settings) == 0)
        return settings.c_lflag & tcflag_t(ECHO) != 0
    }

    /// Waits until the terminal's echo is as wanted; the suite's limit bounds it.
    private func waitForEcho(_ isOn: Bool, _ descriptor: Int32) async throws {
        while try hasEcho(descriptor) != isOn { await Task.yield() }
    }

    @Test func `a passcode typed at a terminal is not echoed, and the echo comes back`() async throws {
        let (person, program) = try pseudoterminal()
        defer {
            close(person)
            close(program)
        }
        let input = LineInput(descriptor: program)
        #expect(input.isTerminal)
        #expect(try hasEcho(program))
        let line = Task { try await input.hiddenLine() }
        try await waitForEcho(false, program)
        #expect(SystemCall.writeAll(Array("open sesame\n".utf8), to: person) == nil)
        let text = try #require(try await line.value)
        #expect(text.withBytes { $0.count } == 11)
        #expect(try hasEcho(program))
    }

    @Test func `the echo comes back when the question is cancelled`() async throws {
        let (person, program) = try pseudoterminal()
        defer {
            close(person)
            close(program)
        }
        let input = LineInput(descriptor: program)
        let line = Task { try await input.hiddenLine() }
        try await waitForEcho(false, program)
        line.cancel()
        await #expect(throws: InputError.cancelled) { try await line.value }
        #expect(try hasEcho(program))
    }

    @Test func `the width is the terminal's own`() throws {
        let (person, program) = try pseudoterminal()
        defer {
            close(person)
            close(program)
        }
        var size = winsize(ws_row: 30, ws_col: 97, ws_xpixel: 0, ws_ypixel: 0)
        try #require(unsafe ioctl(person, UInt(TIOCSWINSZ), &size) == 0)
        let output = TextOutput(descriptor: program)
        #expect(output.isTerminal)
        #expect(output.columns(variable: "40") == 97)
        #expect(output.rows == 30)
        #expect(TextOutput(descriptor: -1).columns(variable: "40") == 40)
        #expect(TextOutput(descriptor: -1).columns(variable: "x") == 80)
    }

    @Test func `signals arrive as values and do not kill`() async throws {
        let watch = SignalWatch([.terminate])
        kill(getpid(), SIGTERM)
        var received = watch.received.makeAsyncIterator()
        #expect(await received.next() == .terminate)
        watch.stop()
        #expect(await received.next() == nil)
        _ = Glibc.signal(SIGTERM, SIG_DFL)
    }
}
