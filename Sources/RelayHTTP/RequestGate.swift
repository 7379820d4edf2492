internal import HTTPMessages
internal import Handoffs
internal import Relay
internal import Wire

/// The bounds by address, before any signature is looked at (Protocol/limits.md).
struct RequestGate: Sendable {
    private let trusted: [AddressRange]
    private let requests: RateLimiter<IPAddress>
    private let pairings: RateLimiter<IPAddress>

    init(_ settings: RelaySettings) {
        trusted = settings.trustedProxies
        requests = RateLimiter(perMinute: settings.limit(.addressRequests))
        pairings = RateLimiter(perMinute: settings.limit(.addressPairings))
    }

    /// Counts a request; throws where its address has used up its share.
    func admit(
        _ request: Request, _ route: Route, at uptime: Duration, _ metrics: RelayMetrics
    ) throws(RelayRefusal) {
        if let peer = request.peer?.ip, request.fields["x-forwarded-for"] != nil, !isTrusted(peer) {
            metrics.countForwardedByStranger()
        }
        guard let address = client(of: request) else { return }
        if let wait = requests.take(address, at: uptime) {
            throw RelayRefusal(.rateLimited, retryAfter: wait)
        }
        if case .openPairing = route, let wait = pairings.take(address, at: uptime) {
            throw RelayRefusal(.rateLimited, retryAfter: wait)
        }
    }

    /// The address to count: the peer's, or the right-most one in `X-Forwarded-For` that is no declared
    /// proxy. The field is believed from declared proxies only (relay 26). Nil for the machine itself.
    func client(of request: Request) -> IPAddress? {
        guard let peer = request.peer?.ip else { return nil }
        guard isTrusted(peer) else { return peer.isLoopback ? nil : peer.network() }
        let hops = request.fields.values("x-forwarded-for").flatMap { $0.split(separator: ",") }
        for hop in hops.reversed() {
            guard let address = IPAddress(hop.trimmingPrefix { $0 == " " }.prefix { $0 != " " }) else {
                break
            }
            if !isTrusted(address) { return address.network() }
        }
        return peer.network()
    }

    private func isTrusted(_ address: IPAddress) -> Bool { trusted.contains { $0.contains(address) } }
}
