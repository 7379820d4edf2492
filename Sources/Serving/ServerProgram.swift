internal import FoundationEssentials
internal import JSON
package import Terminal

/// From a server's command line to its exit status.
package enum ServerProgram {
    /// Reads the command line and runs what it asks for; help, the version and mistakes are answered here.
    package static func run(
        _ program: Program, named name: String,
        _ body: (ParsedCommand, Console) async throws(UsageError) -> ExitStatus
    ) async -> ExitStatus {
        let console = Console(
            program: name, style: OutputStyle(isJSON: true, isPlain: true, hasColor: false, columns: 80),
            output: TextOutput(descriptor: 1), errors: TextOutput(descriptor: 2), input: LineInput())
        do throws(UsageError) {
            let words = Array(CommandLine.arguments.dropFirst())
            let environment = ProcessInfo.processInfo.environment
            switch try program.read(
                words, environment: environment,
                columns: console.output.columns(variable: environment["COLUMNS"]))
            {
            case .help(let text), .version(let text):
                console.say(text)
                return console.finish(.done)
            case .run(let command): return try await body(command, console)
            }
        } catch {
            if CommandLine.arguments.contains("--json") { console.say(usageEvent(error)) }
            console.fail(error.message, hint: error.hint)
            return .usage
        }
    }

    /// A mistake on the command line as the event of a tool that was asked for JSON.
    private static func usageEvent(_ error: UsageError) -> String {
        let line: JSONObject = [
            "event": "error", "code": "usage", "message": .string(error.message), "hint": .string(error.hint),
        ]
        return JSONValue.object(line).encodedString()
    }

    /// Starts a server, says that it is ready, and drains it when a signal asks for the end.
    package static func serve<Event: ServerLogEvent, Failure: StartFailure>(
        _ console: Console, _ log: Log<Event>, start: () throws(Failure) -> RunningServer
    ) async -> ExitStatus {
        let signals = SignalWatch()
        defer { signals.stop() }
        let server: RunningServer
        do throws(Failure) { server = try start() } catch {
            console.fail("\(error)", hint: error.hint)
            return .failed
        }
        console.say(server.ready)
        var iterator = signals.received.makeAsyncIterator()
        let signal = await iterator.next()
        log.info(.draining)
        await server.drain()
        log.info(.stopped)
        return console.finish(signal == .interrupt ? .interrupted : .done)
    }

    /// A log on standard error with this machine's time.
    package static func log<Event>(_ console: Console) -> Log<Event> {
        Log(to: console.errors) { Int64(Date().timeIntervalSince1970 * 1000) }
    }
}

/// A server that has begun to serve: its first line of output, and how it ends.
package struct RunningServer: Sendable {
    let ready: String
    let drain: @Sendable () async -> Void

    /// `facts` stand in the first line behind `"event":"ready"`.
    package init(
        facts: KeyValuePairs<String, String>, drain: @escaping @Sendable () async -> Void
    ) {
        var line: JSONObject = ["event": "ready"]
        for (name, value) in facts { line[name] = .string(value) }
        ready = JSONValue.object(line).encodedString()
        self.drain = drain
    }
}

/// Why a server did not start, for people.
package protocol StartFailure: Error, CustomStringConvertible {
    /// What to do now.
    var hint: String? { get }
}

/// What every server logs when it ends; its own events stand beside.
package protocol ServerLogEvent: RawRepresentable, Sendable where RawValue == String {
    /// A signal came: nothing new is begun.
    static var draining: Self { get }
    /// Everything was finished.
    static var stopped: Self { get }
}
