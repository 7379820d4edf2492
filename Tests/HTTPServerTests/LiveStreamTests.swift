import HTTPMessages
import HTTPServer
import Synchronization
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct LiveStreamTests {
    static let events = "GET /events HTTP/1.1\r\n\(LiveCase.host)\r\n"

    @Test func `a stream begins at once and carries what any thread writes`() async throws {
        try await withServer { address, server, seen in
            let client = try RawClient(address)
            client.send(Self.events)
            let head = try await client.read(until: ": hello\n\n\r\n")
            #expect(head.contains("transfer-encoding: chunked"))
            #expect(server.counters.streams == 1)
            let stream = try #require(seen.lastStream)
            stream.write(Array("data: 1\n\n".utf8))
            try await client.read(until: "data: 1")
            stream.finish()
            #expect(try await client.readAll().hasSuffix("0\r\n\r\n"))
            #expect(await eventually { seen.ends.withLock { $0 } == [.finished] })
            stream.write([1])
            stream.finish()
            #expect(await eventually { server.counters.streams == 0 && server.counters.connections == 0 })
        }
    }

    @Test(arguments: [nil, 4096])
    func `relay 2: what another thread writes arrives whole and in order, also at a slow reader`(
        receiveBuffer: Int32?
    ) async throws {
        try await withServer { address, _, seen in
            let client = try RawClient(address, receiveBuffer: receiveBuffer)
            client.send(Self.events)
            try await client.read(until: "hello\n\n\r\n")
            let stream = try #require(seen.lastStream)
            let padding = String(repeating: "x", count: 700)
            let writer = Task.detached {
                for number in 0..<4000 {
                    stream.write(Array("\(number) \(padding)\n".utf8))
                    guard number % 64 == 63 else { continue }
                    await withCheckedContinuation { continuation in
                        stream.whenSent { continuation.resume() }
                    }
                }
                stream.finish()
            }
            let text = try await client.readAll()
            await writer.value
            // Size line, data, empty line, for each chunk.
            let chunks = text.split(separator: "\r\n", omittingEmptySubsequences: false)
            let data = stride(from: 1, to: chunks.count, by: 2).map { chunks[$0] }
            #expect(data.joined() == (0..<4000).map { "\($0) \(padding)\n" }.joined())
            #expect(text.hasSuffix("\r\n0\r\n\r\n"))
            #expect(seen.ends.withLock { $0 } == [.finished])
        }
    }

    @Test(arguments: [true, false])
    func `R-68: a stream hears of it when its reader goes`(reset: Bool) async throws {
        try await withServer { address, server, seen in
            try await { () async throws in
                let client = try RawClient(address)
                client.send(Self.events)
                try await client.read(until: "hello")
                if reset { client.reset() }
            }()
            #expect(await eventually { seen.ends.withLock { $0 } == [.peerClosed] })
            #expect(await eventually { server.counters.connections == 0 })
            let late = try #require(seen.lastStream)
            late.whenClosed { end in seen.ends.withLock { $0.append(end) } }
            #expect(await eventually { seen.ends.withLock { $0 } == [.peerClosed, .peerClosed] })
        }
    }

    @Test func `R-68: a thousand streams whose readers vanish leave nothing behind`() async throws {
        try await withServer(configure: { $0.connectionsPerAddressMax = 2000 }) { address, server, seen in
            var clients: [RawClient] = []
            for _ in 0..<1000 {
                let client = try RawClient(address)
                client.send(Self.events)
                clients.append(client)
            }
            #expect(await eventually { server.counters.streams == 1000 })
            for (index, client) in clients.enumerated() where index % 2 == 0 { client.reset() }
            clients.removeAll()
            let isEmpty = await eventually {
                server.counters.streams == 0 && server.counters.connections == 0
            }
            #expect(isEmpty, "\(server.counters)")
            #expect(seen.ends.withLock { $0.count } == 1000)
        }
    }

    @Test func `a reader that is too slow is cut off at the buffer's bound`() async throws {
        try await withServer { address, server, seen in
            let client = try RawClient(address, receiveBuffer: 4096)
            client.send(Self.events)
            try await client.read(until: "hello")
            let stream = try #require(seen.lastStream)
            let event = [UInt8](repeating: 120, count: 8192)
            var writes = 0
            while seen.ends.withLock({ $0.isEmpty }), writes < 10_000 {
                stream.write(event)
                writes += 1
                await Task.yield()
            }
            #expect(await eventually { seen.ends.withLock { $0 } == [.overrun] })
            #expect(server.counters.overruns == 1)
        }
    }

    @Test func `heartbeats and the planned end come from the server's own clock`() async throws {
        try await withServer { address, _, seen in
            let client = try RawClient(address)
            client.send("GET /beating HTTP/1.1\r\n\(LiveCase.host)\r\n")
            let text = try await client.readAll(within: 30_000)
            #expect(text.split(separator: ":\n\n").count >= 3)
            #expect(text.contains("bye planned"))
            #expect(text.hasSuffix("0\r\n\r\n"))
            #expect(seen.ends.withLock { $0 } == [.planned])
        }
    }

    @Test func `relay 22: whoever takes every byte and never speaks again is let go at the planned end`()
        async throws
    {
        try await withServer(configure: { $0.connectionsPerAddressMax = 1000 }) { address, server, seen in
            var silent: [RawClient] = []
            for _ in 0..<300 {
                let client = try RawClient(address)
                client.send("GET /beating HTTP/1.1\r\n\(LiveCase.host)\r\n")
                silent.append(client)
            }
            #expect(await eventually { server.counters.streams == 300 })
            #expect(await eventually { server.counters.streams == 0 && server.counters.connections == 0 })
            #expect(seen.ends.withLock { $0 } == [StreamEnd](repeating: .planned, count: 300))
            #expect(silent.count == 300)
        }
    }

    @Test func `a stream over HTTP/1.0 has no chunks`() async throws {
        try await withServer { address, _, seen in
            let client = try RawClient(address)
            client.send("GET /events HTTP/1.0\r\n\r\n")
            try await client.read(until: "\r\n\r\n: hello\n\n")
            seen.lastStream?.finish()
            #expect(try await client.readAll() == "")
        }
    }

    @Test func `a stream is not started for HEAD`() async throws {
        try await withServer { address, server, seen in
            let client = try RawClient(address)
            client.send("HEAD /events HTTP/1.1\r\n\(LiveCase.host)\r\n")
            #expect(try await client.readAll().hasSuffix("\r\n\r\n"))
            #expect(seen.lastStream == nil)
            #expect(server.counters.streams == 0)
        }
    }

    @Test(arguments: [true, false])
    func `a long poll is cancelled when its peer goes`(reset: Bool) async throws {
        try await withServer { address, server, seen in
            try await { () async throws in
                let client = try RawClient(address)
                client.send("GET /poll HTTP/1.1\r\n\(LiveCase.host)\r\n")
                #expect(await eventually { server.counters.requests == 1 })
                if reset { client.reset() }
            }()
            #expect(await eventually { seen.cancelled.load(ordering: .relaxed) == 1 })
            #expect(await eventually { server.counters.connections == 0 })
        }
    }
}
