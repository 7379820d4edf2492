import Checkout
import HTTPMessages
import JSON

/// What a request is for.
enum ShopRoute: Hashable {
    case keys, discovery, products, create, pay
    case page(String), answerPage(String)
    case retrieve(String), update(String), complete(String), cancel(String), order(String)

    init(_ request: Request) throws(ShopRefusal) {
        let segments = request.segments.map(String.init)
        let isRead = request.method == .get || request.method == .head
        switch segments {
        case [".well-known", "jwks.json"]: self = try Self.only(isRead, "GET", .keys)
        case [".well-known", "acp.json"]: self = try Self.only(isRead, "GET", .discovery)
        case ["products"]: self = try Self.only(isRead, "GET", .products)
        case ["payments"]: self = try Self.only(request.method == .post, "POST", .pay)
        case ["checkout_sessions"]: self = try Self.only(request.method == .post, "POST", .create)
        case ["continue", segments.last] where segments.count == 2:
            self =
                isRead
                ? .page(segments[1])
                : try Self.only(request.method == .post, "GET, POST", .answerPage(segments[1]))
        case ["orders", segments.last] where segments.count == 2:
            self = try Self.only(isRead, "GET", .order(segments[1]))
        default: self = try Self.session(segments, request.method, isRead)
        }
    }

    private static func session(
        _ segments: [String], _ method: Method, _ isRead: Bool
    ) throws(ShopRefusal) -> ShopRoute {
        guard segments.count >= 2, segments[0] == "checkout_sessions" else { throw .notFound }
        let id = segments[1]
        if segments.count == 2 {
            return isRead ? .retrieve(id) : try only(method == .post, "GET, POST", .update(id))
        }
        guard segments.count == 3 else { throw .notFound }
        switch segments[2] {
        case "complete": return try only(method == .post, "POST", .complete(id))
        case "cancel": return try only(method == .post, "POST", .cancel(id))
        default: throw .notFound
        }
    }

    private static func only(
        _ fits: Bool, _ allow: String, _ route: ShopRoute
    ) throws(ShopRefusal) -> ShopRoute {
        guard fits else { throw .methodNotAllowed(allow: allow) }
        return route
    }
}

/// Why the shop does not do what was asked. Nothing was changed.
enum ShopRefusal: Error {
    case problem(Status, String, String, String?)
    /// Unknown, or somebody else's: one and the same answer.
    case notFound
    case methodNotAllowed(allow: String)
    /// The request cannot be read.
    case malformed(JSONError)
    /// Ours: disk or cryptography. May be asked again.
    case failure

    var problem: MerchantProblem {
        switch self {
        case .problem(let status, let code, let message, let param):
            MerchantProblem(status, code: code, message: message, param: param)
        case .notFound: MerchantProblem(.notFound, code: "not_found", message: "There is no such thing here")
        case .methodNotAllowed:
            MerchantProblem(.methodNotAllowed, code: "method_not_allowed", message: "Not in this way")
        case .malformed(let error):
            MerchantProblem(.badRequest, code: "invalid", message: "\(error)", param: error.place)
        case .failure:
            MerchantProblem(
                .internalError, type: "processing_error", code: "internal", message: "Please ask again")
        }
    }
}

extension JSONError {
    /// The member that it is about.
    var place: String? {
        switch self {
        case .missing(let path), .unknownMember(let path), .mismatch(let path, _, _), .invalid(let path, _):
            "\(path)"
        case .tooLarge, .tooDeep, .malformed: nil
        }
    }
}

/// An answer of the shop.
struct ShopAnswer: Sendable {
    let status: Status
    let body: [UInt8]
    var allow: String?
    var contentType = "application/json"

    init(_ status: Status, _ value: JSONValue) {
        self.init(status, bytes: value.encoded())
    }

    init(_ status: Status, bytes: [UInt8]) {
        self.status = status
        body = bytes
    }

    init(_ refusal: ShopRefusal) {
        let problem = refusal.problem
        self.init(problem.status, problem.json)
        if case .methodNotAllowed(let allow) = refusal { self.allow = allow }
    }
}
