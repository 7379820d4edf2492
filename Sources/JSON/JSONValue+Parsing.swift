import CJansson

extension JSONValue {
    /// Reads one JSON object or array, and nothing after it: what is plain directly, all else through
    /// libjansson.
    ///
    /// Stricter than the toolchain's decoder, which lets duplicate members, a trailing comma, a byte-order
    /// mark and `1e2` for an integer pass. Throws `tooLarge` or `tooDeep` before anything is allocated, else
    /// `malformed`.
    package init(parsing text: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONError) {
        guard text.count <= limits.bytesMax else { throw .tooLarge(bytes: text.count, max: limits.bytesMax) }
        guard !text.isEmpty else { throw .malformed(line: 1, column: 0, detail: "the text is empty") }
        if let plain = PlainReader.read(text, depthMax: limits.depthMax) {
            self = plain
            return
        }
        guard Self.depth(of: text) <= limits.depthMax else { throw .tooDeep(max: limits.depthMax) }
        let tree = try JanssonTree(parsing: text)
        self = tree.value()
    }

    /// The deepest nesting of brackets outside strings.
    private static func depth(of text: [UInt8]) -> Int {
        var depth = 0
        var deepest = 0
        var isInString = false
        var isEscaped = false
        for byte in text {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                deepest = max(deepest, depth)
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
        }
        return deepest
    }
}

/// Owns libjansson's tree for as long as it takes to copy it.
@safe private struct JanssonTree: ~Copyable {
    private let root: UnsafeMutablePointer<json_t>

    init(parsing text: [UInt8]) throws(JSONError) {
        var error = json_error_t()
        let flags = Int(JSON_REJECT_DUPLICATES)
        let root = unsafe text.withUnsafeBytes { bytes -> UnsafeMutablePointer<json_t>? in
            guard let start = bytes.baseAddress else { return nil }
            return unsafe json_loadb(start.assumingMemoryBound(to: CChar.self), bytes.count, flags, &error)
        }
        guard let root = unsafe root else {
            let detail = unsafe String(cString: baton_json_error_text(&error))
            throw unsafe .malformed(
                line: Int(error.line), column: Int(error.column), detail: printable(detail))
        }
        unsafe self.root = root
    }

    deinit { unsafe json_decref(root) }

    func value() -> JSONValue { unsafe copy(root) }
}

private func copy(_ node: UnsafeMutablePointer<json_t>) -> JSONValue {
    switch unsafe node.pointee.type {
    case JSON_OBJECT: return unsafe .object(copyMembers(node))
    case JSON_ARRAY:
        let count = unsafe json_array_size(node)
        var elements: [JSONValue] = []
        elements.reserveCapacity(count)
        for index in 0..<count {
            if let element = unsafe json_array_get(node, index) { unsafe elements.append(copy(element)) }
        }
        return .array(elements)
    case JSON_STRING:
        guard let characters = unsafe json_string_value(node) else { return .string("") }
        let bytes = unsafe UnsafeRawBufferPointer(start: characters, count: json_string_length(node))
        return unsafe .string(String(decoding: bytes, as: UTF8.self))
    case JSON_INTEGER: return unsafe .integer(Int64(json_integer_value(node)))
    case JSON_REAL: return unsafe .real(json_real_value(node))
    case JSON_TRUE: return .bool(true)
    case JSON_FALSE: return .bool(false)
    default: return .null
    }
}

/// libjansson iterates in the order of insertion, which is the order of the text.
private func copyMembers(_ node: UnsafeMutablePointer<json_t>) -> JSONObject {
    var members: [(name: String, value: JSONValue)] = []
    unsafe members.reserveCapacity(json_object_size(node))
    var iterator = unsafe json_object_iter(node)
    while let current = unsafe iterator {
        if let name = unsafe json_object_iter_key(current), let value = unsafe json_object_iter_value(current)
        {
            unsafe members.append((String(cString: name), copy(value)))
        }
        unsafe iterator = json_object_iter_next(node, current)
    }
    return JSONObject(members: members)
}

/// The library quotes the text near a fault; what a terminal would obey is replaced.
private func printable(_ detail: String) -> String {
    String(
        String.UnicodeScalarView(
            detail.unicodeScalars.map {
                $0.value < 0x20 || (0x7F...0x9F).contains($0.value) || $0.properties.isBidiControl ? "?" : $0
            }))
}
