import HTTPMessages
import HTTPServer
import Testing

/// A line of the table of requests that other servers accept, with the statuses and whether the connection
/// lives on.
struct LiveCase: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let statuses: [Int]
    let isOpen: Bool

    init(_ name: String, _ text: String, _ statuses: [Status], open: Bool) {
        (self.name, self.text, self.statuses, isOpen) = (name, text, statuses.map(\.code), open)
    }

    var testDescription: String { name }

    static let host = "Host: a\r\n"
    static let post = "POST /x HTTP/1.1\r\n\(host)"
    static let get = "GET /x HTTP/1.1\r\n\(host)\r\n"
    static let all: [LiveCase] = [
        .init("GET", get, [.ok], open: true),
        .init("HEAD", "HEAD /y HTTP/1.1\r\n\(host)\r\n", [.notFound], open: true),
        .init("OPTIONS", "OPTIONS /y HTTP/1.1\r\n\(host)\r\n", [.noContent], open: true),
        .init("OPTIONS *", "OPTIONS * HTTP/1.1\r\n\(host)\r\n", [.noContent], open: true),
        .init("PATCH", "PATCH /x HTTP/1.1\r\n\(host)\r\n", [.notFound], open: true),
        .init("BREW", "BREW /x HTTP/1.1\r\n\(host)\r\n", [.notFound], open: true),
        .init("no Host", "GET /x HTTP/1.1\r\n\r\n", [.badRequest], open: false),
        .init("HTTP/1.0", "GET /x HTTP/1.0\r\n\r\n", [.ok], open: false),
        .init("HTTP/3.0", "GET /x HTTP/3.0\r\n\(host)\r\n", [.badRequest], open: false),
        .init("garbage", "\u{1}\u{2}\u{3}garbage\r\n\r\n", [.badRequest], open: false),
        .init("bare LF", "GET /x HTTP/1.1\nHost: a\n\n", [.badRequest], open: false),
        .init("pipelined 3 GET", get + get + get, [.ok, .ok, .ok], open: true),
        .init(
            "pipelined POST and GET", post + "Content-Length: 3\r\n\r\nabc" + get, [.created, .ok], open: true
        ),
        .init(
            "pipelined async", "GET /later HTTP/1.1\r\n\(host)\r\n" + get, [.ok, .ok], open: true),
        .init(
            "chunked", post + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n", [.created],
            open: true),
        .init(
            "chunked with trailer and extension",
            post + "Transfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\n0\r\nT: u\r\n\r\n", [.created],
            open: true),
        .init(
            "chunk size overflow", post + "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n",
            [.contentTooLarge], open: false),
        .init(
            "chunk negative", post + "Transfer-Encoding: chunked\r\n\r\n-1\r\n", [.badRequest], open: false),
        .init(
            "length and chunks",
            post + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + get, [.badRequest],
            open: false),
        .init(
            "two lengths", post + "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd", [.badRequest],
            open: false),
        .init("length negative", post + "Content-Length: -3\r\n\r\nabc", [.badRequest], open: false),
        .init(
            "length huge", post + "Content-Length: 99999999999999999999\r\n\r\n", [.contentTooLarge],
            open: false),
        .init("length +3", post + "Content-Length: +3\r\n\r\nabc", [.badRequest], open: false),
        .init("xchunked", post + "Transfer-Encoding: xchunked\r\n\r\n", [.notImplemented], open: false),
        .init("folded", "GET /x HTTP/1.1\r\n\(host)A: b\r\n c\r\n\r\n", [.badRequest], open: false),
        .init("space before colon", "GET /x HTTP/1.1\r\n\(host)A : b\r\n\r\n", [.badRequest], open: false),
        .init("NUL", "GET /x HTTP/1.1\r\n\(host)A: b\0\r\n\r\n", [.badRequest], open: false),
        .init(
            "100 KB field", "GET /x HTTP/1.1\r\n\(host)A: \(String(repeating: "b", count: 100_000))\r\n\r\n",
            [.headFieldsTooLarge], open: false),
        .init(
            "20 KB target", "GET /\(String(repeating: "b", count: 20_000)) HTTP/1.1\r\n\(host)\r\n",
            [.headFieldsTooLarge], open: false),
        .init(
            "2000 fields", "GET /x HTTP/1.1\r\n\(host)\(String(repeating: "A: b\r\n", count: 2000))\r\n",
            [.headFieldsTooLarge], open: false),
        .init(
            "1 MB body", post + "Content-Length: 1000000\r\n\r\n" + String(repeating: "z", count: 100_000),
            [.contentTooLarge], open: false),
        .init(
            "1 MB of chunks",
            post + "Transfer-Encoding: chunked\r\n\r\n"
                + String(repeating: "1000\r\n\(String(repeating: "z", count: 4096))\r\n", count: 40),
            [.contentTooLarge], open: false),
        .init(
            "Expect", post + "Expect: 100-continue\r\nContent-Length: 3\r\n\r\n", [.continue], open: true),
        .init("Connection: close", "GET /x HTTP/1.1\r\n\(host)Connection: close\r\n\r\n", [.ok], open: false),
    ]
}

/// The statuses in what a server sent.
func statuses(_ text: String) -> [Int] {
    text.split(separator: "HTTP/1.1 ", omittingEmptySubsequences: false).dropFirst().compactMap {
        Int($0.prefix(3))
    }
}

@Suite(.serialized, .timeLimit(.minutes(5))) struct LiveAbuseTests {
    @Test("each request of the abuse table gets its answers and its end", arguments: LiveCase.all)
    func abuse(_ abuse: LiveCase) async throws {
        try await withServer { address, _, _ in
            let client = try RawClient(address)
            client.send(abuse.text)
            var text = ""
            if abuse.isOpen {
                while statuses(text).count < abuse.statuses.count {
                    let bytes = try #require(await client.read())
                    try #require(!bytes.isEmpty)
                    text += String(decoding: bytes, as: UTF8.self)
                }
                if abuse.name == "Expect" {
                    client.send("abc")
                    try await client.read(until: "abc")
                } else {
                    client.send(LiveCase.get)
                    try await client.read(until: "hello")
                }
            } else {
                text = try await client.readAll()
            }
            #expect(statuses(text) == abuse.statuses)
        }
    }

    @Test func `a request sent one byte at a time is answered`() async throws {
        try await withServer { address, _, _ in
            let client = try RawClient(address)
            for byte in (LiveCase.post + "Content-Length: 3\r\n\r\nabc").utf8 { client.send([byte]) }
            #expect(statuses(try await client.read(until: "abc")) == [Status.created.code])
        }
    }

    @Test func `a half-closed request is answered and then closed`() async throws {
        try await withServer { address, _, _ in
            for path in ["/x", "/later"] {
                let client = try RawClient(address)
                client.send("GET \(path) HTTP/1.1\r\n\(LiveCase.host)\r\n")
                client.endSending()
                #expect(statuses(try await client.readAll()) == [Status.ok.code])
            }
        }
    }

    @Test func `HEAD has the fields of GET and no body`() async throws {
        try await withServer { address, _, _ in
            let client = try RawClient(address)
            client.send("HEAD /x HTTP/1.1\r\n\(LiveCase.host)Connection: close\r\n\r\n")
            let text = try await client.readAll()
            #expect(text.contains("content-length: 5\r\n"))
            #expect(text.contains("x: y\r\n"))
            #expect(text.hasSuffix("\r\n\r\n"))
        }
    }

    @Test func `what a proxy would smuggle behind a refused request is never answered`() async throws {
        try await withServer { address, server, _ in
            let client = try RawClient(address)
            client.send(LiveCase.post + "Content-Length: 3\r\nContent-Length: 60\r\n\r\nabc" + LiveCase.get)
            #expect(statuses(try await client.readAll()) == [Status.badRequest.code])
            #expect(server.counters.requests == 0)
        }
    }
}
