import HTTPMessages

/// Responses as bytes (RFC 9112, sections 4 and 6).
enum ResponseEncoding {
    enum Framing {
        /// No body, and none announced (RFC 9110, section 6.4.1).
        case none
        case length(Int)
        case chunked
        /// The end of the connection ends the body: for HTTP/1.0.
        case untilClose
    }

    /// What the server writes itself, whatever the routes say.
    private static let ownFields: Set<String> = ["content-length", "transfer-encoding", "connection", "date"]

    /// Status line and fields.
    static func head(
        _ response: Response, framing: Framing, closes: Bool, date: String, room: Int = 0
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256 + room)
        bytes += "HTTP/1.1 ".utf8
        bytes += String(response.status.code).utf8
        bytes.append(UInt8(ascii: " "))
        bytes += response.status.reason.utf8
        append("date", date, to: &bytes)
        for (name, value) in response.fields where !ownFields.contains(name) {
            append(name, value, to: &bytes)
        }
        switch framing {
        case .none, .untilClose: break
        case .length(let count): append("content-length", String(count), to: &bytes)
        case .chunked: append("transfer-encoding", "chunked", to: &bytes)
        }
        if closes { append("connection", "close", to: &bytes) }
        bytes += "\r\n\r\n".utf8
        return bytes
    }

    /// A whole response; a stream's head alone. The answer to HEAD has the fields and not the body.
    static func whole(_ response: Response, isHead: Bool = false, closes: Bool, date: String) -> [UInt8] {
        guard case .bytes(let body) = response.body else {
            return head(response, framing: .chunked, closes: closes, date: date)
        }
        if response.status.hasNoBody { return head(response, framing: .none, closes: closes, date: date) }
        var bytes = head(
            response, framing: .length(body.count), closes: closes, date: date, room: isHead ? 0 : body.count)
        if !isHead { bytes += body }
        return bytes
    }

    /// One chunk.
    static func chunk(_ body: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(body.count + 12)
        bytes += String(body.count, radix: 16).utf8
        bytes += "\r\n".utf8
        bytes += body
        bytes += "\r\n".utf8
        return bytes
    }

    /// The end of a chunked body.
    static let lastChunk = Array("0\r\n\r\n".utf8)

    /// Lets the peer send the body that it holds back.
    static let goOn: [UInt8] = {
        let status = Status.continue
        return Array("HTTP/1.1 \(status.code) \(status.reason)\r\n\r\n".utf8)
    }()

    private static func append(_ name: String, _ value: String, to bytes: inout [UInt8]) {
        bytes += "\r\n".utf8
        bytes += name.utf8
        bytes += ": ".utf8
        bytes += value.utf8
    }
}
