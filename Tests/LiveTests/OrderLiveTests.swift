import Blocking
import Foundation
import HTTPClient
import HTTPMessages
import HTTPServer
import JSON
import Merchant
import SQLite
import Synchronization
import TestSupport
import Testing

/// An order goes on while its shop is open: told, checked with the shop's own tool, and asked for afterwards.
@Suite(.serialized) struct OrderLiveTests {
    /// What came in, in order.
    private final class Heard: Sendable {
        private let requests = Mutex<[Request]>([])
        var all: [Request] { requests.withLock { $0 } }
        func add(_ request: Request) { requests.withLock { $0.append(request) } }

        func wait(for count: Int) async throws -> [Request] {
            let deadline = ContinuousClock.now + .seconds(60)
            while all.count < count, ContinuousClock.now < deadline {
                try await Task.sleep(for: .milliseconds(50))
            }
            return all
        }
    }

    private func run(_ words: [String]) throws -> (status: Int32, events: [JSONNode]) {
        let program = try LiveProgram("baton-shop", words + ["--json"])
        var events: [JSONNode] = []
        while let line = program.nextLine() { events.append(try JSONNode(parsing: Array(line.utf8))) }
        return (program.terminate(), events)
    }

    @Test(.timeLimit(.minutes(3)))
    func `an order that goes on is told, checked, and answered by the session (checkout 79, 80)`()
        async throws
    {
        let heard = Heard()
        let listen = try #require(SocketAddress("127.0.0.1:0"))
        let listener = HTTPServer(HTTPServerConfiguration(listen: listen)) { request in
            heard.add(request)
            return Response(status: .ok)
        }
        let address = try listener.start()
        let folder = try TemporaryFolder()
        let (keyFile, database) = (folder.file("webhook.key"), folder.file("shop.db"))
        let (bodyFile, missing) = (folder.file("body.json"), folder.file("none.db"))
        let shop = try LiveShop(
            folder: folder,
            options: ["--webhook", "http://\(address.text)/events", "--webhook-key-file", keyFile])
        let http = LiveBuyer.http()
        defer { http.close() }
        let buyer = try LiveBuyer(shop, http)
        let made = try await buyer.open("latte", key: "k")
        let paid = try await buyer.pay(buyer.payment(for: made), made, key: "c")
        let order = try #require(paid.session.order)
        _ = try await heard.wait(for: 1)

        let step = ["order", order.number, "--database", database, "--status"]
        #expect(try run(step + ["shipped"]).status == 1)
        let went = try run(step + ["ready_for_pickup"])
        #expect(went.status == 0 && went.events.count == 1)
        let requests = try await heard.wait(for: 2)
        let last = try #require(requests.count == 2 ? requests.last : nil)
        try DurableFile.replace(bodyFile, with: last.body)
        let header = "Merchant-Signature: \(last.fields["merchant-signature"] ?? "")"
        let verify = ["webhook", "verify", "--secret", keyFile, bodyFile]
        let good = try run(verify + ["--header", header])
        #expect(good.status == 0)
        #expect(try good.events.first?.member("type").string() == "order_update")
        let unsigned = try run(verify)
        #expect(unsigned.status == 1)
        #expect(try unsigned.events.first?.member("code").string() == "unsigned")
        try DurableFile.replace(bodyFile, with: last.body + [0x20])
        let changed = try run(verify + ["--header", header])
        #expect(try changed.events.first?.member("code").string() == "signature_mismatch")

        let later = try await buyer.client.retrieve(made.access)
        #expect(later.session.order?.progress == "ready_for_pickup")
        #expect(shop.terminate() == 0)
        await listener.drain(within: .seconds(1))
        #expect(try run(["order", "--database", database]).events.count == 1)
        #expect(try run(["order", "--database", missing]).status == 1)
    }

    @Test(.timeLimit(.minutes(2)))
    func `a database of the first form is carried over, with what was not told yet`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.file("shop.db")
        do {
            var old = try Database(path: file)
            for statement in Self.firstForm { try old.execute(statement) }
            let order: JSONValue = [
                "type": "order", "id": "ord_old", "checkout_session_id": "cs_old", "order_number": "1043",
                "permalink_url": "https://shop.example/orders/ord_old", "status": "confirmed",
                "totals": [["type": "total", "display_text": "Total", "amount": 1040]],
            ]
            let event: JSONValue = ["type": "order_create", "data": order]
            try old.execute(
                "INSERT INTO placed_order VALUES (1043, 'ord_old', 'cs_old', 'b', ?, ?, 0)",
                .blob(order.encoded()), .blob(event.encoded()))
            try old.execute("PRAGMA user_version = 1")
        }
        let heard = Heard()
        let listen = try #require(SocketAddress("127.0.0.1:0"))
        let listener = HTTPServer(HTTPServerConfiguration(listen: listen)) { request in
            heard.add(request)
            return Response(status: .ok)
        }
        let address = try listener.start()
        let shop = try LiveProgram(
            "baton-shop",
            [
                "serve", "--listen", "127.0.0.1:0", "--database", file, "--webhook",
                "http://\(address.text)/events",
            ])
        #expect(shop.nextLine() != nil)
        #expect(try await heard.wait(for: 1).count == 1)
        #expect(shop.terminate() == 0)
        await listener.drain(within: .seconds(1))
        let listed = try run(["order", "--database", file])
        #expect(try listed.events.first?.member("order").member("order_number").string() == "1043")
    }

    private static let firstForm = [
        "CREATE TABLE session (id TEXT PRIMARY KEY, detail BLOB NOT NULL, expires_at INTEGER NOT NULL)",
        """
        CREATE TABLE answer (
            scope TEXT PRIMARY KEY, request BLOB, status INTEGER, body BLOB, made_at INTEGER)
        """,
        """
        CREATE TABLE placed_order (
            number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, session TEXT NOT NULL UNIQUE,
            bearer TEXT NOT NULL, detail BLOB NOT NULL, event BLOB NOT NULL,
            is_told INTEGER NOT NULL DEFAULT 0) STRICT
        """,
        "CREATE INDEX order_to_tell ON placed_order (number) WHERE is_told = 0",
        "CREATE TABLE stock (variant TEXT PRIMARY KEY NOT NULL, remaining INTEGER NOT NULL)",
        "CREATE TABLE code_use (code TEXT PRIMARY KEY NOT NULL, uses INTEGER NOT NULL)",
        "CREATE TABLE used_transaction (id BLOB PRIMARY KEY NOT NULL, used_at INTEGER NOT NULL)",
        "CREATE TABLE secret (name TEXT PRIMARY KEY NOT NULL, value BLOB NOT NULL)",
    ]
}
