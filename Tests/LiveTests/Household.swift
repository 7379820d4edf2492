import HTTPMessages
import JSON
import TestSupport
import Testing

/// One person's watch and two phones, a relay and a shop: all four programs as people run them.
final class Household {
    private let folder: TemporaryFolder
    private let shop: LiveShop
    private(set) var relay: RunningRelay

    /// Starts relay and shop, makes the wallets and pairs the watch with the phones.
    init(phones: [String] = ["phone"]) async throws {
        folder = try TemporaryFolder()
        shop = try LiveShop(folder: try TemporaryFolder())
        relay = try await RunningRelay(in: folder)
        for phone in phones { try await setUp(phone) }
    }

    /// `kill -9` at the relay, and the same again on its database and port.
    func restartRelay() async throws {
        relay.program.signal(9)
        #expect(try await relay.program.status() == -9)
        relay = try await RunningRelay(in: folder, listen: relay.listen)
    }

    /// What a program left behind.
    struct Finished {
        let status: Int32
        let lines: [JSONNode]
        let errors: String

        /// The first line with this event.
        func first(_ event: String) throws -> JSONNode? {
            try lines.first { try $0.member("event").string() == event }
        }
    }

    /// Starts one of the clients in its own home.
    func start(_ program: String, _ home: String, _ arguments: [String]) throws -> RunningProgram {
        let flags = ["--home", folder.file(home), "--json", "--allow-local-merchant"]
        return try RunningProgram(program, arguments + flags)
    }

    /// Waits for a client's end.
    func finish(_ program: RunningProgram) async throws -> Finished {
        let status = try await program.status(within: .seconds(120))
        let lines = try program.output.split(separator: "\n").map { try JSONNode(parsing: Array($0.utf8)) }
        return Finished(status: status, lines: lines, errors: program.errors)
    }

    func run(_ program: String, _ home: String, _ arguments: [String]) async throws -> Finished {
        try await finish(try start(program, home, arguments))
    }

    /// Buys on the watch and does not wait; the handoff's id.
    func buy(_ item: String, _ more: [String] = []) async throws -> String {
        let arguments = ["buy", item, "--shop", shop.origin.text, "--yes", "--no-wait"] + more
        let bought = try await run("baton-watch", "watch", arguments)
        #expect(bought.status == 0, "\(bought.errors)")
        return try #require(try bought.first("handed-off")).member("id").string()
    }

    /// Begins to pay on a phone.
    func resume(_ id: String, on phone: String, _ more: [String] = []) throws -> RunningProgram {
        let file = folder.file("\(phone).passcode")
        return try start("baton-phone", phone, ["resume", id, "--pay", "--passcode-file", file] + more)
    }

    /// What the watch says of a handoff in the end.
    func outcome(_ id: String) async throws -> String {
        let status = try await run("baton-watch", "watch", ["status", id])
        let last = try #require(status.lines.last, "\(status.errors)")
        return try last.optional("outcome")?.string() ?? last.value.encodedString()
    }

    private func setUp(_ phone: String) async throws {
        let made = try await run("baton-phone", phone, ["setup", "--sample"])
        let passcode = try #require(try made.first("wallet-ready")).member("passcode").string()
        try folder.write("\(passcode)\n", to: "\(phone).passcode")
        let watch = try start("baton-watch", "watch", ["pair", "--relay", relay.base.text])
        let link = try JSONNode(parsing: Array(try await watch.line(0).utf8)).member("link").string()
        try folder.write("\(link)\n", to: "\(phone).link")
        let pairing = ["pair", "--link-file", folder.file("\(phone).link"), "--yes"]
        let other = try start("baton-phone", phone, pairing)
        let code = try JSONNode(parsing: Array(try await other.line(0).utf8)).member("code").string()
        watch.type(code)
        for program in [watch, other] { #expect(try await finish(program).status == 0) }
    }
}

extension TemporaryFolder {
    func write(_ text: String, to name: String) throws {
        try LiveFile.write(text, to: file(name))
    }
}
