internal import Crypto
internal import HTTPMessages
internal import Merchant

/// One HTTP request, as any server has it.
public struct MerchantRequest: Sendable {
    /// `GET`, `POST` and so on.
    public var method: String
    /// Path and query below the server's root, as they stood in the request line.
    public var target: String
    /// Names and values in their order; a name may come twice.
    public var headers: [(name: String, value: String)]
    /// The body, byte for byte: signatures and repetitions are checked over it.
    public var body: [UInt8]

    /// A request out of a server's own parts.
    public init(
        method: String, target: String, headers: [(name: String, value: String)] = [], body: [UInt8] = []
    ) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
    }

    /// The longest body that is answered; a server may refuse longer ones before it has them.
    public static var bodyBytesMax: Int { ShopLimits.paymentBytesMax }

    /// The same for the routes; nil where it cannot have come over HTTP.
    var read: Request? {
        guard target.hasPrefix("/"), Self.isPrintable(target), body.count <= Self.bodyBytesMax else {
            return nil
        }
        var fields = Fields()
        for header in headers {
            let isName = header.name.utf8.allSatisfy { Self.nameBytes.contains($0) }
            guard isName, !header.name.isEmpty, Self.isPrintable(header.value) else { return nil }
            fields.append(header.name, header.value)
        }
        return Request(method: Method(token: method), target: target, fields: fields, body: body)
    }

    private static func isPrintable(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }

    private static let nameBytes = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_!#$%&'*+.^`|~".utf8)
}

/// The answer to a request, to be sent as it is.
public struct MerchantReply: Sendable {
    /// The status code.
    public let status: Int
    /// Names and values; a length is the server's to add.
    public let headers: [(name: String, value: String)]
    /// JSON, or HTML for the pages that people open.
    public let body: [UInt8]

    init(status: Int, headers: [(name: String, value: String)], body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    init(_ response: Response) {
        let bytes: [UInt8]
        switch response.body {
        case .bytes(let whole): bytes = whole
        case .stream: bytes = []
        }
        self.init(
            status: response.status.code, headers: response.fields.map { ($0.name, $0.value) }, body: bytes)
    }
}

/// What an order's event says, to be sent to whoever wants to know (ACP's `order_create`, `order_update`).
public struct MerchantEvent: Sendable {
    /// Its place among all events of the shop.
    public let number: Int64
    /// The JSON body, to be sent byte for byte.
    public let body: [UInt8]

    /// The value of the header `Merchant-Signature`, with the secret that the receiver knows, at a time in
    /// seconds since 1970: without it no receiver believes the event.
    public func signature(secret: [UInt8], at seconds: Int64) -> String {
        WebhookSignature.request(path: "/", body: body, at: seconds, key: Secret(secret))
            .fields["merchant-signature"] ?? ""
    }
}
