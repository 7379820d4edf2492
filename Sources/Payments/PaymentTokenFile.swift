internal import Encodings
internal import JSON

/// Finds the payment token in a file as people have one: the bare `paymentData`, a `PKPaymentToken` with
/// it, an `ApplePayPayment` with that, any of them inside what a library wraps around it, or as base64.
package enum PaymentTokenFile {
    /// The longest file that is read, in bytes.
    package static let bytesMax = 262_144

    /// Reads the token. Throws `empty`, `simulated`, `malformed`, `truncated` or `version`.
    package static func token(in text: [UInt8]) throws(PaymentTokenRefusal) -> PaymentToken {
        guard text.contains(where: { !isSpace($0) }) else { throw .empty }
        return try PaymentToken(from: compacted(try find(in: try parsed(text), depth: 0)))
    }

    /// The members under which a token may lie, outermost first.
    private static let wrappers = [
        "paymentData", "token", "payment", "details", "applePayToken", "paymentToken", "payment_data",
        "instrument", "credential",
    ]
    private static let depthMax = 8

    private static func find(in node: JSONNode, depth: Int) throws(PaymentTokenRefusal) -> JSONNode {
        guard depth < depthMax else { throw .malformed(node.invalid("holds no payment token")) }
        switch node.value {
        case .object(let object):
            if object.isEmpty { throw .empty }
            if object["header"] != nil || object["version"] != nil { return node }
            for name in wrappers {
                guard let value = object[name], isFilled(value) else { continue }
                return try find(in: JSONNode(value, at: .member(node.path, name)), depth: depth + 1)
            }
            if isSimulated(object) { throw .simulated }
            if wrappers.contains(where: { object[$0] != nil }) { throw .empty }
            // Says what is missing.
            return node
        case .string(let text):
            guard text.contains(where: { !$0.isWhitespace }) else { throw .empty }
            return try find(in: try parsed(Array(text.utf8), at: node.path), depth: depth + 1)
        case .null: throw .empty
        case .bool, .integer, .real, .array:
            throw .malformed(node.invalid("must be an object or the base64 of one"))
        }
    }

    private static func isFilled(_ value: JSONValue) -> Bool {
        switch value {
        case .object(let object): !object.isEmpty
        case .string(let text): text.contains { !$0.isWhitespace }
        case .null, .bool, .integer, .real, .array: false
        }
    }

    /// What the simulators of phones give: names without a token.
    private static func isSimulated(_ object: JSONObject) -> Bool {
        if case .string(let id)? = object["transactionIdentifier"], id.hasPrefix("Simulated") { return true }
        guard case .object(let method)? = object["paymentMethod"] else { return false }
        return ["displayName", "network"].contains { name in
            if case .string(let text)? = method[name] { text.hasPrefix("Simulated") } else { false }
        }
    }

    private static func parsed(
        _ text: [UInt8], at path: JSONPath = .root
    ) throws(PaymentTokenRefusal) -> JSONNode {
        let first = text.first { !isSpace($0) }
        if first != UInt8(ascii: "{"), first != UInt8(ascii: "["), first != UInt8(ascii: "\""),
            let bytes = base64(text)
        {
            return try json(bytes, at: path)
        }
        return try json(text, at: path)
    }

    private static func json(_ text: [UInt8], at path: JSONPath) throws(PaymentTokenRefusal) -> JSONNode {
        do throws(JSONError) {
            return try JSONNode(parsing: text, at: path, limits: JSONLimits(bytesMax: bytesMax))
        } catch {
            throw isCutShort(text) ? .truncated("JSON") : .malformed(error)
        }
    }

    private static func base64(_ text: [UInt8]) -> [UInt8]? {
        let body = text.filter { !isSpace($0) }
        return Base64.decode(utf8: body, .standard) ?? Base64.decode(utf8: body)
    }

    /// Whether a text begins as an object and ends before that does.
    private static func isCutShort(_ text: [UInt8]) -> Bool {
        guard text.first(where: { !isSpace($0) }) == UInt8(ascii: "{") else { return false }
        var (depth, isQuoted, isEscaped) = (0, false, false)
        for byte in text {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = isQuoted
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if !isQuoted, byte == UInt8(ascii: "{") {
                depth += 1
            } else if !isQuoted, byte == UInt8(ascii: "}") {
                depth -= 1
            }
        }
        return depth > 0
    }

    /// The same with the white space gone that mail and editors leave in base64.
    private static func compacted(_ node: JSONNode) -> JSONNode {
        guard case .object(var object) = node.value else { return node }
        for (name, value) in object.members {
            switch value {
            case .string(let text): object[name] = .string(text.filter { !$0.isWhitespace })
            case .object: object[name] = compacted(JSONNode(value, at: .member(node.path, name))).value
            case .null, .bool, .integer, .real, .array: break
            }
        }
        return JSONNode(.object(object), at: node.path)
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }
}
