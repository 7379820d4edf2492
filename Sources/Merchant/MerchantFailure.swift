package import HTTPMessages
package import JSON

/// Why a merchant gave no answer that counts.
package enum MerchantFailure: Error, Equatable {
    case unreachable(reason: String, mayHaveBeenSent: Bool)
    case timedOut(mayHaveBeenSent: Bool)
    /// A definite no: nothing was done.
    case refused(MerchantProblem)
    /// An answer that leaves open what was done: a server error, or a request still being worked on.
    case unclear(Status)
    /// An answer that is none of the protocol's.
    case malformed(JSONError)
    case quote(QuoteRefusal)
    case cancelled
}

extension MerchantFailure {
    /// Whether it is certain that the request changed nothing: only then may another attempt be made
    /// (design, section 5).
    package var isDefinite: Bool {
        switch self {
        case .unreachable(_, let sent), .timedOut(let sent): !sent
        case .refused: true
        case .unclear, .malformed, .quote, .cancelled: false
        }
    }
}

extension MerchantFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreachable(let reason, _): reason
        case .timedOut: "no answer in time"
        case .refused(let problem): "\(problem)"
        case .unclear(let status): "answered \(status.code)"
        case .malformed(let error): "the answer cannot be read: \(error)"
        case .quote(let refusal): "\(refusal)"
        case .cancelled: "cancelled"
        }
    }
}

/// ACP's `Error`: why a request was refused.
package struct MerchantProblem: Hashable, Sendable {
    package let status: Status
    package let type: String
    package let code: String
    package let message: String
    /// The member that it is about, as a JSON path.
    package let param: String?

    /// A problem as a merchant tells it.
    package init(
        _ status: Status, type: String = "invalid_request", code: String, message: String,
        param: String? = nil
    ) {
        self.status = status
        self.type = type
        self.code = code
        self.message = message
        self.param = param
    }

    /// Reads an answer that is no success; what is no ACP error keeps its status.
    package init(_ status: Status, body: [UInt8]) {
        let node = try? JSONNode(parsing: body)  // A proxy's page says no more than its status.
        func text(_ name: String) -> String? { node?.value[name] }
        self.init(
            status, type: text("type") ?? "", code: text("code") ?? "",
            message: text("message") ?? status.reason,
            param: text("param"))
    }

    /// The problem as the body of an answer.
    package var json: JSONValue {
        var object: JSONObject = [
            "type": .string(type), "code": .string(code), "message": .string(message),
        ]
        if let param { object["param"] = .string(param) }
        return .object(object)
    }
}

extension MerchantProblem: CustomStringConvertible {
    package var description: String { code.isEmpty ? "answered \(status.code)" : "\(code): \(message)" }
}

extension JSONValue {
    /// The text of a member, where this is an object that has it.
    fileprivate subscript(_ name: String) -> String? {
        guard case .object(let object) = self, case .string(let text) = object[name] else { return nil }
        return text
    }
}
