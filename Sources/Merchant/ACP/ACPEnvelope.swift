import JSON

/// What bodies travel in: JSON-RPC of the Model Context Protocol, whose tools have the protocol's names.
enum ACPEnvelope {
    /// Whether an object is one body, and not a collection of named ones.
    static func isBody(_ object: JSONObject) -> Bool {
        object["jsonrpc"] != nil || ACPBodyKind(of: object) != .other
    }

    /// The body inside, and what it is where the envelope says so.
    static func opened(_ node: JSONNode) -> (node: JSONNode, kind: ACPBodyKind?) {
        guard case .object(let object) = node.value, object["jsonrpc"] != nil else { return (node, nil) }
        if let error = object["error"] {
            let path = JSONPath.member(node.path, "error")
            guard case .object(let members) = error, let data = members["data"] else {
                return (JSONNode(error, at: path), .error)
            }
            return (JSONNode(data, at: .member(path, "data")), .error)
        }
        if let result = object["result"] {
            let path = JSONPath.member(node.path, "result")
            guard case .object(let members) = result, let inner = members["structuredContent"] else {
                return (JSONNode(result, at: path), nil)
            }
            return (JSONNode(inner, at: .member(path, "structuredContent")), nil)
        }
        return asked(object, at: node.path)
    }

    private static func asked(
        _ object: JSONObject, at path: JSONPath
    ) -> (node: JSONNode, kind: ACPBodyKind?) {
        let path = JSONPath.member(path, "params")
        guard case .object(let params)? = object["params"] else { return (JSONNode(.null, at: path), .other) }
        guard case .object(let arguments)? = params["arguments"] else {
            return (JSONNode(.object(params), at: path), nil)
        }
        let kind: ACPBodyKind? =
            if case .string(let tool)? = params["name"] { kinds[tool] } else { nil }
        let inside = JSONPath.member(path, "arguments")
        guard let payload = arguments["payload"] else {
            return (JSONNode(.object(arguments), at: inside), kind)
        }
        return (JSONNode(payload, at: .member(inside, "payload")), kind)
    }

    private static let kinds: [String: ACPBodyKind] = [
        "create_checkout_session": .createRequest, "update_checkout_session": .updateRequest,
        "get_checkout_session": .retrieveRequest, "complete_checkout_session": .completeRequest,
        "cancel_checkout_session": .cancelRequest,
    ]
}
