internal import Encodings
package import Handoffs
package import JSON

/// A body of the relay's interface as a value (Protocol/http.md). Requests are read strictly, answers and
/// events tolerate members that a later relay may add.
package protocol WireMessage: Sendable, Equatable {
    /// Reads the message; the complaint names the member.
    init(from node: JSONNode) throws(JSONError)
    /// The message as JSON, members in the order of Protocol/http.md.
    var json: JSONValue { get }
    /// The body's bytes: those of `json`, which a message that is written often may write directly.
    func encoded() -> [UInt8]
}

extension WireMessage {
    /// Reads a body.
    package init(parsing body: [UInt8], bytesMax: Int = WireLimits.createBodyBytesMax) throws(JSONError) {
        try self.init(from: JSONNode(parsing: body, limits: WireLimits.json(bytesMax: bytesMax)))
    }

    /// The body's bytes.
    package func encoded() -> [UInt8] { json.encoded() }
}

extension JSONNode {
    /// An id in its canonical text.
    package func id<ID: Identifier>(_ type: ID.Type = ID.self) throws(JSONError) -> ID {
        guard let id = ID(text: try string()) else {
            throw invalid("must be \(ID.Storage.count) bytes in base64url")
        }
        return id
    }

    /// Bytes in base64url.
    package func bytes(countMax: Int) throws(JSONError) -> [UInt8] {
        let text = try string()
        guard text.utf8.count <= (countMax * 4 + 2) / 3 else {
            throw invalid("must have at most \(countMax) bytes")
        }
        guard let bytes = Base64.decode(text) else { throw invalid("must be base64url without padding") }
        return bytes
    }

    /// A text within a length.
    package func text(bytesMax: Int) throws(JSONError) -> String {
        let text = try string()
        guard text.utf8.count <= bytesMax else { throw invalid("must have at most \(bytesMax) bytes") }
        return text
    }

    /// A name out of a closed set.
    package func name<Name: RawRepresentable<String>>(
        _ type: Name.Type = Name.self
    ) throws(JSONError) -> Name {
        guard let name = Name(rawValue: try string()) else { throw invalid("is not a known name") }
        return name
    }

    /// A claim's number.
    package func fence() throws(JSONError) -> Fence {
        Fence(number: try integer(in: 1...Int64(1) << 53))
    }

    /// Whole milliseconds as a length of time.
    package func milliseconds() throws(JSONError) -> Duration {
        .milliseconds(try integer(in: 0...Int64(1) << 53))
    }

    /// Milliseconds since 1970.
    package func instant() throws(JSONError) -> Instant {
        Instant(milliseconds: try integer(in: 0...Int64(1) << 53))
    }

    /// Whole seconds since 1970, as tokens carry them.
    package func seconds() throws(JSONError) -> Int64 { try integer(in: 0...WireLimits.secondsMax) }
}

extension JSONValue {
    /// An id's text.
    package static func id(_ id: some Identifier) -> JSONValue { .string(id.text) }
    /// Bytes as base64url.
    package static func bytes(_ bytes: [UInt8]) -> JSONValue { .string(Base64.encode(bytes)) }
    /// A length of time in whole milliseconds.
    package static func milliseconds(_ duration: Duration) -> JSONValue { .integer(duration.inMilliseconds) }
}

/// Members in the order they are added, those that are absent left out.
struct MemberList {
    private var members: [(name: String, value: JSONValue)] = []

    mutating func add(_ name: String, _ value: JSONValue?) {
        guard let value else { return }
        members.append((name, value))
    }

    var json: JSONValue { .object(JSONObject(members: members)) }
}
