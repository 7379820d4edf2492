import HTTPClient
import HTTPMessages
import HTTPServer
import Synchronization
import TestSupport
import Testing

/// What the test server saw.
final class Seen: Sendable {
    let peers = Mutex<[SocketAddress]>([])
    let requests = Mutex<[Request]>([])
    let streams = Mutex<[any ResponseStream]>([])
    let ends = Mutex<[StreamEnd]>([])
    let cancelled = Atomic(0)
}

/// Shows `body` where a certificate and its key lie.
func withCertificate(_ body: (TLSFiles) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    let files = try TestCertificate.write(into: folder)
    try await body(TLSFiles(certificate: files.certificate, key: files.key))
    _ = folder.path  // The folder lives until here.
}

func routes(_ seen: Seen) -> @Sendable (Request) async -> Response {
    { request in
        seen.requests.withLock { $0.append(request) }
        if let peer = request.peer { seen.peers.withLock { $0.append(peer) } }
        switch request.path {
        case "/echo":
            return Response(
                status: .created,
                fields: ["X-Method": request.method.token, "x-type": request.fields["content-type"] ?? "-"],
                body: request.body)
        case "/move": return Response(status: .found, fields: ["location": "/echo"])
        case "/big": return Response(status: .ok, body: [UInt8](repeating: 7, count: 200_000))
        case "/wait":
            let (stream, continuation) = AsyncStream<Void>.makeStream()
            await withTaskCancellationHandler {
                for await _ in stream {}
            } onCancel: {
                seen.cancelled.add(1, ordering: .relaxed)
                continuation.finish()
            }
            return Response(status: .ok)
        case "/events":
            return Response(
                status: .ok, fields: ["content-type": "text/event-stream"],
                stream: { stream in
                    stream.whenClosed { end in seen.ends.withLock { $0.append(end) } }
                    seen.streams.withLock { $0.append(stream) }
                })
        default: return Response(status: .notFound, body: Array("nothing here".utf8))
        }
    }
}

/// A server on loopback and a client that may talk to it.
@discardableResult func withPair<R>(
    tls: TLSFiles? = nil, configure: (inout HTTPClientConfiguration) -> Void = { _ in },
    _ body: (BaseURL, HTTPClient, Seen) async throws -> R
) async throws -> R {
    let listen = try #require(SocketAddress("127.0.0.1:0"))
    var serving = HTTPServerConfiguration(listen: listen)
    serving.loops = 1
    serving.tls = tls
    let seen = Seen()
    let server = HTTPServer(serving, respond: routes(seen))
    let address = try server.start()
    let base = try #require(BaseURL("\(tls == nil ? "http" : "https")://\(address)"))
    var asking = HTTPClientConfiguration()
    asking.allowsLocalAddresses = true
    asking.caFile = tls?.certificate
    configure(&asking)
    let client = HTTPClient(asking)
    do {
        let result = try await body(base, client, seen)
        client.close()
        await server.drain(within: .seconds(1))
        return result
    } catch {
        client.close()
        await server.drain(within: .seconds(1))
        throw error
    }
}

@Suite(.serialized, .timeLimit(.minutes(5))) struct LiveClientTests {
    @Test(arguments: [Method.get, .post, .put, .patch, .delete, .options, .other("BREW")])
    func `method, body and fields arrive as given`(method: Method) async throws {
        try await withPair { base, client, seen in
            let body = method == .get || method == .options ? [] : Array("abc".utf8)
            let request = Request(
                method: method, target: "/echo?a=%20b",
                fields: ["host": base.authority, "x-own": "1", "x-empty": ""],
                body: body)
            let response = try await client.send(request, to: base)
            #expect(response.status == .created)
            #expect(response.fields["x-method"] == method.token)
            #expect(response.fields["x-type"] == "-")
            #expect(response.body == body)
            let got = try #require(seen.requests.withLock { $0.last })
            #expect(got.target == "/echo?a=%20b")
            #expect(got.authority == base.authority)
            #expect(got.fields.values("x-own") == ["1"])
            #expect(got.fields.values("x-empty") == [""])
            #expect(got.fields["expect"] == nil)
        }
    }

    @Test func `an empty POST has a length and HEAD no body`() async throws {
        try await withPair { base, client, seen in
            _ = try await client.send(Request(method: .post, target: "/echo"), to: base)
            #expect(seen.requests.withLock { $0.last?.fields["content-length"] } == "0")
            let head = try await client.send(Request(method: .head, target: "/big"), to: base)
            #expect(head.fields["content-length"] == "200000")
            #expect(head.body.isEmpty)
        }
    }

    @Test func `one connection serves many requests`() async throws {
        try await withPair { base, client, seen in
            for _ in 0..<20 { _ = try await client.send(Request(method: .get, target: "/echo"), to: base) }
            #expect(Set(seen.peers.withLock { $0 }).count == 1)
        }
    }

    @Test func `redirects are shown, not followed`() async throws {
        try await withPair { base, client, seen in
            let response = try await client.send(Request(method: .get, target: "/move"), to: base)
            #expect(response.status == .found)
            #expect(seen.requests.withLock { $0.count } == 1)
        }
    }

    @Test func `an answer beyond the limit is given up`() async throws {
        try await withPair(configure: { $0.bodyBytesMax = 100_000 }) { base, client, _ in
            await #expect(throws: HTTPClientError.tooLarge(bytesMax: 100_000)) {
                try await client.send(Request(method: .get, target: "/big"), to: base)
            }
        }
    }

    @Test func `a deadline ends the wait and says that the request was sent`() async throws {
        try await withPair { base, client, seen in
            await #expect(throws: HTTPClientError.timedOut(mayHaveBeenSent: true)) {
                try await client.send(
                    Request(method: .get, target: "/wait"), to: base, deadline: .seconds(2))
            }
            #expect(await eventually { seen.cancelled.load(ordering: .relaxed) == 1 })
        }
    }

    @Test func `cancelling the task ends the request`() async throws {
        try await withPair { base, client, seen in
            let task = Task { try await client.send(Request(method: .get, target: "/wait"), to: base) }
            #expect(await eventually { seen.requests.withLock { $0.count } == 1 })
            task.cancel()
            await #expect(throws: HTTPClientError.cancelled(mayHaveBeenSent: true)) { try await task.value }
            #expect(await eventually { seen.cancelled.load(ordering: .relaxed) == 1 })
        }
    }

    @Test func `closing the client ends what waits and refuses what comes`() async throws {
        try await withPair { base, client, seen in
            let task = Task { try await client.send(Request(method: .get, target: "/wait"), to: base) }
            #expect(await eventually { seen.requests.withLock { $0.count } == 1 })
            client.close()
            await #expect(throws: HTTPClientError.closed) { try await task.value }
            await #expect(throws: HTTPClientError.closed) {
                try await client.send(Request(method: .get, target: "/echo"), to: base)
            }
        }
    }

    @Test func `loopback is refused on the address that a name leads to`() async throws {
        try await withPair(configure: {
            $0.allowsLocalAddresses = false
            $0.allowsPlainHTTP = true
        }) { base, client, seen in
            for host in ["127.0.0.1", "localhost"] {
                let place = try #require(BaseURL("http://\(host):\(base.port)"))
                await #expect {
                    try await client.send(Request(method: .get, target: "/echo"), to: place)
                } throws: {
                    guard case .refusedAddress(let ip) = $0 as? HTTPClientError else { return false }
                    return ip.isLoopback
                }
            }
            #expect(seen.requests.withLock { $0.isEmpty })
        }
    }

    @Test func `plain HTTP is refused before anything is looked up`() async throws {
        let client = HTTPClient()
        let place = try #require(BaseURL("http://shop.example"))
        await #expect(throws: HTTPClientError.refusedScheme(origin: "http://shop.example")) {
            try await client.send(Request(method: .get, target: "/"), to: place)
        }
    }

    @Test func `a closed port, a strange target and a wrong host are told apart`() async throws {
        try await withPair { base, client, _ in
            let closed = try #require(BaseURL("http://127.0.0.1:1"))
            await #expect { try await client.send(Request(method: .get, target: "/"), to: closed) } throws: {
                guard case .connect = $0 as? HTTPClientError else { return false }
                return true
            }
            let others = [
                Request(method: .get, target: "x"), Request(method: .get, target: "/a b"),
                Request(method: .get, target: "/", fields: ["host": "other.example"]),
            ]
            for request in others {
                await #expect { try await client.send(request, to: base) } throws: {
                    guard case .malformedRequest = $0 as? HTTPClientError else { return false }
                    return true
                }
            }
        }
    }

    @Test func `TLS works with the given authority and with no other`() async throws {
        try await withCertificate { files in
            try await withPair(tls: files) { base, client, seen in
                #expect(
                    try await client.send(Request(method: .post, target: "/echo", body: [1]), to: base).body
                        == [1])
                let named = try #require(BaseURL("https://localhost:\(base.port)"))
                #expect(
                    try await client.send(Request(method: .get, target: "/echo"), to: named).status
                        == .created)
                let big = try await client.send(Request(method: .get, target: "/big"), to: base)
                #expect(big.body.count == 200_000)
                let stranger = HTTPClient(
                    {
                        var configuration = HTTPClientConfiguration()
                        configuration.allowsLocalAddresses = true
                        return configuration
                    }())
                await #expect {
                    try await stranger.send(Request(method: .get, target: "/"), to: base)
                } throws: {
                    guard case .tls = $0 as? HTTPClientError else { return false }
                    return true
                }
                _ = seen
            }
        }
    }

    @Test(arguments: [false, true])
    func `a stream delivers what is written, and its end`(tls: Bool) async throws {
        try await withCertificate { files in
            try await withPair(tls: tls ? files : nil) { base, client, seen in
                let stream = try await client.stream(Request(method: .get, target: "/events"), to: base)
                #expect(stream.status == .ok)
                #expect(stream.fields["content-type"] == "text/event-stream")
                #expect(await eventually { seen.streams.withLock { !$0.isEmpty } })
                let writer = try #require(seen.streams.withLock { $0.last })
                writer.write(Array("data: 1\n\n".utf8))
                #expect(try await stream.next() == Array("data: 1\n\n".utf8))
                writer.write([UInt8](repeating: 9, count: 60_000))
                var count = 0
                while count < 60_000 { count += try await stream.next()?.count ?? 60_000 }
                #expect(count == 60_000)
                writer.finish()
                #expect(try await stream.next() == nil)
                #expect(try await stream.next() == nil)
                #expect(await eventually { seen.ends.withLock { $0 } == [.finished] })
            }
        }
    }

    @Test func `a stream that is let go closes its connection`() async throws {
        try await withPair { base, client, seen in
            _ = try await client.stream(Request(method: .get, target: "/events"), to: base)
            #expect(await eventually { seen.ends.withLock { $0 } == [.peerClosed] })
        }
    }

    @Test func `a refused stream gives its status and body`() async throws {
        try await withPair { base, client, _ in
            let stream = try await client.stream(Request(method: .get, target: "/nowhere"), to: base)
            #expect(stream.status == .notFound)
            #expect(try await stream.next() == Array("nothing here".utf8))
            #expect(try await stream.next() == nil)
        }
    }

    @Test func `R-86: silence ends a stream and any byte keeps it`() async throws {
        try await withPair { base, client, seen in
            let stream = try await client.stream(
                Request(method: .get, target: "/events"), to: base, silenceMax: .seconds(6))
            #expect(await eventually { seen.streams.withLock { !$0.isEmpty } })
            let writer = try #require(seen.streams.withLock { $0.last })
            for _ in 0..<4 {
                writer.write([58])
                #expect(try await stream.next() == [58])
                try await Task.sleep(for: .seconds(2))
            }
            await #expect(throws: HTTPClientError.silent) { try await stream.next() }
        }
    }

    @Test func `a reader that is not ready holds the network back and loses nothing`() async throws {
        try await withPair(configure: { $0.streamBufferBytesMax = 4096 }) { base, client, seen in
            let stream = try await client.stream(Request(method: .get, target: "/big"), to: base)
            _ = seen
            var count = 0
            while let bytes = try await stream.next() {
                count += bytes.count
                await Task.yield()
            }
            #expect(count == 200_000)
        }
    }

    @Test func `cancelling the reader's task ends the stream`() async throws {
        try await withPair { base, client, seen in
            let stream = try await client.stream(Request(method: .get, target: "/events"), to: base)
            let reader = Task { try await stream.next() }
            reader.cancel()
            await #expect { try await reader.value } throws: {
                guard case .cancelled = $0 as? HTTPClientError else { return false }
                return true
            }
            #expect(await eventually { seen.ends.withLock { $0 } == [.peerClosed] })
        }
    }
}
