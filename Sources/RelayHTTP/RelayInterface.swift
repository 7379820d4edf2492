package import HTTPMessages
internal import Handoffs
internal import JSON
package import Relay
internal import Wire

/// The relay's HTTP interface (Protocol/http.md) as a function from request to response. Nothing in it knows
/// of sockets, and every refusal leaves through the one table.
package final class RelayInterface: Sendable {
    let service: RelayService
    let clock: any RelayClock
    let settings: RelaySettings
    let metrics: RelayMetrics
    let deadlines = WaitDeadlines()
    private let authenticator: Authenticator
    private let gate: RequestGate
    private let devices: RateLimiter<DeviceID>

    /// The interface of a service at its public base URL.
    package init(
        _ service: RelayService, clock: any RelayClock, settings: RelaySettings, metrics: RelayMetrics
    ) {
        self.service = service
        self.clock = clock
        self.settings = settings
        self.metrics = metrics
        authenticator = Authenticator(service: service, clock: clock, base: settings.base)
        gate = RequestGate(settings)
        devices = RateLimiter(perMinute: settings.limit(.deviceRequests))
    }

    /// Answers a request.
    package func respond(to request: Request) async -> Response {
        let request = belowBase(request)
        switch Route.match(request.method, request.segments) {
        case .nothing:
            return count("other", refuse(Authenticator.Failure(refusal: RelayRefusal(.notFound))))
        case .wrongMethod(let allow):
            var facts = ProblemResponse.Facts(now: clock.now())
            facts.allow = allow
            return count("other", ProblemResponse.make(RelayRefusal(.methodNotAllowed), facts))
        case .route(let route):
            do throws(Authenticator.Failure) {
                return count(route.template, try await answer(route, request))
            } catch {
                return count(route.template, refuse(error))
            }
        }
    }

    /// Ends every long poll, before a drain.
    package func endWaits() { deadlines.endAll() }

    /// Everything that is about time and nobody's request; called once a second.
    package func tick() { deadlines.tick(clock.uptime()) }

    private func answer(
        _ route: Route, _ request: Request
    ) async throws(Authenticator.Failure) -> Response {
        do throws(RelayRefusal) { try gate.admit(request, route, at: clock.uptime(), metrics) } catch {
            throw .init(error)
        }
        switch route {
        case .health: return Self.json(.ok, ["status": "ok"])
        case .readiness:
            guard await service.isReady() else {
                throw .init(RelayRefusal(.unavailable, retryAfter: .seconds(1)))
            }
            return Self.json(.ok, ["status": "ready"])
        case .openPairing: return try await openPairing(request)
        case .readPairing(let id): return try await readPairing(id, request)
        case .pairingMessage(let id): return try await pairingMessage(id, request)
        case .pairingGrant(let id): return try await pairingGrant(id, request)
        case .unpair(let id): return try await unpair(id, request)
        case .create: return try await create(request)
        case .outcome(let id): return try await outcome(id, request)
        case .readHandoff(let id): return try await readHandoff(id, request)
        case .claim(let id): return try await claim(id, request)
        case .renew(let id): return try await step(id, request) { .renew(by: $0, $1) }
        case .release(let id): return try await step(id, request) { .release(by: $0, $1) }
        case .authorizing(let id):
            let time = Duration.seconds(settings.limit(.inDoubtSeconds))
            return try await step(id, request) { .authorize(by: $0, $1, within: time) }
        case .decline(let id): return try await step(id, request) { .decline(by: $0, $1) }
        case .cancel(let id): return try await cancel(id, request)
        case .events: return try await events(request)
        case .notice: return try await notice(request)
        }
    }

    // MARK: What the routes share

    /// The device that signed the request, within its share of requests.
    func authenticate(
        _ request: Request, bringing key: PublicKeyJWK? = nil
    ) async throws(Authenticator.Failure) -> DeviceID {
        let device: DeviceID
        if let key {
            device = try await authenticator.authenticate(
                request,
                bringing: refusing { () throws(RelayRefusal) in
                    try RelayService.party(key)
                })
        } else {
            device = try await authenticator.authenticate(request)
        }
        try admit(device)
        return device
    }

    /// Counts a request of a device, once it is known to be its own.
    func admit(_ device: DeviceID) throws(Authenticator.Failure) {
        if let wait = devices.take(device, at: clock.uptime()) {
            throw .init(RelayRefusal(.rateLimited, retryAfter: wait))
        }
    }

    /// A use case's refusal as the edge's.
    func refusing<Value>(_ body: () throws(RelayRefusal) -> Value) throws(Authenticator.Failure) -> Value {
        do { return try body() } catch { throw .init(error) }
    }

    /// As `refusing(_:)`, for what waits.
    func refusing<Value>(
        _ body: () async throws(RelayRefusal) -> Value
    ) async throws(Authenticator.Failure) -> Value {
        do { return try await body() } catch { throw .init(error) }
    }

    /// Reads a request's body, once.
    func read<Message: WireMessage>(
        _ type: Message.Type, of request: Request, bytesMax: Int = WireLimits.bodyBytesMax
    ) throws(Authenticator.Failure) -> Message {
        guard Self.isJSON(request.fields["content-type"]) else {
            throw .init(RelayRefusal(.unsupportedMediaType))
        }
        guard request.body.count <= bytesMax else {
            throw .init(RelayRefusal(.contentTooLarge, detail: "at most \(bytesMax) bytes are taken here"))
        }
        do {
            return try Message(parsing: request.body, bytesMax: bytesMax)
        } catch {
            throw .init(RelayRefusal(.malformed, detail: error.description))
        }
    }

    /// An answer with a JSON body.
    static func json(_ status: Status, _ body: JSONValue) -> Response { json(status, body.encoded()) }

    /// An answer with JSON text.
    static func json(_ status: Status, _ body: [UInt8]) -> Response {
        Response(
            status: status, fields: ["content-type": "application/json", "cache-control": "no-store"],
            body: body)
    }

    private static func isJSON(_ type: String?) -> Bool {
        guard let type else { return false }
        if type == "application/json" { return true }
        let essence = type.prefix { $0 != ";" && $0 != " " }
        return essence.lowercased() == "application/json"
    }

    private func refuse(_ failure: Authenticator.Failure) -> Response {
        var facts = ProblemResponse.Facts(now: clock.now())
        facts.nonce = failure.nonce
        facts.component = failure.component
        return ProblemResponse.make(failure.refusal, facts)
    }

    private func count(_ template: String, _ response: Response) -> Response {
        metrics.countRequest(template, response.status)
        return response
    }

    /// Takes the base path off where no proxy did.
    private func belowBase(_ request: Request) -> Request {
        let path = settings.base.path
        guard !path.isEmpty, request.target.hasPrefix(path + "/") else { return request }
        var request = request
        request.target.removeFirst(path.count)
        return request
    }
}

extension Authenticator.Failure {
    init(_ refusal: RelayRefusal) { self.init(refusal: refusal) }
}
