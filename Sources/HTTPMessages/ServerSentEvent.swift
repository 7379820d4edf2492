/// One event of an event stream (HTML standard, section 9.2).
package struct ServerSentEvent: Hashable, Sendable {
    package var event: String
    package var data: String
    package var id: String?
    package var retryMilliseconds: Int?

    /// An event to send. Name and id are our own constants and cursors: a line end in one is a bug.
    package init(event: String = "message", data: String, id: String? = nil, retryMilliseconds: Int? = nil) {
        self.event = event
        self.data = data
        self.id = id
        self.retryMilliseconds = retryMilliseconds
    }

    /// The event as bytes. Data of several lines is sent as several lines and arrives joined by line feeds,
    /// so that no data can begin another event.
    package func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(data.utf8.count + 64)
        if let id { Self.append("id: ", id, to: &bytes) }
        if event != "message" { Self.append("event: ", event, to: &bytes) }
        if let retryMilliseconds { Self.append("retry: ", String(retryMilliseconds), to: &bytes) }
        bytes += "data: ".utf8
        var previous: UInt8 = 0
        for byte in data.utf8 {
            switch byte {
            case UInt8(ascii: "\n") where previous == UInt8(ascii: "\r"): break
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): bytes += "\ndata: ".utf8
            default: bytes.append(byte)
            }
            previous = byte
        }
        bytes += "\n\n".utf8
        return bytes
    }

    private static func append(_ name: String, _ value: String, to bytes: inout [UInt8]) {
        precondition(
            value.utf8.allSatisfy { $0 != 10 && $0 != 13 && $0 != 0 },
            "\(name)\(value) holds a line end or NUL")
        bytes += name.utf8
        bytes += value.utf8
        bytes.append(UInt8(ascii: "\n"))
    }
}
