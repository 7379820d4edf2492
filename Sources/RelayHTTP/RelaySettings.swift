package import HTTPMessages

/// What an operator decides about a relay's edge; each limit equals its row in Protocol/limits.md and can be
/// set with `--limit NAME=VALUE`.
package struct RelaySettings: Sendable {
    /// The public base URL: what tokens name and signatures cover.
    package let base: BaseURL
    /// Proxies whose `X-Forwarded-For` is believed.
    package let trustedProxies: [AddressRange]
    /// The limits in force.
    package let limits: [RelayLimit: Int]

    /// Settings with the defaults for every limit that is not given.
    package init(base: BaseURL, trustedProxies: [AddressRange] = [], limits: [RelayLimit: Int] = [:]) {
        self.base = base
        self.trustedProxies = trustedProxies
        self.limits = limits
    }

    /// The value of a limit.
    package func limit(_ limit: RelayLimit) -> Int { limits[limit] ?? limit.standard }
}

/// The limits that an operator may change; the raw value is the name on the command line.
package enum RelayLimit: String, Sendable, CaseIterable {
    /// Requests of one address (/32, /64) in a minute, before any signature is looked at. Loopback is not
    /// counted unless it is a declared proxy's word.
    case addressRequests = "address-requests"
    /// Pairings opened from one address in a minute.
    case addressPairings = "address-pairings"
    /// Signed requests of one device in a minute.
    case deviceRequests = "device-requests"
    /// Streams and long polls of one device; a further one takes the oldest's place.
    case deviceStreams = "device-streams"
    /// Connections of one address.
    case addressConnections = "address-connections"
    /// Seconds from the point of no return to "in doubt", where no outcome comes.
    case inDoubtSeconds = "in-doubt-seconds"

    /// What holds where the operator says nothing.
    package var standard: Int {
        switch self {
        case .addressRequests: 3000
        case .addressPairings: 60
        case .deviceRequests: 3000
        case .deviceStreams: 2
        case .addressConnections: 256
        case .inDoubtSeconds: 120
        }
    }

    /// What may be set: a limit can be wide but not absent.
    package var range: ClosedRange<Int> {
        switch self {
        case .addressRequests, .addressPairings, .deviceRequests: 1...1_000_000_000
        case .deviceStreams: 1...16
        case .addressConnections: 1...1_000_000
        case .inDoubtSeconds: 1...600
        }
    }
}

/// Fixed bounds of the edge; each equals its row in Protocol/limits.md.
package enum EdgeLimits {
    /// How far `created` of a request's signature may lie from the relay's time, in seconds.
    package static let signatureWindowSeconds: Int64 = 60
    /// Silence after which a stream gets a comment: below common idle cuts (relay 5).
    package static let heartbeat: Duration = .seconds(20)
    /// The planned end of a stream, give or take a tenth.
    package static let streamLife: Duration = .seconds(600)
    /// How a planned end asks its reader to spread the return, at most.
    package static let rotateSpread: Duration = .seconds(2)
    /// How a drain spreads the return of all readers, at most (relay 19).
    package static let drainSpread: Duration = .seconds(10)
    /// From SIGTERM to the end of the process.
    package static let drain: Duration = .seconds(25)
    /// How often waiters read the store without a ring (relay 80).
    package static let netPeriod: Duration = .seconds(3)
}
