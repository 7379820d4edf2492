import Blocking
import Checkout
import Crypto
import Encodings
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

/// The shop as a process, paid with real tokens over real HTTP.
@Suite("Live: baton-shop as a process", .serialized, .timeLimit(.minutes(5)))
struct ShopLiveTests {
    @Test func `a purchase with a real token makes an order, and SIGTERM ends the shop with 0`() async throws
    {
        let shop = try LiveShop(folder: TemporaryFolder())
        let http = LiveBuyer.http()
        defer { http.close() }
        let buyer = try LiveBuyer(shop, http)
        let made = try await buyer.open("latte-large-oat", key: "k")
        let paid = try await buyer.pay(buyer.payment(for: made), made, key: "c")
        #expect(paid.session.status == .completed)
        #expect(paid.session.order?.total == made.session.total)
        #expect(shop.terminate() == 0)
    }

    @Test func `over HTTPS a shop is believed with the certificate that --ca-file names, and else not`()
        async throws
    {
        let folder = try TemporaryFolder()
        let files = try TestCertificate.write(into: folder)
        let shop = try LiveShop(
            folder: folder, options: ["--tls-cert", files.certificate, "--tls-key", files.key])
        #expect(shop.origin.scheme == .https)
        let http = LiveBuyer.http(caFile: files.certificate, isStrict: true)
        let stranger = LiveBuyer.http(isStrict: true)
        defer {
            http.close()
            stranger.close()
        }
        let buyer = try LiveBuyer(shop, http)
        let made = try await buyer.open("croissant", key: "k")
        let paid = try await buyer.pay(buyer.payment(for: made), made, key: "c")
        #expect(paid.session.status == .completed)
        let client = try LiveBuyer(shop, stranger).client
        do throws(MerchantFailure) {
            _ = try await client.products()
            Issue.record("an unknown certificate was believed")
        } catch {
            guard case .unreachable(_, let mayHaveBeenSent) = error else { throw error }
            #expect(!mayHaveBeenSent)
        }
    }

    @Test func `after SIGTERM the database is one file`() async throws {
        let shop = try LiveShop(folder: TemporaryFolder())
        let http = LiveBuyer.http()
        defer { http.close() }
        _ = try await LiveBuyer(shop, http).open("latte", key: "one")
        #expect(try Folder.names(in: shop.folder.path).contains("shop.db-wal"))
        #expect(shop.terminate() == 0)
        #expect(try Folder.names(in: shop.folder.path) == ["shop.db"])
    }

    @Test func `a declined card, a token for another session and a changed token are told apart`()
        async throws
    {
        let shop = try LiveShop(folder: TemporaryFolder())
        let http = LiveBuyer.http()
        defer { http.close() }
        let buyer = try LiveBuyer(shop, http)
        let made = try await buyer.open("latte", key: "one")
        let other = try await buyer.open("latte", key: "two")
        let declined = try await buyer.pay(
            buyer.payment(for: made, card: "4000000000000002"), made, key: "a")
        #expect(declined.session.isDeclined)
        let foreign = try buyer.payment(for: other)
        #expect(await code { try await buyer.pay(foreign, made, key: "b") } == "application_data")
        var changed = String(decoding: try buyer.payment(for: made), as: UTF8.self)
        changed.replace(#"\"data\":\""#, with: #"\"data\":\"AA"#)
        #expect(await code { try await buyer.pay(Array(changed.utf8), made, key: "c") } != nil)
        let paid = try await buyer.pay(buyer.payment(for: made), made, key: "d")
        #expect(paid.session.status == .completed)
    }

    @Test func `the last orchid is sold once to eight who want it at once`() async throws {
        let shop = try LiveShop(folder: TemporaryFolder())
        let http = LiveBuyer.http()
        defer { http.close() }
        let buyer = try LiveBuyer(shop, http)
        let sold = try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 0..<8 {
                let made = try await buyer.open("orchid", key: "open \(index)")
                let body = try buyer.payment(for: made)
                group.addTask { await code { try await buyer.pay(body, made, key: "pay") } == nil }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(sold == 1)
    }

    @Test func `G7: killed at any moment, each purchase is made once`() async throws {
        let shop = try LiveShop(folder: TemporaryFolder())
        let http = LiveBuyer.http()
        defer { http.close() }
        let buyer = try LiveBuyer(shop, http)
        let purchases = Int(ProcessInfo.processInfo.environment["BATON_LIVE_PURCHASES"] ?? "") ?? 40
        let numbers = OrderNumbers()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for lane in 0..<4 {
                group.addTask {
                    for round in 0..<(purchases / 4) {
                        let made = try await buyer.open("concert", key: "open \(lane) \(round)")
                        let body = try buyer.payment(for: made)
                        let paid = try await buyer.pay(body, made, key: "pay")
                        // Asked again, it says the same.
                        let again = try await buyer.pay(body, made, key: "pay")
                        #expect(paid.session.order == again.session.order)
                        numbers.add(try #require(paid.session.order?.number))
                    }
                }
            }
            let deadline = ContinuousClock.now + .seconds(200)
            while numbers.all.count < purchases / 4 * 4, ContinuousClock.now < deadline {
                try await Task.sleep(for: .milliseconds(Int.random(in: 50...300)))
                try shop.killAndRestart()
            }
            try await group.waitForAll()
        }
        let made = numbers.all
        #expect(Set(made).count == made.count)
        #expect(shop.terminate() == 0)
        var database = try Database(path: shop.folder.file("shop.db"))
        let orders = try database.first("SELECT count(*) FROM placed_order") { row throws(SQLiteError) in
            try row.integer(0)
        }
        let left = try database.first("SELECT remaining FROM stock WHERE variant = 'concert'") {
            row throws(SQLiteError) in try row.integer(0)
        }
        #expect(orders == Int64(made.count))
        #expect(left == 400 - Int64(made.count))
    }

    @Test func `order events are signed, and told again until they are heard, also after a kill`()
        async throws
    {
        let listening = Listening()
        let listen = try #require(SocketAddress("127.0.0.1:0"))
        let listener = HTTPServer(HTTPServerConfiguration(listen: listen)) { request in
            listening.hear(request) ? Response(status: .ok) : Response(status: .unavailable)
        }
        let address = try listener.start()
        let folder = try TemporaryFolder()
        let keyFile = folder.file("webhook.key")
        let shop = try LiveShop(
            folder: folder,
            options: ["--webhook", "http://\(address.text)/events", "--webhook-key-file", keyFile])
        let http = LiveBuyer.http()
        defer { http.close() }
        let buyer = try LiveBuyer(shop, http)
        let made = try await buyer.open("latte", key: "k")
        let paid = try await buyer.pay(buyer.payment(for: made), made, key: "c")
        try shop.killAndRestart()
        listening.open()
        let deadline = ContinuousClock.now + .seconds(30)
        while listening.first == nil, ContinuousClock.now < deadline {
            try await Task.sleep(for: .milliseconds(50))
        }
        let request = try #require(listening.first)
        let text = String(decoding: try DurableFile.read(keyFile), as: UTF8.self).dropLast()
        let key = Secret(try #require(Base64.decode(String(text))))
        #expect(WebhookSignature.isValid(request, at: LiveBuyer.seconds, key: key))
        #expect(request.path == "/events")
        let event = try JSONNode(parsing: request.body)
        #expect(try event.member("type").string() == "order_create")
        #expect(try event.member("data").member("id").string() == paid.session.order?.id)
        _ = shop.terminate()
        await listener.drain(within: .seconds(1))
    }

    @Test(arguments: [
        ["serve"], ["serve", "--listen", "nowhere"], ["serve", "--listen", "0.0.0.0:0"],
        ["serve", "--listen", "127.0.0.1:0", "--webhook-key-file", "k"], ["sell"],
        ["serve", "--listen", "127.0.0.1:0", "--origin", "shop"],
    ])
    func `a wrong command line is refused with status 2`(arguments: [String]) throws {
        let program = try LiveProgram("baton-shop", arguments)
        while program.nextLine() != nil {}
        #expect(program.terminate() == 2)
    }

    @Test func `a catalog that cannot be read is named by its member`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("catalog.json")
        try DurableFile.replace(path, with: Array(#"{"merchant":{"name":"x","currency":"usd"}}"#.utf8))
        let program = try LiveProgram("baton-shop", ["serve", "--listen", "127.0.0.1:0", "--catalog", path])
        #expect(program.nextLine() == nil)
        #expect(program.terminate() == 1)
    }

    /// The code of the refusal that `body` meets, or nil where it is answered.
    private func code(_ body: () async throws -> CheckoutAnswer) async -> String? {
        do {
            let answer = try await body()
            return answer.session.status == .completed ? nil : answer.session.status.text
        } catch let failure as MerchantFailure {
            guard case .refused(let problem) = failure else { return "\(failure)" }
            return problem.code
        } catch {
            return "\(error)"
        }
    }
}

/// The numbers of the orders that were confirmed.
private final class OrderNumbers: Sendable {
    private let numbers = Mutex<[String]>([])

    var all: [String] { numbers.withLock { $0 } }

    func add(_ number: String) { numbers.withLock { $0.append(number) } }
}

/// Somebody who is told of orders, and is deaf at first.
private final class Listening: Sendable {
    private let state = Mutex<(isOpen: Bool, heard: [Request])>((false, []))

    var first: Request? { state.withLock { $0.heard.first } }

    func open() { state.withLock { $0.isOpen = true } }

    func hear(_ request: Request) -> Bool {
        state.withLock { state in
            if state.isOpen { state.heard.append(request) }
            return state.isOpen
        }
    }
}
