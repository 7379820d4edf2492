import Foundation
import JSON
import Synchronization
import Testing

/// One of the built programs as a process of its own, for the live suites. It is killed when it is forgotten.
final class RunningProgram: Sendable {
    private struct State {
        var output: [UInt8] = []
        var errors: [UInt8] = []
        var openPipes = 2
    }

    private let state = Mutex(State())
    private let process: Process
    private let input: Pipe

    /// Starts one of the built programs; `environment` is added to the test's own.
    convenience init(_ name: String, _ arguments: [String], environment: [String: String] = [:]) throws {
        try self.init(path: try LiveProgram.path(of: name), arguments, environment: environment)
    }

    /// Starts any program.
    init(path: String, _ arguments: [String], environment: [String: String] = [:]) throws {
        process = Process()
        input = Pipe()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = input
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        output.fileHandleForReading.readabilityHandler = { [weak self] in self?.take($0, isError: false) }
        errors.fileHandleForReading.readabilityHandler = { [weak self] in self?.take($0, isError: true) }
        try process.run()
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    private func take(_ handle: FileHandle, isError: Bool) {
        let data = handle.availableData
        if data.isEmpty { handle.readabilityHandler = nil }
        state.withLock { state in
            if data.isEmpty { state.openPipes -= 1 }
            if isError { state.errors += data } else { state.output += data }
        }
    }

    /// What it has written to stdout so far.
    var output: String { state.withLock { String(decoding: $0.output, as: UTF8.self) } }

    /// What it has written to stderr so far.
    var errors: String { state.withLock { String(decoding: $0.errors, as: UTF8.self) } }

    /// The stdout line at `index`, once it is complete.
    func line(_ index: Int, within deadline: Duration = .seconds(30)) async throws -> String {
        let end = ContinuousClock.now + deadline
        while ContinuousClock.now < end {
            let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
            if lines.count > index + 1 { return String(lines[index]) }
            guard process.isRunning || lines.count > index + 1 else { break }
            try await Task.sleep(for: .milliseconds(5))
        }
        throw ProgramFailure(what: "no line \(index) of output; errors: \(errors)")
    }

    /// Writes a line to its stdin.
    func type(_ line: String) { input.fileHandleForWriting.write(Data("\(line)\n".utf8)) }

    /// Closes its stdin: nobody types any more.
    func endInput() {
        // Closed already, it has ended all the same.
        do { try input.fileHandleForWriting.close() } catch {}
    }

    /// Sends a signal to this one process.
    func signal(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Its exit status, once it has ended; the number of the signal, negative, where that ended it.
    func status(within deadline: Duration = .seconds(40)) async throws -> Int32 {
        let end = ContinuousClock.now + deadline
        while process.isRunning {
            guard ContinuousClock.now < end else {
                throw ProgramFailure(what: "still running after \(deadline)")
            }
            try await Task.sleep(for: .milliseconds(5))
        }
        // What it wrote last may still be on its way.
        for _ in 0..<1000 where state.withLock({ $0.openPipes > 0 }) {
            try await Task.sleep(for: .milliseconds(2))
        }
        let isSignal = process.terminationReason == .uncaughtSignal
        return isSignal ? -process.terminationStatus : process.terminationStatus
    }
}

/// Why a program did not do what a live test waited for.
struct ProgramFailure: Error {
    let what: String
}
