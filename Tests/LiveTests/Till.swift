import Foundation
import HTTPMessages
import HTTPServer
import JSON
import Synchronization
import Testing

/// A merchant's own server: publishes keys, takes payments, and remembers what came.
final class Till: Sendable {
    struct Payment: Sendable {
        let key: String
        let body: [UInt8]
        let type: String
    }

    /// What the server's closure and the test share.
    private final class Book: Sendable {
        struct State {
            var keys: JSONValue = .null
            var keysAsked = 0
            var payments: [Payment] = []
            var answers: [Response] = []
            var isHolding = false
        }

        let state = Mutex(State())

        func respond(_ request: Request) async -> Response {
            if request.path == "/.well-known/jwks.json" {
                let keys = state.withLock { state in
                    state.keysAsked += 1
                    return state.keys
                }
                return Response(
                    status: .ok, fields: ["content-type": "application/json"], body: keys.encoded())
            }
            guard request.path == "/pay", request.method == .post else { return Response(status: .notFound) }
            let (answer, isHeld) = state.withLock { state in
                state.payments.append(
                    Payment(
                        key: request.fields["idempotency-key"] ?? "", body: request.body,
                        type: request.fields["content-type"] ?? ""))
                let next = state.answers.isEmpty ? Till.order("{}") : state.answers.removeFirst()
                let isHeld = state.isHolding
                state.isHolding = false
                return (next, isHeld)
            }
            // Longer than the phone that waits is left alive.
            if isHeld { do { try await Task.sleep(for: .seconds(10)) } catch {} }
            return answer
        }
    }

    let origin: String
    private let server: HTTPServer
    private let book: Book

    init() throws {
        let book = Book()
        var configuration = HTTPServerConfiguration(listen: try #require(SocketAddress("127.0.0.1:0")))
        configuration.loops = 1
        server = HTTPServer(configuration) { request in await book.respond(request) }
        self.book = book
        origin = "http://\(try server.start().text)"
    }

    func publish(_ keys: JSONValue) { book.state.withLock { $0.keys = keys } }

    /// What the next payments are answered with; 200 and an empty object once these are used up.
    func answer(_ responses: [Response]) { book.state.withLock { $0.answers = responses } }

    /// The next payment is taken and its answer never comes in time.
    func holdNext() { book.state.withLock { $0.isHolding = true } }

    var payments: [Payment] { book.state.withLock { $0.payments } }

    var keysAsked: Int { book.state.withLock { $0.keysAsked } }

    /// Waits until so many payments have come.
    func payments(_ count: Int, within deadline: Duration = .seconds(30)) async throws -> [Payment] {
        let end = ContinuousClock.now + deadline
        while payments.count < count, ContinuousClock.now < end {
            try await Task.sleep(for: .milliseconds(10))
        }
        return try #require(payments.count >= count ? payments : nil, "\(payments.count) payments")
    }

    func close() async { await server.drain(within: .seconds(1)) }

    static func problem(_ status: Status, _ code: String) -> Response {
        let body: JSONValue = ["type": "invalid_request", "code": .string(code), "message": "No."]
        return Response(status: status, fields: ["content-type": "application/json"], body: body.encoded())
    }

    static func order(_ text: String) -> Response {
        Response(status: .ok, fields: ["content-type": "application/json"], body: Array(text.utf8))
    }
}
