internal import FoundationEssentials
internal import HTTPMessages
internal import Terminal

/// From the command line to the exit status.
enum RelayMain {
    static func run() async -> ExitStatus {
        let console = Console(
            program: "baton-relay",
            style: OutputStyle(isJSON: true, isPlain: true, hasColor: false, columns: 80),
            output: TextOutput(descriptor: 1), errors: TextOutput(descriptor: 2), input: LineInput())
        do throws(UsageError) {
            let words = Array(CommandLine.arguments.dropFirst())
            switch try RelayProgram.program.read(words, environment: ProcessInfo.processInfo.environment) {
            case .help(let text), .version(let text):
                console.say(text)
                return console.finish(.done)
            case .run(let command): return await serve(try RelayOptions(command), console)
            }
        } catch {
            console.fail(error.message, hint: error.hint)
            return .usage
        }
    }

    private static func serve(_ options: RelayOptions, _ console: Console) async -> ExitStatus {
        let log = RelayLog(to: console.errors) { Int64(Date().timeIntervalSince1970 * 1000) }
        let signals = SignalWatch()
        defer { signals.stop() }
        let server: RelayServer
        do throws(RelayServer.StartError) {
            server = try RelayServer(options, log: log)
        } catch {
            console.fail("\(error)", hint: error.hint)
            return .failed
        }
        console.say(ready(server))
        var iterator = signals.received.makeAsyncIterator()
        let signal = await iterator.next()
        log.info(.draining)
        await server.drain()
        log.info(.stopped)
        return console.finish(signal == .interrupt ? .interrupted : .done)
    }

    /// One line, whose values are addresses and URLs that need no escape.
    private static func ready(_ server: RelayServer) -> String {
        var line = #"{"event":"ready","listen":"\#(server.listen.text)","origin":"\#(server.origin.text)""#
        if let admin = server.adminListen { line += #","admin":"\#(admin.text)""# }
        return line + "}"
    }
}
