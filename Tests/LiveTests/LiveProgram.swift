import Foundation
import Synchronization

/// One of the programs as a process of its own, found beside the test's own program.
final class LiveProgram: Sendable {
    private let process: Mutex<Process>
    private let lines: LineReader

    /// Starts `name` with these arguments, optionally under another program such as strace.
    init(_ name: String, _ arguments: [String], under wrapper: [String] = []) throws {
        let program = try Self.path(of: name)
        let words = wrapper + [program] + arguments
        let process = Process()
        process.executableURL = URL(fileURLWithPath: words[0])
        process.arguments = Array(words.dropFirst())
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.standardError
        lines = LineReader(output.fileHandleForReading)
        try process.run()
        self.process = Mutex(process)
    }

    deinit { kill() }

    /// The next line of its output, or nil at its end. Blocks its thread.
    func nextLine() -> String? { lines.next() }

    /// `kill -9`, and waits until it is gone.
    func kill() {
        process.withLock { process in
            guard process.isRunning else { return }
            _ = Foundation.kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
    }

    /// SIGTERM, and its exit status; after thirty seconds it is killed.
    func terminate() -> Int32 {
        process.withLock { process in
            if process.isRunning { process.terminate() }
            for _ in 0..<3_000 where process.isRunning { Thread.sleep(forTimeInterval: 0.01) }
            if process.isRunning { _ = Foundation.kill(process.processIdentifier, SIGKILL) }
            process.waitUntilExit()
            return process.terminationStatus
        }
    }

    var processID: Int32 { process.withLock { $0.processIdentifier } }

    private struct NotBuilt: Error, CustomStringConvertible {
        let name: String
        var description: String { "\(name) has not been built: swift build --product \(name)" }
    }

    /// `BATON_BIN` names a folder of release builds; otherwise the debug build beside the tests is taken.
    static func path(of name: String) throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path
        let folders: [String?] = [
            ProcessInfo.processInfo.environment["BATON_BIN"],
            URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0]).deletingLastPathComponent().path,
            "\(root)/.build/debug",
        ]
        for folder in folders.compactMap({ $0 }) {
            let path = "\(folder)/\(name)"
            if FileManager.default.isExecutableFile(atPath: path) { return path }
        }
        throw NotBuilt(name: name)
    }
}

/// Reads a pipe line by line.
private final class LineReader: Sendable {
    private let state: Mutex<(handle: FileHandle, rest: Data)>

    init(_ handle: FileHandle) { state = Mutex((handle, Data())) }

    func next() -> String? {
        state.withLock { state in
            while true {
                if let end = state.rest.firstIndex(of: UInt8(ascii: "\n")) {
                    let line = String(decoding: state.rest[state.rest.startIndex..<end], as: UTF8.self)
                    state.rest = Data(state.rest[state.rest.index(after: end)...])
                    return line
                }
                let more = state.handle.availableData
                if more.isEmpty { return nil }
                state.rest.append(more)
            }
        }
    }
}
