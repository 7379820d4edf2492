package import HTTPMessages
internal import Handoffs
internal import JSON
internal import Relay
internal import Wire

/// Refusals as problem documents (RFC 9457).
package enum ProblemResponse {
    /// What only the edge knows about a refusal.
    struct Facts {
        /// The relay's time.
        var now: Instant?
        /// To sign the next request with.
        var nonce: String?
        /// The part of the signature that was wrong.
        var component: String?
        /// Methods that the path does take.
        var allow: String?
    }

    /// The document of a refusal. The 404 carries nothing that could tell one reason from another: it is the
    /// same byte for byte for ids that are unknown, foreign or for somebody else (relay 49).
    static func make(_ refusal: RelayRefusal, _ facts: Facts = Facts()) -> Response {
        guard refusal.code != .notFound else { return notFound }
        let row = ProblemTable.row(refusal.code)
        var object = JSONObject()
        object["type"] = .string(refusal.code.type)
        object["title"] = .string(row.title)
        object["status"] = .integer(Int64(row.status.code))
        object["detail"] = refusal.detail.map { .string($0) }
        object["retryable"] = .bool(row.isRetryable)
        object["state"] = refusal.state.map { .string($0.rawValue) }
        object["nonce"] = facts.nonce.map { .string($0) }
        object["component"] = facts.component.map { .string($0) }
        object["retry_after_ms"] = refusal.retryAfter.map { .milliseconds($0) }
        object["server_time_ms"] = facts.now.map { .integer($0.milliseconds) }
        var fields: Fields = ["content-type": "application/problem+json", "cache-control": "no-store"]
        if let wait = refusal.retryAfter {
            fields["retry-after"] = String(max(1, (wait.inMilliseconds + 999) / 1000))
        }
        if let allow = facts.allow { fields["allow"] = allow }
        return Response(status: row.status, fields: fields, body: JSONValue.object(object).encoded())
    }

    /// What the transport refuses, in the same form.
    package static func make(transport status: Status) -> Response {
        let code = ProblemTable.code(of: status)
        let retry: Duration? = ProblemTable.row(code).isRetryable ? .seconds(1) : nil
        return make(RelayRefusal(code, retryAfter: retry))
    }

    private static let notFound: Response = {
        let row = ProblemTable.row(.notFound)
        let body: JSONValue = [
            "type": .string(ProblemCode.notFound.type), "title": .string(row.title),
            "status": .integer(Int64(row.status.code)), "retryable": .bool(row.isRetryable),
        ]
        return Response(
            status: row.status,
            fields: ["content-type": "application/problem+json", "cache-control": "no-store"],
            body: body.encoded())
    }()
}
