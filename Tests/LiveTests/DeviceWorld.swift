import Blocking
import Foundation
import HTTPClient
import HTTPMessages
import JSON
import SQLite
import TestSupport
import Testing

/// A relay, a shop, and paired devices of one person, as the four programs that people run.
final class DeviceWorld {
    let folder: TemporaryFolder
    private(set) var relay: RunningProgram
    private(set) var shop: RunningProgram
    let relayBase: String
    let shopOrigin: String

    /// Starts both servers on ports of their own. `origin` is what the relay is called where something stands
    /// in front of it, `proxy` what stands in front of the shop.
    init(
        relayOrigin: String? = nil, behind proxy: ShopProxy? = nil, relayFlags: [String] = [],
        folder: consuming TemporaryFolder
    ) async throws {
        let database = folder.file("relay.db")
        let extra = (relayOrigin.map { ["--origin", $0] } ?? []) + relayFlags
        relay = try RunningProgram(
            "baton-relay", ["serve", "--listen", "127.0.0.1:0", "--database", database] + extra)
        shop = try RunningProgram(
            "baton-shop",
            ["serve", "--listen", "127.0.0.1:0", "--database", folder.file("shop.db")]
                + (proxy.map { ["--origin", $0.origin] } ?? []))
        relayBase = try JSONNode(parsing: Array(try await relay.line(0).utf8)).member("origin").string()
        let ready = try JSONNode(parsing: Array(try await shop.line(0).utf8))
        shopOrigin = try ready.member("origin").string()
        proxy?.stand(before: try ready.member("listen").string())
        self.folder = folder
    }

    deinit {
        relay.signal(SIGKILL)
        shop.signal(SIGKILL)
    }

    /// Where the relay listens, also when it goes by another name.
    func relayListen() async throws -> String {
        try JSONNode(parsing: Array(try await relay.line(0).utf8)).member("listen").string()
    }

    /// `kill -9` for the shop, and the same again on the same port.
    func killAndRestartShop() async throws {
        shop.signal(SIGKILL)
        _ = try await shop.status()
        let listen = String(shopOrigin.dropFirst("http://".count))
        shop = try RunningProgram(
            "baton-shop", ["serve", "--listen", listen, "--database", folder.file("shop.db")])
        _ = try await shop.line(0)
    }

    /// `kill -9` for the relay.
    func killRelay() async throws {
        relay.signal(SIGKILL)
        #expect(try await relay.status() == -SIGKILL)
    }

    /// The killed relay again, on its port and its database.
    func restartRelay() async throws {
        let listen = try await relayListen()
        relay = try RunningProgram(
            "baton-relay", ["serve", "--listen", listen, "--database", folder.file("relay.db")])
        _ = try await relay.line(0)
    }

    /// Starts a command of a device whose home is named.
    func start(_ program: String, _ home: String, _ arguments: [String]) throws -> RunningProgram {
        let common = ["--home", folder.file(home), "--json", "--allow-local-merchant"]
        return try RunningProgram(program, arguments + common)
    }

    /// Runs a command to its end; its events and its status.
    func run(_ program: String, _ home: String, _ arguments: [String]) async throws -> Ran {
        let running = try start(program, home, arguments)
        let status = try await running.status()
        return Ran(status: status, events: try await running.events(), errors: running.errors)
    }

    /// Makes a sample wallet; its passcode is in `passcodeFile`.
    func setUp(_ phone: String) async throws {
        let ran = try await run("baton-phone", phone, ["setup", "--sample"])
        let passcode = try ran.only("wallet-ready").member("passcode").string()
        try DurableFile.replace(passcodeFile(phone), with: Array("\(passcode)\n".utf8))
    }

    func passcodeFile(_ phone: String) -> String { folder.file("\(phone).passcode") }

    /// A phone's passcode, to be typed.
    func passcode(_ phone: String) throws -> String {
        String(decoding: try DurableFile.read(passcodeFile(phone)).dropLast(), as: UTF8.self)
    }

    /// Pairs a watch and a phone through the code.
    func pair(_ watch: String, _ phone: String, named name: String = "Phone") async throws {
        let link = folder.file("link")
        let watching = try start("baton-watch", watch, ["pair", "--relay", relayBase])
        let shown = try await watching.event("link")
        try DurableFile.replace(link, with: Array("\(try shown.member("link").string())\n".utf8))
        let phoning = try start(
            "baton-phone", phone, ["pair", "--link-file", link, "--yes", "--name", name])
        let code = try await phoning.event("code").member("code").string()
        _ = try await watching.event("code-wanted")
        watching.type(code)
        #expect(try await watching.status() == 0, "\(watching.errors)")
        #expect(try await phoning.status() == 0, "\(phoning.errors)")
    }

    /// One watch `w`, one phone `p`, paired and ready to pay.
    static func paired(
        behind proxy: ShopProxy? = nil, relayFlags: [String] = []
    ) async throws -> DeviceWorld {
        let world = try await DeviceWorld(
            behind: proxy, relayFlags: relayFlags, folder: try TemporaryFolder())
        try await world.setUp("p")
        try await world.pair("w", "p")
        return world
    }

    /// Starts buying and waits until it is handed off; the purchase and its id.
    func buy(_ item: String, _ extra: [String] = []) async throws -> (RunningProgram, id: String) {
        let buying = try start("baton-watch", "w", ["buy", item, "--shop", shopOrigin, "--yes"] + extra)
        return (buying, try await buying.event("handed-off").member("id").string())
    }

    /// What the person says on a page of the shop's, whose address is `link`.
    func answerPage(_ link: String, _ answer: String) async throws {
        let base = try #require(BaseURL(shopOrigin))
        let request = Request(
            method: .post, target: String(link.dropFirst(shopOrigin.count)),
            fields: ["host": base.authority], body: Array("answer=\(answer)".utf8))
        let response = try await LiveBuyer.http().send(request, to: base)
        #expect(response.status == .ok)
    }

    /// What the shop's own records say: orders, and the payment tokens that it has seen.
    func shopRecord() throws -> (orders: Int64, charges: Int64) {
        var database = try Database(path: folder.file("shop.db"), options: DatabaseOptions(access: .readOnly))
        let orders = try database.first("SELECT count(*) FROM placed_order") { row throws(SQLiteError) in
            try row.integer(0)
        }
        let charges = try database.first("SELECT count(*) FROM used_transaction") {
            row throws(SQLiteError) in try row.integer(0)
        }
        return (orders ?? 0, charges ?? 0)
    }
}

/// A command that has ended.
struct Ran {
    let status: Int32
    let events: [JSONNode]
    let errors: String

    /// The one event of that name.
    func only(_ name: String) throws -> JSONNode {
        let found = try events.filter { try $0.member("event").string() == name }
        return try #require(found.count == 1 ? found[0] : nil, "\(name): \(found.count) in \(events)")
    }

    /// What the last line says came of a purchase.
    var outcome: String? {
        get throws {
            guard let last = events.last, try last.member("event").string() == "result" else { return nil }
            return try last.member("outcome").string()
        }
    }
}

extension RunningProgram {
    /// The events that it has written so far, whole lines only.
    func events() async throws -> [JSONNode] {
        // The reader of the pipe may be a moment behind the end of the process.
        try await Task.sleep(for: .milliseconds(50))
        return try eventsSoFar()
    }

    private func eventsSoFar() throws -> [JSONNode] {
        let text = output
        let lines = text.split(separator: "\n")
        let whole = text.hasSuffix("\n") ? lines[...] : lines.dropLast()
        return try whole.map { line in
            try JSONNode(parsing: Array(line.utf8), limits: JSONLimits(bytesMax: 1 << 20, depthMax: 32))
        }
    }

    /// The first event of that name, once it is there.
    func event(_ name: String, within deadline: Duration = .seconds(30)) async throws -> JSONNode {
        let end = ContinuousClock.now + deadline
        while ContinuousClock.now < end {
            if let found = try eventsSoFar().first(where: { try $0.member("event").string() == name }) {
                return found
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw ProgramFailure(what: "no event \(name); output: \(output.suffix(500)) errors: \(errors)")
    }

    /// The end of a purchase: its status and the word of its result.
    func ended() async throws -> (status: Int32, outcome: String?) {
        let status = try await status()
        return (status, try Ran(status: status, events: try await events(), errors: errors).outcome)
    }
}
