import Checkout
import JSON

/// Collects the faults of one request while it is read, and puts them into the order of the text.
struct FaultLog {
    let reading: RequestReading
    private let root: JSONNode
    private var found: [RequestFault] = []

    init(_ root: JSONNode, _ reading: RequestReading) {
        self.root = root
        self.reading = reading
    }

    mutating func report(_ code: RequestFaultCode, _ path: JSONPath, _ got: String, _ allowed: String) {
        guard found.count < RequestLimits.faultsMax else { return }
        found.append(RequestFault(code: code, path: path, got: got, allowed: allowed))
    }

    mutating func report(_ code: RequestFaultCode, _ node: JSONNode, _ allowed: String) {
        report(code, node.path, Self.words(for: node.value), allowed)
    }

    var isRefused: Bool { found.contains { $0.rank == .refused } }

    /// Whether a fault of this kind was found.
    func has(_ code: RequestFaultCode) -> Bool { found.contains { $0.code == code } }

    /// Whether something at or below a member of the root was refused.
    func isRefused(below names: [String]) -> Bool {
        let paths = names.map { JSONPath.member(root.path, $0) }
        return found.contains { fault in
            fault.rank == .refused && paths.contains { fault.path == $0 || fault.path.isBelow($0) }
        }
    }

    /// In document order; what is missing comes after the members that are there.
    var faults: [RequestFault] {
        let placed = found.enumerated().map { (place(of: $0.element.path), $0.offset, $0.element) }
        return placed.sorted { left, right in
            left.0 == right.0 ? left.1 < right.1 : left.0.lexicographicallyPrecedes(right.0)
        }.map(\.2)
    }

    /// The index of the member or element at each step from the root.
    private func place(of path: JSONPath) -> [Int] {
        var steps: [JSONPath] = []
        var rest = path
        while rest != root.path {
            steps.append(rest)
            switch rest {
            case .root: rest = root.path
            case .member(let parent, _), .element(let parent, _): rest = parent
            }
        }
        var value: JSONValue? = root.value
        return steps.reversed().map { step in
            switch (step, value) {
            case (.member(_, let name), .object(let object)):
                let index = object.members.firstIndex { $0.name == name }
                value = index.map { object.members[$0].value }
                return index ?? object.count
            case (.element(_, let index), .array(let elements)):
                value = elements.indices.contains(index) ? elements[index] : nil
                return index
            case (.root, _), (.member, _), (.element, _):
                value = nil
                return 0
            }
        }
    }

    /// What a value is, for a message: texts quoted and shortened, others by their kind.
    private static func words(for value: JSONValue) -> String {
        switch value {
        case .string(let text):
            // Spaces stay, for they may be what is wrong.
            let start = text.unicodeScalars.prefix(41).map { scalar in
                ForeignText("x\(scalar)x").cleaned == "x\(scalar)x" ? String(scalar) : "?"
            }
            return "is \"\(start.prefix(40).joined())\(start.count > 40 ? "…" : "")\""
        case .integer(let number): return "is the number \(number)"
        case .bool(let flag): return "is \(flag)"
        case .null, .real, .array, .object: return "is \(value.kind)"
        }
    }
}

/// How WebIDL takes JSON values, as browsers do.
extension FaultLog {
    /// A dictionary: an object; null and arrays count as an object without members.
    mutating func dictionary(_ node: JSONNode) -> JSONNode? {
        switch node.value {
        case .object: return node
        case .null, .array: return JSONNode(.object(JSONObject()), at: node.path)
        case .bool, .integer, .real, .string:
            report(.wrongType, node, "must be an object")
            return nil
        }
    }

    /// A sequence: an array and nothing else, also not null. Nil after a complaint.
    mutating func sequence(_ node: JSONNode, max: Int = RequestLimits.listMax) -> [JSONNode]? {
        guard case .array(let elements) = node.value else {
            report(.wrongType, node, "must be an array")
            return nil
        }
        guard elements.count <= max else {
            report(.tooMany, node.path, "has \(elements.count) entries", "at most \(max) are allowed")
            return nil
        }
        return elements.enumerated().map { JSONNode($0.element, at: .element(node.path, $0.offset)) }
    }

    /// A text: null and plain values count as what they print as, for a browser turns them into text.
    mutating func text(_ node: JSONNode) -> String? {
        switch node.value {
        case .string(let text):
            let isLong = text.utf8.count > RequestLimits.textMax
            guard !isLong || text.unicodeScalars.count <= RequestLimits.textMax else {
                report(
                    .tooLong, node.path, "has \(text.unicodeScalars.count) characters",
                    "at most \(RequestLimits.textMax) are allowed")
                return nil
            }
            return text
        case .null: return "null"
        case .bool(let flag): return "\(flag)"
        case .integer(let number): return "\(number)"
        case .real(let number): return "\(number)"
        case .array, .object:
            report(.wrongType, node, "must be a string")
            return nil
        }
    }

    /// One of a few texts; anything else is reported as `code`.
    mutating func choice<Value>(
        _ node: JSONNode, _ code: RequestFaultCode = .unknownValue, of allowed: String,
        _ read: (String) -> Value?
    ) -> Value? {
        if case .string(let text) = node.value, text.utf8.count <= 64, let value = read(text) { return value }
        report(code, node, "must be \(allowed)")
        return nil
    }

    /// The member, if there; else a complaint where it is required. A merchant may write null for a member
    /// that it leaves out.
    mutating func member(_ name: String, of node: JSONNode, required allowed: String? = nil) -> JSONNode? {
        if case .object(let object) = node.value, let value = object[name] {
            switch (reading, value) {
            case (.merchant, .null): break
            case (.merchant, _), (.handedOver, _): return JSONNode(value, at: .member(node.path, name))
            }
        }
        if let allowed { report(.missingMember, .member(node.path, name), "is missing", allowed) }
        return nil
    }

    mutating func requiredText(_ name: String, of node: JSONNode) -> ForeignText? {
        member(name, of: node, required: "must be a string").flatMap { text($0) }.map { ForeignText($0) }
    }

    mutating func optionalText(_ name: String, of node: JSONNode) -> ForeignText? {
        member(name, of: node).flatMap { text($0) }.map { ForeignText($0) }
    }

    /// A whole address with its scheme, as URL parsers demand of a link that stands alone.
    mutating func address(_ name: String, of node: JSONNode, isRequired: Bool) -> ForeignText? {
        let allowed = "must be an absolute URL"
        guard let member = member(name, of: node, required: isRequired ? allowed : nil) else { return nil }
        guard let text = text(member) else { return nil }
        guard Self.isAbsoluteURL(text) else {
            report(.badURL, member, allowed)
            return nil
        }
        let scheme = text.prefix { $0 != ":" }.lowercased()
        if scheme != "https", scheme != "http" {
            report(.linkNotWeb, member, "should be an address of the web, https or http")
        }
        // A browser escapes spaces; left as they are, words could pass for a part of the sheet.
        return ForeignText(text.split(whereSeparator: \.isWhitespace).joined(separator: "%20"))
    }

    private static func isAbsoluteURL(_ text: String) -> Bool {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let scheme = text[..<colon].utf8
        let isLetter = { (byte: UInt8) in (65...90).contains(byte) || (97...122).contains(byte) }
        guard let first = scheme.first, isLetter(first) else { return false }
        let isScheme = scheme.allSatisfy {
            isLetter($0) || (48...57).contains($0) || [43, 45, 46].contains($0)
        }
        let rest = text[text.index(after: colon)...]
        guard isScheme, !rest.isEmpty else { return false }
        guard ["http", "https"].contains(text[..<colon].lowercased()) else { return true }
        let host = rest.drop { $0 == "/" }.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        return !host.isEmpty
            && !host.unicodeScalars.contains { $0.value <= 0x20 || "<>^|".unicodeScalars.contains($0) }
    }
}

extension JSONPath {
    fileprivate func isBelow(_ other: JSONPath) -> Bool {
        switch self {
        case .root: false
        case .member(let parent, _), .element(let parent, _): parent == other || parent.isBelow(other)
        }
    }
}
