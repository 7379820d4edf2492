import HTTPMessages
import TestSupport
import Testing

@testable import Screens
@testable import Terminal

/// Every command that is declared does something, also where there is nothing to do it with.
@Suite(.serialized) struct CommandLiveTests {
    @Test(.timeLimit(.minutes(5)), arguments: [WatchProgram.program, PhoneProgram.program])
    func `every declared command reaches its flow: it ends by itself and says why`(
        program: Program
    )
        async throws
    {
        let folder = try TemporaryFolder()
        for (path, command) in Self.all(program.command) {
            let options = command.options.flatMap { Self.needed[$0.name].map { ["--\($0.0)", $0.1] } ?? [] }
            let words = path + command.arguments.filter(\.isRequired).map { _ in "AaIx" } + options
            let running = try RunningProgram(
                program.command.name, words + ["--home", folder.file(path.joined(separator: "-"))])
            running.endInput()
            let status = try await running.status(within: .seconds(60))
            #expect([0, 1].contains(status), "\(words): \(status) \(running.errors)")
            #expect(!(running.output + running.errors).isEmpty, "\(words) said nothing")
        }
    }

    @Test(.timeLimit(.minutes(2)))
    func `watch pair fails at once where nobody can type the code`() async throws {
        let folder = try TemporaryFolder()
        let relay = try await RunningRelay(in: folder)
        let watch = try RunningProgram(
            "baton-watch", ["pair", "--relay", relay.base.text, "--json", "--home", folder.file("watch")])
        watch.endInput()
        #expect(try await watch.status() == 1)
        #expect(watch.output.contains("\"needs-input\""))
        #expect(!watch.output.contains("\"link\""))
    }

    /// What a command cannot do without.
    private static let needed = [
        "relay": ("relay", "http://127.0.0.1:1"), "shop": ("shop", "http://127.0.0.1:1"),
        "expires": ("expires", "12/29"), "request": ("request", "/dev/null"),
    ]

    private static func all(_ command: Command, _ path: [String] = []) -> [([String], Command)] {
        [(path, command)].filter { _ in command.runsAlone && (!path.isEmpty || command.name == "baton-phone")
        }
            + command.subcommands.flatMap { all($0, path + [$0.name]) }
    }
}
