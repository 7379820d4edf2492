import HTTPMessages
import Testing

/// What became of the bytes of one connection, read as a server reads them.
struct Reading: Equatable, CustomStringConvertible {
    var requests: [String] = []
    var bodies: [String] = []
    var refusal: Int?

    var description: String { "\(requests) \(bodies) \(refusal.map(String.init) ?? "open")" }
}

/// Reads requests one after another, as many bytes at a time as said, with a limit on bodies.
func read(_ text: String, piece: Int = .max, bodyBytesMax: Int = 65_536) -> Reading {
    read(Array(text.utf8), piece: piece, bodyBytesMax: bodyBytesMax)
}

func read(_ bytes: [UInt8], piece: Int = .max, bodyBytesMax: Int = 65_536) -> Reading {
    var reading = Reading()
    var parser = RequestHeadParser()
    var start = 0
    var seen = 0
    while start < bytes.count {
        seen = min(bytes.count, max(seen, start) + min(piece, bytes.count))
        switch parser.parse(bytes.span.extracting(start..<seen)) {
        case .needMore:
            if seen == bytes.count { return reading }
        case .refuse(let status):
            reading.refusal = status.code
            return reading
        case .head(let head, let length):
            reading.requests.append("\(head.method.token) \(head.target)")
            start += length
            switch head.framing {
            case .none: reading.bodies.append("")
            case .length(let count):
                guard count <= bodyBytesMax else {
                    reading.refusal = Status.contentTooLarge.code
                    return reading
                }
                reading.bodies.append(String(decoding: bytes[start..<start + count], as: UTF8.self))
                start += count
            case .chunked:
                var body = ChunkedBody(bytesMax: bodyBytesMax)
                switch feed(&body, bytes, &start, piece) {
                case .needMore: return reading
                case .refuse(let status):
                    reading.refusal = status.code
                    return reading
                case .done: reading.bodies.append(String(decoding: body.bytes, as: UTF8.self))
                }
            }
        }
    }
    return reading
}

func feed(
    _ body: inout ChunkedBody, _ bytes: [UInt8], _ start: inout Int, _ piece: Int
) -> ChunkedBody.Progress {
    while start < bytes.count {
        let end = start + min(piece, bytes.count - start)
        let progress = body.feed(bytes.span.extracting(start..<end))
        if case .done(let taken) = progress {
            start += taken
            return progress
        }
        if progress != .needMore { return progress }
        start = end
    }
    return .needMore
}

/// One line of the table of malformed requests, and what a strict server makes of it.
struct AbuseCase: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let requests: [String]
    let refusal: Status?

    init(_ name: String, _ text: String, _ requests: [String], _ refusal: Status? = nil) {
        (self.name, self.text, self.requests, self.refusal) = (name, text, requests, refusal)
    }

    var testDescription: String { name }

    static let host = "Host: a.example\r\n"
    static let all: [AbuseCase] = [
        .init("GET", "GET /y HTTP/1.1\r\n\(host)\r\n", ["GET /y"]),
        .init("HEAD", "HEAD /y HTTP/1.1\r\n\(host)\r\n", ["HEAD /y"]),
        .init("OPTIONS", "OPTIONS /y HTTP/1.1\r\n\(host)\r\n", ["OPTIONS /y"]),
        .init("OPTIONS *", "OPTIONS * HTTP/1.1\r\n\(host)\r\n", ["OPTIONS *"]),
        .init("GET *", "GET * HTTP/1.1\r\n\(host)\r\n", [], .badRequest),
        .init("unknown method", "BREW /y HTTP/1.1\r\n\(host)\r\n", ["BREW /y"]),
        .init("no Host", "GET /y HTTP/1.1\r\n\r\n", [], .badRequest),
        .init("two Hosts", "GET /y HTTP/1.1\r\n\(host)\(host)\r\n", [], .badRequest),
        .init("empty Host", "GET /y HTTP/1.1\r\nHost:\r\n\r\n", [], .badRequest),
        .init("Host with a path", "GET /y HTTP/1.1\r\nHost: a/b\r\n\r\n", [], .badRequest),
        .init("HTTP/1.0", "GET /y HTTP/1.0\r\n\r\n", ["GET /y"]),
        .init("HTTP/3.0", "GET /y HTTP/3.0\r\n\(host)\r\n", [], .badRequest),
        .init("HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", [], .badRequest),
        .init("garbage", "hello there\r\n\r\n", [], .badRequest),
        .init("TLS hello", "\u{16}\u{3}\u{1}", [], .badRequest),
        .init("bare LF", "GET /y HTTP/1.1\nHost: a\n\n", [], .badRequest),
        .init("bare CR", "GET /y HTTP/1.1\r\nHost: a\rb\r\n\r\n", [], .badRequest),
        .init("two spaces", "GET  /y HTTP/1.1\r\n\(host)\r\n", [], .badRequest),
        .init("tab for space", "GET\t/y HTTP/1.1\r\n\(host)\r\n", [], .badRequest),
        .init("no version", "GET /y\r\n\(host)\r\n", [], .badRequest),
        .init("space behind", "GET /y HTTP/1.1 \r\n\(host)\r\n", [], .badRequest),
        .init("empty line first", "\r\nGET /y HTTP/1.1\r\n\(host)\r\n", [], .badRequest),
        .init("fragment", "GET /y#z HTTP/1.1\r\n\(host)\r\n", [], .badRequest),
        .init("umlaut in target", "GET /ü HTTP/1.1\r\n\(host)\r\n", [], .badRequest),
        .init("absolute", "GET http://A.example/y?z HTTP/1.1\r\n\(host)\r\n", ["GET /y?z"]),
        .init("absolute, no path", "GET http://a.example?z HTTP/1.1\r\n\(host)\r\n", ["GET /?z"]),
        .init("absolute, other host", "GET http://b.example/ HTTP/1.1\r\n\(host)\r\n", [], .badRequest),
        .init("CONNECT", "CONNECT a.example:443 HTTP/1.1\r\n\(host)\r\n", [], .badRequest),
        .init(
            "pipelined", String(repeating: "GET /y HTTP/1.1\r\n\(host)\r\n", count: 3),
            ["GET /y", "GET /y", "GET /y"]),
        .init(
            "pipelined POST and GET",
            "POST /x HTTP/1.1\r\n\(host)Content-Length: 3\r\n\r\nabcGET /y HTTP/1.1\r\n\(host)\r\n",
            ["POST /x", "GET /y"]),
        chunked("chunked", "3\r\nabc\r\n0\r\n\r\n", ["POST /x"]),
        chunked("chunked with trailer and extension", "3;a=b\r\nabc\r\n0;c\r\nX-T: 1\r\n\r\n", ["POST /x"]),
        chunked("chunk size overflow", "fffffffffffffffff\r\n", ["POST /x"], .contentTooLarge),
        chunked("chunk size of all bits", "7fffffffffffffff\r\n", ["POST /x"], .contentTooLarge),
        chunked("chunk size negative", "-3\r\nabc\r\n0\r\n\r\n", ["POST /x"], .badRequest),
        chunked("chunk size 0x3", "0x3\r\nabc\r\n0\r\n\r\n", ["POST /x"], .badRequest),
        chunked("chunk size empty", "\r\nabc\r\n", ["POST /x"], .badRequest),
        chunked("chunk longer than said", "3\r\nabcd\r\n0\r\n\r\n", ["POST /x"], .badRequest),
        chunked("chunk line ends bare", "3\nabc\r\n0\r\n\r\n", ["POST /x"], .badRequest),
        chunked(
            "chunk line endless", "3;\(String(repeating: "x", count: 300))\r\n", ["POST /x"], .badRequest),
        chunked("trailer without colon", "0\r\nX\r\n\r\n", ["POST /x"], .badRequest),
        chunked(
            "trailers endless", "0\r\nX: \(String(repeating: "y", count: 2000))", ["POST /x"],
            .headFieldsTooLarge),
        post(
            "length and chunks", "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            .badRequest),
        post(
            "two chunked", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            .badRequest),
        post("two lengths differ", "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd", .badRequest),
        post("two lengths equal", "Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc", .badRequest),
        post("length list", "Content-Length: 3, 3\r\n\r\nabc", .badRequest),
        post("length negative", "Content-Length: -3\r\n\r\nabc", .badRequest),
        post("length +3", "Content-Length: +3\r\n\r\nabc", .badRequest),
        post("length empty", "Content-Length:\r\n\r\nabc", .badRequest),
        post("length in hex", "Content-Length: 0x3\r\n\r\nabc", .badRequest),
        .init(
            "length huge", "POST /x HTTP/1.1\r\n\(host)Content-Length: 99999999999999999999\r\n\r\n",
            ["POST /x"],
            .contentTooLarge),
        post("xchunked", "Transfer-Encoding: xchunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n", .notImplemented),
        post("gzip, chunked", "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", .notImplemented),
        post("folded line", "X-A: b\r\n c\r\n\r\n", .badRequest),
        post("space before colon", "X-A : b\r\n\r\n", .badRequest),
        post("empty name", ": b\r\n\r\n", .badRequest),
        post("no colon", "X-A\r\n\r\n", .badRequest),
        post("NUL", "X-A: b\0c\r\n\r\n", .badRequest),
        post("escape", "X-A: \u{1b}[2J\r\n\r\n", .badRequest),
        post("100 KB field", "X-A: \(String(repeating: "b", count: 100_000))\r\n\r\n", .headFieldsTooLarge),
        .init(
            "20 KB target", "GET /\(String(repeating: "u", count: 20_000)) HTTP/1.1\r\n\(host)\r\n", [],
            .headFieldsTooLarge),
        post("2000 fields", String(repeating: "A: b\r\n", count: 2000) + "\r\n", .headFieldsTooLarge),
        post("101 fields", String(repeating: "A: b\r\n", count: 101) + "\r\n", .headFieldsTooLarge),
        post("other expectation", "Expect: 200-ok\r\n\r\n", .expectationFailed),
        .init(
            "chunks in HTTP/1.0", "POST /x HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", [],
            .badRequest),
        .init(
            "1 MB body", "POST /x HTTP/1.1\r\n\(host)Content-Length: 1048576\r\n\r\n", ["POST /x"],
            .contentTooLarge),
    ]

    static func chunked(
        _ name: String, _ body: String, _ requests: [String], _ refusal: Status? = nil
    ) -> AbuseCase {
        .init(name, "POST /x HTTP/1.1\r\n\(host)Transfer-Encoding: Chunked\r\n\r\n\(body)", requests, refusal)
    }

    static func post(_ name: String, _ fields: String, _ refusal: Status) -> AbuseCase {
        .init(name, "POST /x HTTP/1.1\r\n\(host)\(fields)", [], refusal)
    }
}

@Suite struct RequestHeadParserTests {
    @Test("each request of the abuse table is read or refused as said", arguments: AbuseCase.all)
    func abuseTable(_ abuse: AbuseCase) {
        let reading = read(abuse.text)
        #expect(reading.requests == abuse.requests)
        #expect(reading.refusal == abuse.refusal?.code)
    }

    @Test("one byte at a time changes nothing", arguments: AbuseCase.all)
    func pieces(_ abuse: AbuseCase) {
        #expect(read(abuse.text, piece: 1) == read(abuse.text))
        #expect(read(abuse.text, piece: 7) == read(abuse.text))
    }

    @Test func `bodies arrive whole, by length and by chunks`() {
        let text =
            "POST /x HTTP/1.1\r\nhost: a\r\ncontent-length: 3\r\n\r\nabc"
            + "POST /x HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n"
            + "2\r\nde\r\n1;x\r\nf\r\n0\r\n\r\n"
        #expect(read(text).bodies == ["abc", "def"])
        #expect(read(text, piece: 1).bodies == ["abc", "def"])
    }

    @Test func `a body at the limit passes and one byte more is refused`() {
        let head = "POST /x HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n"
        #expect(read(head + "4\r\nabcd\r\n0\r\n\r\n", bodyBytesMax: 4).bodies == ["abcd"])
        #expect(
            read(head + "4\r\nabcd\r\n1\r\ne\r\n", bodyBytesMax: 4).refusal == Status.contentTooLarge.code)
    }

    @Test func `a head at the limit passes and one byte more is refused`() {
        let front = "GET / HTTP/1.1\r\nhost: a\r\nx: "
        let room = RequestLimits().headBytesMax - front.utf8.count - 4
        #expect(read(front + String(repeating: "y", count: room) + "\r\n\r\n").requests == ["GET /"])
        let refusal = read(front + String(repeating: "y", count: room + 1) + "\r\n\r\n").refusal
        #expect(refusal == Status.headFieldsTooLarge.code)
    }

    @Test func `invalid UTF-8 in a field is refused`() {
        let bytes = Array("GET / HTTP/1.1\r\nhost: a\r\nx: ".utf8) + [0xff, 0xfe] + Array("\r\n\r\n".utf8)
        #expect(read(bytes).refusal == Status.badRequest.code)
    }

    @Test(arguments: [
        ("HTTP/1.1\r\nhost: a", true), ("HTTP/1.1\r\nhost: a\r\nconnection: x, Close", false),
        ("HTTP/1.1\r\nhost: a\r\nconnection: keep-alive", true), ("HTTP/1.0", false),
        ("HTTP/1.0\r\nconnection: keep-alive", false),
    ])
    func `a connection is kept unless the peer says otherwise`(rest: String, keepsAlive: Bool) {
        var parser = RequestHeadParser()
        let bytes = Array("GET / \(rest)\r\n\r\n".utf8)
        guard case .head(let head, let length) = parser.parse(bytes.span) else {
            Issue.record("not a head")
            return
        }
        #expect(head.keepsAlive == keepsAlive)
        #expect(length == bytes.count)
    }

    @Test func `Expect counts only where a body follows`() {
        var parser = RequestHeadParser()
        for (length, expects) in [("3", true), ("0", false)] {
            let text =
                "POST / HTTP/1.1\r\nhost: a\r\nexpect: 100-Continue\r\ncontent-length: \(length)\r\n\r\n"
            guard case .head(let head, _) = parser.parse(Array(text.utf8).span) else {
                Issue.record("not a head")
                return
            }
            #expect(head.expectsContinue == expects)
        }
    }
}
