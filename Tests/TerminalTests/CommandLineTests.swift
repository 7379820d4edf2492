import Testing

@testable import Terminal

@Suite struct CommandLineTests {
    private let program = Program(
        Command(
            "try", "a program for tests",
            subcommands: [
                Command(
                    "buy", "buys an item", arguments: [CommandArgument("ITEM", "what to buy")],
                    options: [
                        .value("quantity", "N", "how many", fallback: "1"),
                        .repeated("promo", "CODE", "a promo code"),
                        .repeated("option", "K=V", "an option"),
                        .value("expires-in", "TIME", "how long it waits"),
                        .flag("yes", "asks nothing"),
                    ], examples: [CommandExample("try buy latte", "one latte")]),
                Command(
                    "wallet", "shows the wallet",
                    subcommands: [Command("add", "adds a card")]),
            ], runsAlone: false),
        version: "1.0",
        common: [
            .value("home", "DIR", "where it lives", environment: "BATON_HOME"), .flag("json", "for scripts"),
        ])

    private func run(_ words: String..., environment: [String: String] = [:]) throws -> ParsedCommand {
        guard case .run(let command) = try program.read(words, environment: environment) else {
            throw UsageError.conflict(reason: "no command to run")
        }
        return command
    }

    @Test func `options are read with equals sign, with a space, before and after the command`() throws {
        let command = try run(
            "--home=/a", "buy", "--quantity", "2", "latte", "--promo=A", "--json", "--promo", "B", "--yes")
        #expect(command.path == ["buy"])
        #expect(command.value("home") == "/a")
        #expect(try command.integer("quantity", in: 1...9) == 2)
        #expect(command.values("promo") == ["A", "B"])
        #expect(command.argument("ITEM") == "latte")
        #expect(command.has("json") && command.has("yes"))
    }

    @Test func `an absent option is read from its variable, then from its fallback`() throws {
        #expect(try run("buy", "x", environment: ["BATON_HOME": "/e"]).value("home") == "/e")
        #expect(try run("buy", "x", "--home", "/g", environment: ["BATON_HOME": "/e"]).value("home") == "/g")
        #expect(try run("buy", "x").value("quantity") == "1")
        #expect(try run("buy", "x").value("home") == nil)
    }

    @Test func `what follows two dashes is no option`() throws {
        #expect(try run("buy", "--", "--promo").argument("ITEM") == "--promo")
    }

    @Test func `commands nest`() throws {
        #expect(try run("wallet").path == ["wallet"])
        #expect(try run("wallet", "add").path == ["wallet", "add"])
    }

    @Test(arguments: [
        (
            ["buy", "x", "--promoo", "A"],
            UsageError.unknownOption("--promoo", nearest: "--promo", command: ["buy"])
        ),
        (["buy", "x", "--zzzzzz"], .unknownOption("--zzzzzz", nearest: nil, command: ["buy"])),
        (["by"], .unknownCommand("by", nearest: "buy", names: ["buy", "wallet"])),
        ([], .missingCommand(names: ["buy", "wallet"])),
        (["buy"], .missingArgument("ITEM")),
        (["buy", "a", "b"], .unexpectedArgument("b")),
        (["buy", "a", "--promo"], .missingValue("--promo", placeholder: "CODE")),
        (["buy", "a", "--promo", "--yes"], .missingValue("--promo", placeholder: "CODE")),
        (["buy", "a", "--yes=1"], .unexpectedValue("--yes")),
        (["buy", "a", "--quantity", "1", "--quantity", "2"], .repeatedOption("--quantity")),
    ])
    func `a mistake is named, with the nearest right word`(words: [String], expected: UsageError) {
        #expect(throws: expected) { try program.read(words, environment: [:]) }
    }

    @Test func `values are checked where they are read, naming their source`() throws {
        let command = try run(
            "buy", "a", "--quantity", "0", "--expires-in", "5y", "--option", "size", "--option", "a=b=c")
        #expect(
            throws: UsageError.invalidValue("--quantity", got: "0", expected: "a whole number from 1 to 9")
        ) {
            try command.integer("quantity", in: 1...9)
        }
        #expect(throws: UsageError.self) {
            try command.duration("expires-in", in: .seconds(30)...(.seconds(86_400)))
        }
        #expect(throws: UsageError.invalidValue("--option", got: "size", expected: "NAME=VALUE")) {
            try command.pairs("option")
        }
        #expect(try run("buy", "a", "--option", "a=b=c").pairs("option").first?.value == "b=c")
    }

    @Test(arguments: [("250ms", 250), ("90s", 90_000), ("10m", 600_000), ("24h", 86_400_000)])
    func `times carry their unit`(text: String, milliseconds: Int) {
        #expect(DurationText.read(text) == .milliseconds(milliseconds))
        #expect(DurationText.show(.milliseconds(milliseconds)).count <= text.count)
    }

    @Test(arguments: ["", "10", "m", "-1s", "1.5h", "99999999999999999999s", "9223372036854775807d", "١s"])
    func `what is no time is refused`(text: String) { #expect(DurationText.read(text) == nil) }

    @Test(arguments: [["--help"], ["-h"], ["help"], ["buy", "--nonsense", "--help"]])
    func `help is given wherever it is asked for`(words: [String]) throws {
        guard case .help(let text) = try program.read(words, environment: [:]) else {
            Issue.record("no help")
            return
        }
        #expect(text.hasPrefix("usage: try"))
    }

    @Test func `help of a command shows what it takes, defaults and examples within 80 columns`() throws {
        guard case .help(let text) = try program.read(["help", "buy"], environment: [:]) else {
            Issue.record("no help")
            return
        }
        for part in ["ITEM", "--quantity N", "default 1", "may be repeated", "BATON_HOME", "one latte"] {
            #expect(text.contains(part))
        }
        for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    }

    @Test func `help of the program lists the exit statuses`() throws {
        guard case .help(let text) = try program.read(["--help"], environment: [:]) else {
            Issue.record("no help")
            return
        }
        for status in ExitStatus.allCases { #expect(text.contains("\(status.rawValue)  ")) }
    }

    @Test func `help of a server lists those it ends with, and a day is said as people say it`() throws {
        let server = Program(Command("serve", "serves"), version: "1", isServer: true)
        guard case .help(let text) = try server.read(["--help"], environment: [:]) else {
            Issue.record("no help")
            return
        }
        #expect(text.contains("130  ended by Ctrl-C"))
        for status in [ExitStatus.declined, .inDoubt, .paymentFailed] {
            #expect(!text.contains("\(status.rawValue)  "))
        }
        #expect(DurationText.show(.seconds(86_400)) == "24h")
        #expect(DurationText.show(.seconds(172_800)) == "2d")
    }

    @Test func `an option that is missing names the variable that may stand in`() throws {
        let error = #expect(throws: UsageError.self) { try run("buy", "x").required("home") }
        #expect(error == .missingOption("--home", variable: "BATON_HOME"))
        #expect(error?.hint == "give --home, or set BATON_HOME")
    }

    @Test func `a mistaken word cannot steer the terminal`() {
        #expect(!UsageError.unexpectedArgument("\u{1B}[31m").message.contains("\u{1B}"))
    }
}
