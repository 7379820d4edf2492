import Glibc
import Testing

@testable import Terminal

@Suite(.timeLimit(.minutes(1))) struct InputTests {
    private func input(_ text: String, bytesMax: Int = 100) throws -> LineInput {
        var ends: [Int32] = [0, 0]
        try #require(unsafe pipe(&ends) == 0)
        #expect(SystemCall.writeAll(Array(text.utf8), to: ends[1]) == nil)
        close(ends[1])
        return LineInput(descriptor: ends[0], bytesMax: bytesMax)
    }

    @Test func `lines end at newlines, the last one at the end`() async throws {
        let input = try input("one\r\n\ntwo")
        #expect(try await input.line() == "one")
        #expect(try await input.line() == "")
        #expect(try await input.line() == "two")
        #expect(try await input.line() == nil)
        #expect(try await input.line() == nil)
    }

    @Test func `a line past the limit is refused`() async throws {
        let input = try input(String(repeating: "x", count: 30) + "\n", bytesMax: 16)
        await #expect(throws: InputError.tooLong(bytesMax: 16)) { try await input.line() }
    }

    @Test func `a line that is no text is refused`() async throws {
        var ends: [Int32] = [0, 0]
        try #require(unsafe pipe(&ends) == 0)
        #expect(SystemCall.writeAll([0xFF, 0x0A], to: ends[1]) == nil)
        let input = LineInput(descriptor: ends[0])
        await #expect(throws: InputError.notText) { try await input.line() }
    }

    @Test func `a waiting read ends when its task is cancelled, and the next one works`() async throws {
        var ends: [Int32] = [0, 0]
        try #require(unsafe pipe(&ends) == 0)
        let input = LineInput(descriptor: ends[0])
        let waiting = Task { try await input.line() }
        waiting.cancel()
        await #expect(throws: InputError.cancelled) { try await waiting.value }
        #expect(SystemCall.writeAll(Array("next\n".utf8), to: ends[1]) == nil)
        #expect(try await input.line() == "next")
    }

    @Test func `a hidden line is a secret that prints as hidden`() async throws {
        let line = try #require(try await input("correct horse\nrest\n").hiddenLine())
        #expect(line.withBytes { $0.count } == 13)
        #expect("\(line)" == "<hidden>")
        #expect(String(reflecting: line) == "<hidden>")
    }

    @Test func `a passcode file is its first line`() throws {
        #expect(throws: InputError.unreadable(path: "/nonexistent", errno: ENOENT)) {
            try HiddenText.read(file: "/nonexistent")
        }
        #expect(throws: InputError.tooLong(bytesMax: 16)) {
            try HiddenText.read(file: "/dev/zero", bytesMax: 16)
        }
        #expect(try HiddenText.read(file: "/dev/null").count == 0)
    }
}
