/// The strict reader of request heads. It accepts only what every other HTTP/1.1 program reads in the same
/// way, for what a proxy reads differently is how requests are smuggled (RFC 9112, section 11.2): no bare
/// line feeds, no folded lines, no space before a colon, one length or chunks and never both.
package struct RequestHeadParser: Sendable {
    /// How far the given bytes led.
    package enum Progress: Sendable {
        /// The head has not ended yet.
        case needMore
        /// Answer with this status and close: where the next request would begin is unknown.
        case refuse(Status)
        /// The head, and how many bytes it took.
        case head(RequestHead, length: Int)
    }

    private let limits: RequestLimits
    /// Bytes looked at by earlier calls, so that a peer that sends one byte at a time costs no more.
    private var scanned = 0
    private var lineStart = 0

    package init(limits: RequestLimits = RequestLimits()) {
        self.limits = limits
    }

    /// Reads a head from the start of `bytes`, which hold what earlier calls saw and what has come since.
    /// After anything but `needMore` the parser is fresh again.
    package mutating func parse(_ bytes: borrowing Span<UInt8>) -> Progress {
        let progress = scan(bytes)
        switch progress {
        case .needMore: return .needMore
        case .refuse(let status):
            (scanned, lineStart) = (0, 0)
            return .refuse(status)
        case .end(let length):
            (scanned, lineStart) = (0, 0)
            return Self.head(bytes.extracting(0..<length), limits)
        }
    }

    private enum Scan {
        case needMore
        case refuse(Status)
        case end(Int)
    }

    /// Finds the empty line and refuses, as early as can be, what no head may hold.
    private mutating func scan(_ bytes: borrowing Span<UInt8>) -> Scan {
        let end = min(bytes.count, limits.headBytesMax)
        if scanned == 0, end > 0, !FieldSyntax.isTokenByte(bytes[0]) { return .refuse(.badRequest) }
        while scanned < end {
            let byte = bytes[scanned]
            if byte >= 32 && byte != 127 || byte == UInt8(ascii: "\t") {
                scanned += 1
                continue
            }
            guard byte == UInt8(ascii: "\r") else { return .refuse(.badRequest) }
            guard scanned + 1 < end else { break }
            guard bytes[scanned + 1] == UInt8(ascii: "\n") else { return .refuse(.badRequest) }
            let isEmpty = scanned == lineStart
            scanned += 2
            lineStart = scanned
            if isEmpty { return .end(scanned) }
        }
        return bytes.count >= limits.headBytesMax ? .refuse(.headFieldsTooLarge) : .needMore
    }

    /// Reads a whole head, its lines ended properly and free of control characters.
    private static func head(_ bytes: Span<UInt8>, _ limits: RequestLimits) -> Progress {
        do throws(Refused) {
            var range = line(at: 0, in: bytes)
            let line = try RequestLine(range, in: bytes)
            var fields = Fields()
            while true {
                range = Self.line(at: range.upperBound + 2, in: bytes)
                if range.isEmpty { break }
                guard fields.count < limits.fieldsMax else { throw Refused(.headFieldsTooLarge) }
                let field = try FieldLine.read(bytes.extracting(range))
                fields.append(lowercased: field.name, checked: field.value)
            }
            return .head(try RequestMeaning.head(line, fields), length: bytes.count)
        } catch {
            return .refuse(error.status)
        }
    }

    /// The line that begins at `start`, without its end.
    private static func line(at start: Int, in bytes: Span<UInt8>) -> Range<Int> {
        var end = start
        while bytes[end] != UInt8(ascii: "\r") { end += 1 }
        return start..<end
    }
}

/// The status that a request is refused with.
struct Refused: Error {
    let status: Status
    init(_ status: Status) { self.status = status }
}
