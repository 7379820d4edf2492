internal import BatonClient
internal import Checkout
internal import CheckoutJSON
internal import Crypto
internal import HTTPMessages
internal import Handoffs
internal import JSON
internal import Merchant
internal import Payments
internal import Sealing
internal import Signing
internal import Wire

/// Every parser of foreign bytes, by name (house rule T7). An entry may refuse what it likes; it must not
/// trap, hang or read what is not there, and what it accepts must come back as it was written.
enum FuzzEntries {
    static let all: [(name: String, run: @Sendable ([UInt8]) -> Void)] = [
        ("http-head", httpHead), ("http-chunks", httpChunks), ("events", events), ("addresses", addresses),
        ("json", json), ("jws", jws), ("request-signature", requestSignature), ("wire", wire),
        ("claims", claims), ("token", token), ("pairing-link", pairingLink),
        ("payment-request", paymentRequest),
        ("checkout-session", checkoutSession), ("quote", quote), ("foreign-text", foreignText),
        ("payment-token", paymentToken), ("token-file", tokenFile), ("key-file", keyFile),
        ("acp-bodies", acpBodies), ("standing-quote", standingQuote), ("webhook", webhook),
        ("certificate", certificate), ("amount", amount),
    ]

    /// However the bytes are cut, the parser says the same.
    private static func httpHead(_ bytes: [UInt8]) {
        var whole = RequestHeadParser()
        var pieces = RequestHeadParser()
        let atOnce = "\(whole.parse(bytes.span))"
        var last = ""
        for end in 1...max(1, min(bytes.count, 300)) where end <= bytes.count {
            last = "\(pieces.parse(bytes.span.extracting(0..<end)))"
            if last != "needMore" { break }
        }
        if bytes.count > 300 || bytes.isEmpty { return }
        precondition(last == atOnce, "in pieces: \(last), at once: \(atOnce)")
    }

    private static func httpChunks(_ bytes: [UInt8]) {
        var whole = ChunkedBody(bytesMax: 4096)
        let atOnce = whole.feed(bytes.span)
        var pieces = ChunkedBody(bytesMax: 4096)
        var last = ChunkedBody.Progress.needMore
        for (index, _) in bytes.enumerated() {
            last = pieces.feed(bytes.span.extracting(index..<index + 1))
            if case .done = last { last = .done(taken: index + 1) }
            if last != .needMore { break }
        }
        precondition(last == atOnce && pieces.bytes == whole.bytes, "in pieces: \(last), at once: \(atOnce)")
    }

    private static func events(_ bytes: [UInt8]) {
        var reader = ServerSentEvents(eventBytesMax: 4096)
        guard let events = attempt(try reader.feed(bytes)) else { return }
        for event in events where !event.event.contains("\0") && !(event.id?.contains("\0") ?? false) {
            var again = ServerSentEvents()
            let back = attempt(try again.feed(event.encoded()))
            precondition(
                back?.count == 1 && back?.first?.data == event.data, "an event became \(back?.count ?? -1)")
        }
    }

    private static func addresses(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        if let ip = IPAddress(text) {
            precondition(IPAddress(ip.text) == ip, "\(ip.text)")
            _ = ip.isGlobal
        }
        if let base = BaseURL(text) { precondition(BaseURL(base.text) == base, "\(base.text)") }
        if let socket = SocketAddress(text) {
            precondition(SocketAddress(socket.text) == socket, "\(socket.text)")
        }
        _ = AddressRange(cidr: text)
        if let cursor = EventCursor(text: text) { precondition(EventCursor(text: cursor.text) == cursor) }
        _ = Request(method: .get, target: text).queryValue("a")
    }

    private static func json(_ bytes: [UInt8]) {
        guard let value = attempt(try JSONValue(parsing: bytes)) else { return }
        // Reals are written as short as they are read; everything else comes back equal.
        let again = attempt(try JSONValue(parsing: value.encoded()))
        precondition(again == value, "written and read again it differs")
    }

    private static func jws(_ bytes: [UInt8]) {
        for kind in CompactJWS.Kind.allCases {
            _ = attempt(try CompactJWS(String(decoding: bytes, as: UTF8.self), kind: kind))
        }
    }

    private static func requestSignature(_ bytes: [UInt8]) {
        var parser = RequestHeadParser()
        guard case .head(let head, _) = parser.parse(bytes.span) else { return }
        let request = Request(method: head.method, target: head.target, fields: head.fields)
        _ = attempt(try RequestSignature(of: request))
    }

    private static func wire(_ bytes: [UInt8]) {
        _ = attempt(try HandoffCreateRequest(parsing: bytes))
        _ = attempt(try ClaimRequest(parsing: bytes))
        _ = attempt(try FenceRequest(parsing: bytes))
        _ = attempt(try OutcomeRequest(parsing: bytes))
        _ = attempt(try NoticeRequest(parsing: bytes))
        _ = attempt(try PairingOpenRequest(parsing: bytes))
        _ = attempt(try PairingMessageRequest(parsing: bytes))
        _ = attempt(try GrantRequest(parsing: bytes))
        _ = attempt(try PairingStatus(parsing: bytes))
        _ = attempt(try HandoffStatus(parsing: bytes))
        _ = attempt(try EventPage(parsing: bytes))
        _ = attempt(try Problem(parsing: bytes))
        for kind in ["offer", "state", "outcome", "paired", "notice", "resync", "x"] {
            _ = attempt(try RelayEvent(kind: kind, data: bytes))
        }
    }

    private static func claims(_ bytes: [UInt8]) {
        _ = attempt(try TokenClaims(payload: bytes))
        _ = attempt(try OutcomeClaims(payload: bytes))
        _ = attempt(try GrantClaims(payload: bytes))
    }

    private static func token(_ bytes: [UInt8]) {
        _ = attempt(try HandoffToken.peek(String(decoding: bytes, as: UTF8.self)))
    }

    private static func pairingLink(_ bytes: [UInt8]) {
        _ = attempt(try PairingLink(String(decoding: bytes, as: UTF8.self)))
    }

    private static func paymentRequest(_ bytes: [UInt8]) {
        let check = PaymentRequestJSON.check(bytes)
        precondition(check.isAcceptable || !check.faults.isEmpty, "refused without a reason")
        if let open = check.request {
            precondition(attempt(try open.validate()) != nil, "what is accepted opens")
            for method in open.shippingMethods { _ = attempt(try open.choosing(methodID: method.id)) }
        }
        guard let node = attempt(try JSONNode(parsing: bytes)),
            let request = attempt(try PaymentRequestJSON.request(from: node))
        else { return }
        let again = attempt(
            try PaymentRequestJSON.request(from: JSONNode(PaymentRequestJSON.value(of: request))))
        precondition(again == request, "a request changes when it is written")
    }

    private static func checkoutSession(_ bytes: [UInt8]) {
        guard let node = attempt(try JSONNode(parsing: bytes)) else { return }
        _ = attempt(try Product.list(from: node))
        _ = attempt(try Catalog(from: node))
        _ = attempt(try MerchantKey.keys(from: node))
        guard let session = attempt(try CheckoutSession(from: node)) else { return }
        _ = session.totalsAreConsistent
        _ = session.contentsHash
        _ = session.json
    }

    private static func quote(_ bytes: [UInt8]) {
        _ = attempt(try Quote(unverified: String(decoding: bytes, as: UTF8.self)))
    }

    private static func foreignText(_ bytes: [UInt8]) {
        let text = ForeignText(String(decoding: bytes, as: UTF8.self)).text
        precondition(
            !text.unicodeScalars.contains { $0.value < 32 || $0.value == 127 }, "a control character is left")
    }

    private static func tokenFile(_ bytes: [UInt8]) {
        guard let token = attempt(try PaymentTokenFile.token(in: bytes)) else { return }
        precondition(attempt(try PaymentTokenFile.token(in: token.json.encoded())) == token)
    }

    private static func keyFile(_ bytes: [UInt8]) {
        _ = attempt(try P256PrivateKey.read(file: bytes))
        _ = attempt(try Certificate.all(inFile: bytes))
    }

    private static func acpBodies(_ bytes: [UInt8]) {
        precondition(attempt(try ACPBody.bodies(in: bytes))?.isEmpty != true, "a file without a body")
    }

    private static func standingQuote(_ bytes: [UInt8]) {
        _ = attempt(try StandingQuote(unverified: String(decoding: bytes, as: UTF8.self)))
    }

    private static func webhook(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        _ = attempt(try WebhookSignature.verify(text, body: bytes, at: 0, keys: [Secret([1])]))
        _ = attempt(try OrderEvent(from: JSONNode(parsing: bytes)))
    }

    private static func paymentToken(_ bytes: [UInt8]) {
        _ = attempt(try PaymentToken(parsing: bytes))
    }

    private static func certificate(_ bytes: [UInt8]) {
        _ = attempt(try Certificate(der: bytes))
        _ = attempt(try P256PublicKey(x963: bytes))
    }

    private static func amount(_ bytes: [UInt8]) {
        guard let code = bytes.first, let currency = Currency(["USD", "JPY", "KWD"][Int(code) % 3]) else {
            return
        }
        let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
        guard let amount = attempt(try Amount(decimalText: text, currency)) else { return }
        precondition(
            (attempt(try Amount(decimalText: amount.decimalText, currency))) == amount,
            "\(amount.decimalText)")
    }

    /// The value, or nil: a refusal is as good an answer as any.
    private static func attempt<T>(_ body: @autoclosure () throws -> T) -> T? {
        try? body()  // See above.
    }
}
