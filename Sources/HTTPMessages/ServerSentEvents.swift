/// The reader of an event stream (HTML standard, section 9.2.6): bytes go in as they come, whole events come
/// out.
package struct ServerSentEvents: Sendable {
    /// Why a stream cannot be read on.
    package enum Problem: Error, Hashable, Sendable {
        /// An event that does not end within the limit.
        case tooLarge(max: Int)
    }

    private let eventBytesMax: Int
    private var line: [UInt8] = []
    private var afterReturn = false
    private var isFirstLine = true
    private var event = ""
    private var data: [UInt8] = []
    private var hasData = false
    private var retry: Int?
    /// The id of the last event that carried one: where to resume.
    package private(set) var lastID: String?

    /// A reader that holds at most `eventBytesMax` bytes of an unfinished event.
    package init(eventBytesMax: Int = 128 * 1024) {
        self.eventBytesMax = eventBytesMax
    }

    /// Takes bytes and returns the events that they completed. Comments, the heartbeats among them, are read
    /// over.
    package mutating func feed(_ bytes: some Sequence<UInt8>) throws(Problem) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for byte in bytes {
            if afterReturn {
                afterReturn = false
                if byte == UInt8(ascii: "\n") { continue }
            }
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                afterReturn = byte == UInt8(ascii: "\r")
                if let event = endLine() { events.append(event) }
                continue
            }
            guard line.count + data.count < eventBytesMax else { throw .tooLarge(max: eventBytesMax) }
            line.append(byte)
        }
        return events
    }

    private mutating func endLine() -> ServerSentEvent? {
        defer { line.removeAll(keepingCapacity: true) }
        if isFirstLine {
            isFirstLine = false
            if line.starts(with: [0xef, 0xbb, 0xbf]) { line.removeFirst(3) }
        }
        if line.isEmpty { return dispatch() }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
            take(line[...], [])
            return nil
        }
        var value = line[(colon + 1)...]
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        take(line[..<colon], value)
        return nil
    }

    private mutating func take(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) {
        switch String(decoding: name, as: UTF8.self) {
        case "event": event = String(decoding: value, as: UTF8.self)
        case "data":
            if hasData { data.append(UInt8(ascii: "\n")) }
            hasData = true
            data += value
        case "id": if !value.contains(0) { lastID = String(decoding: value, as: UTF8.self) }
        case "retry":
            if let number = Digits.decimal(String(decoding: value, as: UTF8.self)) { retry = number }
        default: break
        }
    }

    private mutating func dispatch() -> ServerSentEvent? {
        defer {
            event = ""
            data.removeAll(keepingCapacity: true)
            hasData = false
            retry = nil
        }
        guard hasData else { return nil }
        return ServerSentEvent(
            event: event.isEmpty ? "message" : event, data: String(decoding: data, as: UTF8.self), id: lastID,
            retryMilliseconds: retry)
    }
}
