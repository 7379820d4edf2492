internal import FoundationEssentials
internal import HTTPMessages
internal import JSON
internal import Merchant
internal import Terminal

/// From the command line to the exit status.
enum ShopMain {
    static func run() async -> ExitStatus {
        let console = Console(
            program: "baton-shop",
            style: OutputStyle(isJSON: true, isPlain: true, hasColor: false, columns: 80),
            output: TextOutput(descriptor: 1), errors: TextOutput(descriptor: 2), input: LineInput())
        do throws(UsageError) {
            let words = Array(CommandLine.arguments.dropFirst())
            switch try ShopProgram.program.read(words, environment: ProcessInfo.processInfo.environment) {
            case .help(let text), .version(let text):
                console.say(text)
                return console.finish(.done)
            case .run(let command): return try await run(command, console)
            }
        } catch {
            console.fail(error.message, hint: error.hint)
            return .usage
        }
    }

    private static func run(
        _ command: ParsedCommand, _ console: Console
    ) async throws(UsageError) -> ExitStatus {
        switch command.path.first {
        case "catalog":
            console.say(DefaultCatalog.json)
            return console.finish(.done)
        case "cards":
            for (number, meaning) in SimulatedCharge.declined { console.say("\(number)  \(meaning)") }
            return console.finish(.done)
        default: return await serve(try ShopOptions(command), console)
        }
    }

    private static func serve(_ options: ShopOptions, _ console: Console) async -> ExitStatus {
        let log = ShopLog(to: console.errors) { Int64(Date().timeIntervalSince1970 * 1000) }
        let signals = SignalWatch()
        defer { signals.stop() }
        let server: ShopServer
        do throws(ShopStartError) {
            server = try ShopServer(options, log: log) { Int64(Date().timeIntervalSince1970) }
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

    private static func ready(_ server: ShopServer) -> String {
        var line: JSONObject = [
            "event": "ready", "listen": .string(server.listen.text), "origin": .string(server.origin.text),
        ]
        if let path = server.webhookKeyFile { line["webhook_key_file"] = .string(path) }
        return JSONValue.object(line).encodedString()
    }
}
