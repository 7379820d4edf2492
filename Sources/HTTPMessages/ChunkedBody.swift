/// The reader of a body sent in chunks (RFC 9112, section 7.1). Extensions and trailers are checked and read
/// over.
package struct ChunkedBody: Sendable {
    /// How far the given bytes led.
    package enum Progress: Hashable, Sendable {
        /// All given bytes were taken; the body goes on.
        case needMore
        /// Answer with this status and close.
        case refuse(Status)
        /// The body ended; so many of the given bytes belonged to it.
        case done(taken: Int)
    }

    private enum State: Sendable {
        case size, sizeEnd, data(Int), dataEnd, dataEndFeed, trailer, trailerEnd
    }

    /// What the chunks held so far.
    package private(set) var bytes: [UInt8] = []
    private let bytesMax: Int
    private let limits: RequestLimits
    private var state = State.size
    private var size = 0
    private var digits = 0
    private var isExtension = false
    private var lineBytes = 0
    private var trailerBytes = 0
    private var trailerHasColon = false

    package init(bytesMax: Int, limits: RequestLimits = RequestLimits()) {
        self.bytesMax = bytesMax
        self.limits = limits
    }

    /// Takes the next bytes of the connection, whatever their number.
    package mutating func feed(_ input: borrowing Span<UInt8>) -> Progress {
        var index = 0
        while index < input.count {
            if case .data(let left) = state {
                let count = min(left, input.count - index)
                bytes.reserveCapacity(bytes.count + count)
                for offset in index..<index + count { bytes.append(input[offset]) }
                index += count
                state = left == count ? .dataEnd : .data(left - count)
                continue
            }
            let byte = input[index]
            index += 1
            switch step(byte) {
            case .goOn: continue
            case .refuse(let status): return .refuse(status)
            case .end: return .done(taken: index)
            }
        }
        return .needMore
    }

    private enum Step {
        case goOn
        case refuse(Status)
        case end
    }

    private mutating func step(_ byte: UInt8) -> Step {
        switch state {
        case .size: return readSize(byte)
        case .sizeEnd:
            guard byte == UInt8(ascii: "\n") else { return .refuse(.badRequest) }
            return beginChunk()
        case .data: return .goOn
        case .dataEnd:
            state = .dataEndFeed
            return byte == UInt8(ascii: "\r") ? .goOn : .refuse(.badRequest)
        case .dataEndFeed:
            (state, size, digits, isExtension, lineBytes) = (.size, 0, 0, false, 0)
            return byte == UInt8(ascii: "\n") ? .goOn : .refuse(.badRequest)
        case .trailer: return readTrailer(byte)
        case .trailerEnd:
            guard byte == UInt8(ascii: "\n") else { return .refuse(.badRequest) }
            if lineBytes == 0 { return .end }
            guard trailerHasColon else { return .refuse(.badRequest) }
            (state, lineBytes, trailerHasColon) = (.trailer, 0, false)
            return .goOn
        }
    }

    private mutating func readSize(_ byte: UInt8) -> Step {
        lineBytes += 1
        guard lineBytes <= limits.chunkLineBytesMax else { return .refuse(.badRequest) }
        if byte == UInt8(ascii: "\r") {
            state = .sizeEnd
            return digits > 0 ? .goOn : .refuse(.badRequest)
        }
        if isExtension { return FieldSyntax.isValueByte(byte) ? .goOn : .refuse(.badRequest) }
        if byte == UInt8(ascii: ";"), digits > 0 {
            isExtension = true
            return .goOn
        }
        guard let digit = Digits.hexadecimal(byte) else { return .refuse(.badRequest) }
        digits += 1
        guard size <= Int.max >> 4 else { return .refuse(.contentTooLarge) }
        size = size << 4 | Int(digit)
        return .goOn
    }

    private mutating func beginChunk() -> Step {
        if size == 0 {
            (state, lineBytes) = (.trailer, 0)
            return .goOn
        }
        guard size <= bytesMax - bytes.count else { return .refuse(.contentTooLarge) }
        state = .data(size)
        return .goOn
    }

    private mutating func readTrailer(_ byte: UInt8) -> Step {
        if byte == UInt8(ascii: "\r") {
            state = .trailerEnd
            return .goOn
        }
        trailerBytes += 1
        guard trailerBytes <= limits.trailerBytesMax else { return .refuse(.headFieldsTooLarge) }
        lineBytes += 1
        if byte == UInt8(ascii: ":"), lineBytes > 1 { trailerHasColon = true }
        let isFine = trailerHasColon ? FieldSyntax.isValueByte(byte) : FieldSyntax.isTokenByte(byte)
        return isFine ? .goOn : .refuse(.badRequest)
    }
}
