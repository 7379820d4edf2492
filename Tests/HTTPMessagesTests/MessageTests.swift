import HTTPMessages
import Testing

@Suite struct MessageTests {
    @Test func `fields are found in any case and joined by comma`() {
        var fields: Fields = ["Content-Type": "a/b", "x": "1"]
        fields.append("X", "2")
        #expect(fields["content-type"] == "a/b")
        #expect(fields["X"] == "1, 2")
        #expect(fields.values("x") == ["1", "2"])
        #expect(fields["y"] == nil)
        fields["x"] = "3"
        #expect(fields.map(\.name) == ["content-type", "x"])
        fields["x"] = nil
        #expect(fields.count == 1)
    }

    @Test func `path, query and segments are the bytes of the target`() {
        let request = Request(method: .get, target: "/b/v1/a%2Fb?x=1&y=a%20b&y2=&y3")
        #expect(request.path == "/b/v1/a%2Fb")
        #expect(request.query == "x=1&y=a%20b&y2=&y3")
        #expect(request.segments == ["b", "v1", "a%2Fb"])
        #expect(request.queryValue("y") == "a b")
        #expect(request.queryValue("y2") == "")
        #expect(request.queryValue("y3") == "")
        #expect(request.queryValue("z") == nil)
        #expect(Request(method: .get, target: "/").query == nil)
        #expect(Request(method: .get, target: "/?").query == "")
        #expect(Request(method: .get, target: "/?a=1&a=2").queryValue("a") == nil)
        #expect(Request(method: .get, target: "/?a=%ff").queryValue("a") == nil)
    }

    @Test func `percent-encoding comes back whole`() {
        let text = "a b/ü?&=%~"
        #expect(PercentEncoding.encode(text) == "a%20b%2F%C3%BC%3F%26%3D%25~")
        #expect(PercentEncoding.decode(PercentEncoding.encode(text)) == text)
        #expect(PercentEncoding.decode("%4") == nil)
    }

    @Test func `methods keep their token`() {
        for token in ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "BREW", "get"] {
            #expect(Method(token: token).token == token)
        }
        #expect(Method(token: "get") != .get)
    }
}

@Suite struct AddressTests {
    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1"), ("::1", "::1"), ("::", "::"), ("2001:DB8::1", "2001:db8::1"),
        ("::ffff:192.0.2.1", "192.0.2.1"), ("1:0:0:2:0:0:0:3", "1:0:0:2::3"),
        ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"),
        ("64:ff9b::192.0.2.1", "64:ff9b::c000:201"),
    ])
    func `addresses are written in one form`(text: String, canonical: String) {
        #expect(IPAddress(text)?.text == canonical)
    }

    @Test(arguments: [
        "", "1.2.3", "1.2.3.4.5", "01.2.3.4", "256.1.1.1", "1.2.3.4 ", "1::2::3", "1:2:3:4:5:6:7",
        ":1:2:3:4:5:6:7",
        "12345::", "::1%eth0", "1:2:3:4:5:6:7:8::", "1.2.3.4::", ":::",
    ])
    func `what is no address is none`(text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test(arguments: [
        "127.0.0.1", "10.1.2.3", "172.31.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0",
        "255.255.255.255", "224.0.0.1", "::1", "::", "fe80::1", "fc00::1", "fd12::1", "ff02::1",
        "::ffff:10.0.0.1",
        "2002:7f00:1::", "64:ff9b::a00:1", "2001:db8::1", "::127.0.0.1", "2001::1",
    ])
    func `an address that is not public is recognised`(text: String) {
        #expect(IPAddress(text)?.isGlobal == false)
    }

    @Test(arguments: [
        "8.8.8.8", "172.32.0.1", "192.169.0.1", "2606:4700::1111", "64:ff9b::808:808", "2002:808:808::",
    ])
    func `a public address is recognised`(text: String) {
        #expect(IPAddress(text)?.isGlobal == true)
    }

    @Test func `ranges hold their addresses and no others`() {
        #expect(AddressRange(cidr: "10.0.0.0/8")?.contains(IPAddress(v4: 0x0a_01_02_03)) == true)
        #expect(AddressRange(cidr: "10.0.0.0/8")?.contains(IPAddress(v4: 0x0b_01_02_03)) == false)
        #expect(AddressRange(cidr: "127.0.0.1")?.contains(IPAddress(v4: 0x7f_00_00_01)) == true)
        #expect(AddressRange(cidr: "::/0")?.contains(IPAddress(v4: 1)) == true)
        for bad in ["10.0.0.1/8", "10.0.0.0/33", "10.0.0.0/", "x/8", "10.0.0.0/8/8", "::1/-1"] {
            #expect(AddressRange(cidr: bad) == nil)
        }
    }

    @Test func `socket addresses are read as they are written`() {
        for text in ["127.0.0.1:0", "[::1]:8080"] { #expect(SocketAddress(text)?.text == text) }
        for bad in [
            "127.0.0.1", "::1:80", "[::1]", "127.0.0.1:65536", "localhost:80", "[127.0.0.1]:80", ":80",
        ] {
            #expect(SocketAddress(bad) == nil)
        }
    }

    @Test func `caps count a network of IPv6 as one`() {
        let first = IPAddress("2001:db8:1:2:3::1")?.network()
        #expect(first == IPAddress("2001:db8:1:2::"))
        #expect(IPAddress("192.0.2.1")?.network() == IPAddress("192.0.2.1"))
    }
}

@Suite struct BaseURLTests {
    @Test(arguments: [
        ("HTTPS://Relay.Example:443/", "https://relay.example"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
        ("https://a.example/base/", "https://a.example/base"), ("http://[::1]:80/x", "http://[::1]/x"),
    ])
    func `one place has one form`(text: String, canonical: String) {
        #expect(BaseURL(text)?.text == canonical)
        #expect(BaseURL(canonical)?.text == canonical)
    }

    @Test(arguments: [
        "", "relay.example", "ftp://a", "https://", "https://u@a.example", "https://a.example?x",
        "https://a.example#x",
        "https://a.example/../x", "https://a.example//x", "https://a.example:0", "https://a.example:99999",
        "https://a..example", "https://-a.example", "https://1.2.3", "https://0x7f.1", "https://2130706433",
        "https://a.example:", "https://a%2eexample", "https://[::1", "https://a b", "https:/a.example",
    ])
    func `what is no base URL is refused`(text: String) {
        #expect(BaseURL(text) == nil)
    }

    @Test func `authority drops the scheme's own port`() {
        #expect(BaseURL("https://a.example:8443")?.authority == "a.example:8443")
        #expect(BaseURL("https://a.example:443")?.authority == "a.example")
        #expect(BaseURL("http://[::1]:8080")?.authority == "[::1]:8080")
    }
}

@Suite struct ServerSentEventTests {
    @Test(arguments: [
        "{}", "a\nb", "a\r\nb", "a\rb\n\rc", "", "\n", ": x", "id: 7", "a\u{2028}b", "\0", " leading",
    ])
    func `R-67: an event comes back as one event`(data: String) throws {
        var reader = ServerSentEvents()
        let events = try reader.feed(ServerSentEvent(event: "handoff", data: data, id: "e-1").encoded())
        var expected = ""
        for byte in data.replacing("\r\n", with: "\n") { expected.append(byte == "\r" ? "\n" : byte) }
        #expect(events == [ServerSentEvent(event: "handoff", data: expected, id: "e-1")])
    }

    @Test func `comments, names unknown and blocks without data give no event`() throws {
        var reader = ServerSentEvents()
        #expect(try reader.feed(Array(": hb\n\nfoo: x\n\nevent: y\n\n".utf8)).isEmpty)
        #expect(try reader.feed(Array("data: 1\n".utf8)).isEmpty)
        #expect(try reader.feed(Array("\n".utf8)) == [ServerSentEvent(data: "1")])
    }

    @Test func `pieces of any size give the same events`() throws {
        let bytes = Array("\u{feff}id: 7\r\nretry: 100\r\ndata:a\r\ndata: b\r\n\r\ndata: c\r\r".utf8)
        var whole = ServerSentEvents()
        let events = try whole.feed(bytes)
        #expect(
            events == [
                ServerSentEvent(data: "a\nb", id: "7", retryMilliseconds: 100),
                ServerSentEvent(data: "c", id: "7"),
            ])
        var single = ServerSentEvents()
        var pieces: [ServerSentEvent] = []
        for byte in bytes { pieces += try single.feed([byte]) }
        #expect(pieces == events)
        #expect(single.lastID == "7")
    }

    @Test func `an event without an end is refused at the limit`() throws {
        var reader = ServerSentEvents(eventBytesMax: 64)
        #expect(throws: ServerSentEvents.Problem.tooLarge(max: 64)) {
            while true { _ = try reader.feed(Array("data: x\n".utf8)) }
        }
    }
}
