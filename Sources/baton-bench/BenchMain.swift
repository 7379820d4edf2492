internal import Blocking
internal import FoundationEssentials
internal import HTTPMessages
internal import Terminal

/// `baton-bench`: writes the requests of a measurement, signed beforehand, for the driver that sends them;
/// and measures what one check of a signature costs here.
enum BenchMain {
    private static let program = Program(
        Command(
            "baton-bench", "Prepares measurements of a relay; `make bench` runs them.",
            subcommands: [
                Command(
                    "prepare", "Writes a file of signed requests, good for a minute.",
                    options: [
                        .value("base", "URL", "the relay"), .value("out", "FILE", "where the requests go"),
                        .value("pairs", "N", "pairs of watch and phone", fallback: "1"),
                        .value("handoffs", "N", "handoffs of each pair", fallback: "0"),
                        .value("waiting", "N", "devices that only wait, two streams each", fallback: "0"),
                        .value(
                            "forged", "N", "create requests whose token is not signed by its sender",
                            fallback: "0"),
                    ]), Command("verify", "Prints how many signatures one core checks in a second."),
            ], runsAlone: false), version: "1")

    static func run() async -> ExitStatus {
        let console = Console(
            program: "baton-bench",
            style: OutputStyle(isJSON: false, isPlain: true, hasColor: false, columns: 80),
            output: TextOutput(descriptor: 1), errors: TextOutput(descriptor: 2), input: LineInput())
        do throws(UsageError) {
            let words = Array(CommandLine.arguments.dropFirst())
            switch try program.read(words, environment: ProcessInfo.processInfo.environment) {
            case .help(let text), .version(let text): console.say(text)
            case .run(let command):
                if command.path == ["verify"] {
                    console.say("\(VerifyRate.measure())")
                } else {
                    return try prepare(command, console)
                }
            }
            return console.finish(.done)
        } catch {
            console.fail(error.message, hint: error.hint)
            return .usage
        }
    }

    private static func prepare(_ command: ParsedCommand, _ console: Console) throws(UsageError) -> ExitStatus
    {
        guard let base = BaseURL(try command.required("base")) else {
            throw command.invalid("base", expected: "a base URL")
        }
        let path = try command.required("out")
        func number(_ option: String) throws(UsageError) -> Int {
            try command.integer(option, in: 0...1_000_000) ?? 0
        }
        let counts = ScriptCounts(
            pairs: try number("pairs"), handoffs: try number("handoffs"), waiting: try number("waiting"),
            forged: try number("forged"))
        do {
            let script = try Script.make(counts, for: base, at: Int64(Date().timeIntervalSince1970 * 1000))
            try DurableFile.replace(path, with: script)
            return console.finish(.done)
        } catch {
            console.fail("\(error)", hint: nil)
            return .failed
        }
    }
}
