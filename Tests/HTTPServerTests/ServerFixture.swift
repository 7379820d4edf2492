import Dispatch
import HTTPMessages
import HTTPServer
import Synchronization
import Testing

/// What the test server's streams and handlers have seen.
final class Seen: Sendable {
    let streams = Mutex<[any ResponseStream]>([])
    let ends = Mutex<[StreamEnd]>([])
    let cancelled = Atomic(0)

    var lastStream: (any ResponseStream)? { streams.withLock { $0.last } }
}

/// The routes of the test server.
func testRoutes(_ seen: Seen) -> @Sendable (Request) async -> Response {
    { request in
        switch (request.method, request.path) {
        case (.get, "/x"), (.head, "/x"):
            return Response(status: .ok, fields: ["x": "y"], body: Array("hello".utf8))
        case (.get, "/later"):
            await withCheckedContinuation { later in DispatchQueue.global().async { later.resume() } }
            return Response(status: .ok, body: Array("later".utf8))
        case (.post, "/x"): return Response(status: .created, body: request.body)
        case (.get, "/poll"):
            // A long poll: waits for ever, and answers when its request is cancelled.
            let (stream, continuation) = AsyncStream<Void>.makeStream()
            await withTaskCancellationHandler {
                for await _ in stream {}
            } onCancel: {
                seen.cancelled.add(1, ordering: .relaxed)
                continuation.finish()
            }
            return Response(status: .ok)
        case (.get, "/events"), (.head, "/events"):
            return Response(
                status: .ok, fields: ["content-type": "text/event-stream"],
                options: StreamOptions(farewell: { Array("bye \($0)\n\n".utf8) }),
                stream: { stream in
                    // Known before the client can read the first bytes.
                    seen.streams.withLock { $0.append(stream) }
                    stream.whenClosed { end in seen.ends.withLock { $0.append(end) } }
                    stream.write(Array(": hello\n\n".utf8))
                })
        case (.get, "/beating"):
            return Response(
                status: .ok, fields: [:],
                options: StreamOptions(
                    heartbeatEvery: .milliseconds(300), heartbeat: Array(":\n\n".utf8),
                    endsAfter: .seconds(2),
                    farewell: { Array("bye \($0)\n\n".utf8) }),
                stream: { stream in stream.whenClosed { end in seen.ends.withLock { $0.append(end) } } })
        case (.options, _): return Response(status: .noContent, fields: ["allow": "GET, HEAD"])
        default: return Response(status: .notFound)
        }
    }
}

/// A server on a free port of loopback for one test.
@discardableResult func withServer<R>(
    loops: Int = 2, configure: (inout HTTPServerConfiguration) -> Void = { _ in },
    _ body: (SocketAddress, HTTPServer, Seen) async throws -> R
) async throws -> R {
    let listen = try #require(SocketAddress("127.0.0.1:0"))
    var configuration = HTTPServerConfiguration(listen: listen)
    configuration.loops = loops
    configuration.bodyBytesMax = { _, _ in 65_536 }
    configure(&configuration)
    let seen = Seen()
    let server = HTTPServer(configuration, respond: testRoutes(seen))
    let address = try server.start()
    do {
        let result = try await body(address, server, seen)
        await server.drain(within: .seconds(2))
        return result
    } catch {
        await server.drain(within: .seconds(2))
        throw error
    }
}
