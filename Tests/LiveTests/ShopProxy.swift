import HTTPClient
import HTTPMessages
import HTTPServer
import Synchronization
import Testing

/// Somebody between the devices and the shop, who answers in its place or keeps requests back.
final class ShopProxy: Sendable {
    /// What is done with a request.
    enum Action: Sendable {
        case forward
        /// Answered by the proxy; the shop never hears of it.
        case answer(Status, String = "<html>")
        /// The shop gets it and its answer is lost: a server error comes instead.
        case loseAnswer
    }

    let origin: String
    private let server: HTTPServer
    private let client = LiveBuyer.http()
    private let shop = Mutex<BaseURL?>(nil)
    private let policy = Mutex<@Sendable (Request) -> Action>({ _ in .forward })
    private let seen = Mutex<[Request]>([])

    init() throws {
        let box = Box()
        var configuration = HTTPServerConfiguration(listen: try #require(SocketAddress("127.0.0.1:0")))
        configuration.loops = 1
        configuration.bodyBytesMax = { _, _ in 256 * 1024 }
        server = HTTPServer(configuration) { request in
            guard let proxy = box.proxy.withLock({ $0 }) else { return Response(status: .unavailable) }
            return await proxy.respond(request)
        }
        origin = "http://\(try server.start().text)"
        box.proxy.withLock { $0 = self }
    }

    /// The proxy that the server's closure serves, known only after both are made.
    private final class Box: Sendable {
        let proxy = Mutex<ShopProxy?>(nil)
    }

    /// Whom it stands before.
    func stand(before listen: String) { shop.withLock { $0 = BaseURL("http://\(listen)") } }

    /// What it does from now on.
    func act(_ policy: @escaping @Sendable (Request) -> Action) { self.policy.withLock { $0 = policy } }

    /// The requests so far whose path ends so.
    func requests(_ suffix: String) -> [Request] {
        seen.withLock { $0.filter { $0.path.hasSuffix(suffix) } }
    }

    /// Brings a request to the shop, as one that was held back.
    func deliver(_ request: Request) async -> Response {
        guard let base = shop.withLock({ $0 }) else { return Response(status: .badGateway) }
        do throws(HTTPClientError) {
            var request = request
            request.fields["host"] = base.authority
            let answer = try await client.send(request, to: base)
            return Response(
                status: answer.status, fields: ["content-type": "application/json"], body: answer.body)
        } catch {
            return Response(status: .badGateway)
        }
    }

    private func respond(_ request: Request) async -> Response {
        seen.withLock { $0.append(request) }
        switch policy.withLock({ $0 })(request) {
        case .forward: return await deliver(request)
        case .answer(let status, let body): return Response(status: status, body: Array(body.utf8))
        case .loseAnswer:
            _ = await deliver(request)
            return Response(status: .gatewayTimeout, body: Array("<html>".utf8))
        }
    }
}
