/// A response's status (RFC 9110, section 15): the only place in Baton where these numbers stand.
package struct Status: Hashable, Sendable {
    package let code: Int

    /// The status with this number, for what another server sent.
    package init(code: Int) { self.code = code }

    package var isSuccess: Bool { (200..<300).contains(code) }
    package var isRedirect: Bool { (300..<400).contains(code) }
    package var isClientError: Bool { (400..<500).contains(code) }
    package var isServerError: Bool { (500..<600).contains(code) }

    package static let `continue` = Status(code: 100)
    package static let ok = Status(code: 200)
    package static let created = Status(code: 201)
    package static let accepted = Status(code: 202)
    package static let noContent = Status(code: 204)
    package static let found = Status(code: 302)
    package static let notModified = Status(code: 304)
    package static let badRequest = Status(code: 400)
    package static let unauthorized = Status(code: 401)
    package static let paymentRequired = Status(code: 402)
    package static let forbidden = Status(code: 403)
    package static let notFound = Status(code: 404)
    package static let methodNotAllowed = Status(code: 405)
    package static let notAcceptable = Status(code: 406)
    package static let requestTimeout = Status(code: 408)
    package static let conflict = Status(code: 409)
    package static let gone = Status(code: 410)
    package static let lengthRequired = Status(code: 411)
    package static let preconditionFailed = Status(code: 412)
    package static let contentTooLarge = Status(code: 413)
    package static let unsupportedMediaType = Status(code: 415)
    package static let expectationFailed = Status(code: 417)
    package static let unprocessableContent = Status(code: 422)
    package static let preconditionRequired = Status(code: 428)
    package static let tooManyRequests = Status(code: 429)
    package static let headFieldsTooLarge = Status(code: 431)
    package static let internalError = Status(code: 500)
    package static let notImplemented = Status(code: 501)
    package static let badGateway = Status(code: 502)
    package static let unavailable = Status(code: 503)
    package static let gatewayTimeout = Status(code: 504)
    package static let versionNotSupported = Status(code: 505)
}

extension Status {
    /// The phrase beside the number in a status line; empty for a status that Baton does not name.
    package var reason: String { Self.reasons[self] ?? "" }

    /// Whether a response with this status never has a body (RFC 9110, section 6.4.1).
    package var hasNoBody: Bool { code < 200 || self == .noContent || self == .notModified }

    private static let reasons: [Status: String] = [
        .continue: "Continue", .ok: "OK", .created: "Created", .accepted: "Accepted",
        .noContent: "No Content",
        .found: "Found", .notModified: "Not Modified", .badRequest: "Bad Request",
        .unauthorized: "Unauthorized", .paymentRequired: "Payment Required", .forbidden: "Forbidden",
        .notFound: "Not Found", .methodNotAllowed: "Method Not Allowed", .notAcceptable: "Not Acceptable",
        .requestTimeout: "Request Timeout", .conflict: "Conflict", .gone: "Gone",
        .lengthRequired: "Length Required", .preconditionFailed: "Precondition Failed",
        .contentTooLarge: "Content Too Large", .unsupportedMediaType: "Unsupported Media Type",
        .expectationFailed: "Expectation Failed", .unprocessableContent: "Unprocessable Content",
        .preconditionRequired: "Precondition Required", .tooManyRequests: "Too Many Requests",
        .headFieldsTooLarge: "Request Header Fields Too Large", .internalError: "Internal Server Error",
        .notImplemented: "Not Implemented", .badGateway: "Bad Gateway", .unavailable: "Service Unavailable",
        .gatewayTimeout: "Gateway Timeout", .versionNotSupported: "HTTP Version Not Supported",
    ]
}
