import Testing

@testable import Screens
@testable import Terminal

@Suite struct ProgramTests {
    @Test(arguments: [
        ["pair", "--relay", "http://127.0.0.1:8700"], ["menu", "--shop", "http://127.0.0.1:8800"],
        [
            "--allow-local-merchant", "buy", "latte", "--option", "size=large", "--promo", "A", "--promo",
            "B",
            "--shop", "http://127.0.0.1:8800", "--yes", "--no-wait", "--expires-in", "10m", "--quantity", "2",
        ],
        ["status"], ["status", "ID"], ["cancel", "ID"], ["devices"], ["unpair", "DEVICE", "--home", "DIR"],
    ])
    func `the watch takes the commands of its table`(words: [String]) throws {
        guard case .run = try WatchProgram.program.read(words, environment: [:]) else {
            Issue.record("not run")
            return
        }
    }

    @Test(arguments: [
        [], ["setup", "--sample"], ["listen", "--then", "pay", "--passcode-file", "F"],
        ["--then", "decline", "--json"],
        [
            "resume", "ID", "--method", "M", "--card", "C", "--address", "A", "--pay", "--passcode-file", "F",
            "--expect-total", "10.40", "--accept-changes",
        ],
        ["inbox"], ["orders"], ["wallet"], ["wallet", "add-card", "--expires", "12/29"], ["devices"],
        ["pair", "--link-file", "F", "--yes"],
    ])
    func `the phone takes the commands of its table`(words: [String]) throws {
        guard case .run = try PhoneProgram.program.read(words, environment: [:]) else {
            Issue.record("not run")
            return
        }
    }

    @Test func `every example of the help is read by its program`() throws {
        for program in [WatchProgram.program, PhoneProgram.program] {
            var commands = [program.command]
            var count = 0
            while let command = commands.popLast() {
                commands += command.subcommands
                for example in command.examples {
                    count += 1
                    let words = words(of: example.line)
                    #expect(words.first == program.command.name, "\(example.line)")
                    guard case .run = try program.read(Array(words.dropFirst()), environment: [:]) else {
                        Issue.record("not run: \(example.line)")
                        continue
                    }
                    #expect(example.line.count <= 78 && example.meaning.count <= 74, "\(example.line)")
                }
            }
            #expect(count >= 10)
        }
    }

    /// As a shell splits it, as far as the examples go.
    private func words(of line: String) -> [String] {
        var words: [String] = []
        for (index, part) in line.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
            words += index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
        }
        return Array(words.prefix { $0 != "<" && $0 != ">" })
    }

    @Test(arguments: [80, 40]) func `help of every command fits the terminal`(columns: Int) throws {
        let watch = ["pair", "menu", "buy", "status", "cancel", "devices", "unpair"]
        let phone = ["setup", "pair", "listen", "inbox", "resume", "orders", "wallet", "devices", "unpair"]
        let all = [(WatchProgram.program, watch), (PhoneProgram.program, phone)]
        for (program, commands) in all {
            for words in [["--help"]] + commands.map({ [$0, "--help"] }) {
                guard case .help(let text) = try program.read(words, environment: [:], columns: columns)
                else { continue }
                // An example is one line to copy.
                for line in text.split(separator: "\n") where !line.hasPrefix("  baton-") {
                    #expect(line.count <= columns, "\(line)")
                }
            }
        }
    }
}
