import Dispatch
import HTTPMessages
import HTTPServer
import Synchronization
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct LiveLimitTests {
    @Test func `slow headers end at an absolute deadline`() async throws {
        try await withServer(configure: { $0.headDeadline = .milliseconds(800) }) { address, _, _ in
            let client = try RawClient(address)
            let silent = try RawClient(address)
            let clock = ContinuousClock()
            let start = clock.now
            client.send("GET /x HTTP/1.1\r\n")
            var text = ""
            while clock.now - start < .seconds(30) {
                client.send("a")
                guard let bytes = await client.read(within: 100) else { break }
                text += String(decoding: bytes, as: UTF8.self)
            }
            #expect(statuses(text) == [Status.requestTimeout.code])
            #expect(clock.now - start < .seconds(20))
            #expect(try await silent.readAll() == "")
        }
    }

    @Test func `a body below the minimum rate is cut off`() async throws {
        try await withServer(configure: { $0.bodyGrace = .milliseconds(500) }) { address, _, _ in
            let client = try RawClient(address)
            client.send(LiveCase.post + "Content-Length: 5000\r\n\r\nabc")
            #expect(statuses(try await client.readAll()) == [Status.requestTimeout.code])
            let chunks = try RawClient(address)
            chunks.send(LiveCase.post + "Transfer-Encoding: chunked\r\n\r\n3\r\na")
            #expect(statuses(try await chunks.readAll()) == [Status.requestTimeout.code])
        }
    }

    @Test func `an idle connection is closed without a word`() async throws {
        try await withServer(configure: { $0.idleMax = .milliseconds(400) }) { address, _, _ in
            let client = try RawClient(address)
            client.send(LiveCase.get)
            try await client.read(until: "hello")
            #expect(try await client.readAll() == "")
        }
    }

    @Test func `connections of one address are capped and freed`() async throws {
        try await withServer(configure: { $0.connectionsPerAddressMax = 4 }) { address, server, _ in
            var clients = try (0..<4).map { _ in try RawClient(address) }
            #expect(await eventually { server.counters.connections == 4 })
            let fifth = try RawClient(address)
            #expect(statuses(try await fifth.readAll()) == [Status.tooManyRequests.code])
            #expect(server.counters.turnedAway == 1)
            clients.removeAll()
            #expect(await eventually { server.counters.connections == 0 })
            let sixth = try RawClient(address)
            sixth.send(LiveCase.get)
            try await sixth.read(until: "hello")
        }
    }

    @Test func `a trusted proxy has no cap`() async throws {
        let proxy = try #require(AddressRange(cidr: "127.0.0.0/8"))
        try await withServer(configure: {
            $0.connectionsPerAddressMax = 1
            $0.trusted = [proxy]
        }) { address, server, _ in
            let clients = try (0..<5).map { _ in try RawClient(address) }
            #expect(await eventually { server.counters.connections == clients.count })
        }
    }

    @Test func `a peer that reads no answers is not served without end`() async throws {
        try await withServer(loops: 1) { address, server, _ in
            let client = try RawClient(address, receiveBuffer: 4096)
            let requests = String(repeating: LiveCase.get, count: 20_000)
            DispatchQueue.global().async { client.send(requests) }
            var last = -1
            // Served until the buffers on both sides are full, and no further.
            #expect(
                await eventually {
                    defer { last = server.counters.requests }
                    return last == server.counters.requests && last > 0
                })
            while await client.read(within: 300)?.isEmpty == false {}
            #expect(await eventually { server.counters.requests == 20_000 })
        }
    }

    @Test func `R-71: resets right after connecting never stop the listener`() async throws {
        try await withServer(configure: { $0.connectionsPerAddressMax = 100_000 }) { address, server, _ in
            for _ in 0..<5000 { try RawClient(address).reset() }
            let client = try RawClient(address)
            client.send(LiveCase.get)
            try await client.read(until: "hello")
            withExtendedLifetime(client) {}
            #expect(await eventually { server.counters.connections <= 1 })
        }
    }

    @Test func `draining closes idle connections, says farewell and finishes answers`() async throws {
        try await withServer(loops: 1) { address, server, seen in
            let idle = try RawClient(address)
            let stream = try RawClient(address)
            stream.send(LiveStreamTests.events)
            try await stream.read(until: "hello")
            let poll = try RawClient(address)
            poll.send("GET /poll HTTP/1.1\r\n\(LiveCase.host)\r\n")
            let partial = try RawClient(address)
            partial.send(LiveCase.post + "Content-Length: 3\r\n\r\na")
            #expect(await eventually { server.counters.requests == 2 && server.counters.connections == 4 })
            async let drained: Void = server.drain(within: .seconds(10))
            #expect(try await idle.readAll() == "")
            let rest = try await stream.readAll()
            #expect(rest.contains("bye draining"))
            #expect(rest.hasSuffix("0\r\n\r\n"))
            partial.send("bc")
            let answer = try await partial.readAll()
            #expect(statuses(answer) == [Status.created.code])
            #expect(answer.contains("connection: close"))
            await drained
            #expect(seen.ends.withLock { $0 } == [.draining])
            #expect(throws: RawClient.Failure.self) { try RawClient(address) }
        }
    }

    @Test func `a port in use is named and not shared`() async throws {
        try await withServer { address, _, _ in
            let second = HTTPServer(HTTPServerConfiguration(listen: address)) { _ in Response(status: .ok) }
            #expect(throws: HTTPServerError.self) { try second.start() }
        }
    }
}
