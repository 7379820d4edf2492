import JSON

/// How often a wrong passcode was tried, counted on disk before each check, so that killing the program
/// between the two gains nothing (design, section 9).
struct PasscodeTries: Sendable, Hashable {
    /// Since the last right one, the one under way included.
    var count = 0
    /// When the last try began, in milliseconds since 1970.
    var lastAt: Int64 = 0

    /// Tries without waiting.
    static let freeMax = 5

    /// How long after the last try the next one may begin: nothing for five, then a minute, five, fifteen,
    /// and an hour from then on.
    var wait: Duration? {
        switch count {
        case ..<Self.freeMax: nil
        case Self.freeMax: .seconds(60)
        case Self.freeMax + 1: .seconds(300)
        case Self.freeMax + 2: .seconds(900)
        default: .seconds(3600)
        }
    }

    /// What is left of the wait; a clock that was set back begins it anew.
    func remaining(at now: Int64) -> Duration? {
        guard let wait else { return nil }
        let elapsed = Duration.milliseconds(max(0, now - lastAt))
        return now >= lastAt && elapsed >= wait ? nil : wait - (now >= lastAt ? elapsed : .zero)
    }

    var triesLeft: Int { max(0, Self.freeMax - count) }

    func encoded() -> [UInt8] {
        let value: JSONValue = ["v": 1, "count": .integer(Int64(count)), "last_at_ms": .integer(lastAt)]
        return value.encoded()
    }

    init() {}

    init(parsing bytes: [UInt8]) throws(WalletFailure) {
        do {
            let node = try JSONNode(parsing: bytes)
            _ = try node.member("v").integer(in: 1...1)
            count = Int(try node.member("count").integer(in: 0...1_000_000))
            lastAt = try node.member("last_at_ms").integer(in: 0...Int64.max)
        } catch {
            throw .damaged(file: WalletFileName.tries.rawValue, reason: error.description)
        }
    }
}
