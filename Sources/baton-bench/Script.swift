internal import Crypto
internal import HTTPMessages
internal import Handoffs

/// How much is prepared.
struct ScriptCounts {
    var pairs: Int
    var handoffs: Int
    var waiting: Int
    var forged: Int
}

/// A file of requests for the driver (Tests/bench/driver.c): records of kind, pair and length, then the bytes
/// of one HTTP request. Everything is signed beforehand, so that the driver costs next to nothing.
enum Script {
    /// What the driver does with a record.
    enum Kind: UInt32 {
        /// Sent and answered before anything is measured.
        case setup = 1
        /// Opens a stream; the first of a pair is the watch's, the second the phone's.
        case stream = 2
        case create = 3
        case claim = 4
        case authorizing = 5
        case outcome = 6
        case forged = 7
    }

    static func make(
        _ counts: ScriptCounts, for base: BaseURL, at now: Int64
    ) throws(CryptoFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        func add(_ kind: Kind, _ pair: Int, _ request: Request) {
            let wire = encode(request)
            for number in [kind.rawValue, UInt32(pair), UInt32(wire.count)] {
                for shift in [0, 8, 16, 24] {
                    bytes.append(UInt8(truncatingIfNeeded: number >> UInt32(shift)))
                }
            }
            bytes += wire
        }
        var maker = RequestMaker(base: base, now: now)
        for index in 0..<counts.pairs {
            let pair = try BenchPair()
            for request in try maker.pairing(of: pair) { add(.setup, index, request) }
            for device in [pair.watch, pair.phone] { add(.stream, index, try maker.stream(of: device)) }
            for _ in 0..<counts.handoffs {
                let handoff = try maker.handoff(of: pair)
                add(.create, index, handoff.create)
                add(.claim, index, handoff.claim)
                add(.authorizing, index, handoff.authorizing)
                add(.outcome, index, handoff.outcome)
            }
            for _ in 0..<(counts.forged / max(1, counts.pairs)) {
                add(.forged, index, try maker.forgedCreate(of: pair))
            }
        }
        for index in 0..<counts.waiting {
            let device = try BenchDevice()
            add(.setup, index, try maker.openPairing(of: device).request)
            for _ in 0..<2 { add(.stream, index, try maker.stream(of: device)) }
        }
        return bytes
    }

    private static func encode(_ request: Request) -> [UInt8] {
        var text = "\(request.method.token) \(request.target) HTTP/1.1\r\n"
        for (name, value) in request.fields { text += "\(name): \(value)\r\n" }
        if !request.body.isEmpty { text += "content-length: \(request.body.count)\r\n" }
        return Array((text + "\r\n").utf8) + request.body
    }
}
