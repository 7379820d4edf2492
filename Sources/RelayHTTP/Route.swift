internal import HTTPMessages
internal import Handoffs

/// What a request asks for: method and path, read once. From here on nobody sees path strings.
enum Route: Sendable, Equatable {
    case health
    case readiness
    case openPairing
    case readPairing(PairingID)
    case pairingMessage(PairingID)
    case pairingGrant(PairingID)
    case unpair(PairingID)
    case create
    case readHandoff(HandoffID)
    case claim(HandoffID)
    case renew(HandoffID)
    case release(HandoffID)
    case authorizing(HandoffID)
    case decline(HandoffID)
    case outcome(HandoffID)
    case cancel(HandoffID)
    case events
    case notice

    /// What a request leads to.
    enum Match: Equatable {
        case route(Route)
        /// The path exists, for these methods.
        case wrongMethod(allow: String)
        case nothing
    }

    /// Reads method and path below the base path. An id that is no id is no path.
    static func match(_ method: Method, _ segments: [Substring]) -> Match {
        let (get, post, delete) = routes(segments)
        let wanted: Route?
        switch method {
        case .get, .head: wanted = get
        case .post: wanted = post
        case .delete: wanted = delete
        case .put, .patch, .options, .other: wanted = nil
        }
        if let wanted { return .route(wanted) }
        let allowed = [get.map { _ in "GET, HEAD" }, post.map { _ in "POST" }, delete.map { _ in "DELETE" }]
        let allow = allowed.compactMap { $0 }.joined(separator: ", ")
        return allow.isEmpty ? .nothing : .wrongMethod(allow: allow)
    }

    private typealias ByMethod = (get: Route?, post: Route?, delete: Route?)

    private static func routes(_ segments: [Substring]) -> ByMethod {
        if segments.count == 1 {
            switch segments[0] {
            case "healthz": return (.health, nil, nil)
            case "readyz": return (.readiness, nil, nil)
            default: return (nil, nil, nil)
            }
        }
        guard segments.count >= 2, segments[0] == "v1" else { return (nil, nil, nil) }
        let rest = segments[2...]
        switch segments[1] {
        case "events": return rest.isEmpty ? (.events, nil, nil) : (nil, nil, nil)
        case "notices": return rest.isEmpty ? (nil, .notice, nil) : (nil, nil, nil)
        case "pairings": return pairings(rest)
        case "handoffs": return handoffs(rest)
        default: return (nil, nil, nil)
        }
    }

    private static func pairings(_ rest: ArraySlice<Substring>) -> ByMethod {
        guard let first = rest.first else { return (nil, .openPairing, nil) }
        guard let id = PairingID(text: first) else { return (nil, nil, nil) }
        guard rest.count > 1 else { return (.readPairing(id), nil, .unpair(id)) }
        guard rest.count == 2 else { return (nil, nil, nil) }
        switch rest[rest.startIndex + 1] {
        case "messages": return (nil, .pairingMessage(id), nil)
        case "grant": return (nil, .pairingGrant(id), nil)
        default: return (nil, nil, nil)
        }
    }

    private static func handoffs(_ rest: ArraySlice<Substring>) -> ByMethod {
        guard let first = rest.first else { return (nil, .create, nil) }
        guard let id = HandoffID(text: first) else { return (nil, nil, nil) }
        guard rest.count > 1 else { return (.readHandoff(id), nil, nil) }
        guard rest.count == 2 else { return (nil, nil, nil) }
        switch rest[rest.startIndex + 1] {
        case "claim": return (nil, .claim(id), nil)
        case "renew": return (nil, .renew(id), nil)
        case "release": return (nil, .release(id), nil)
        case "authorizing": return (nil, .authorizing(id), nil)
        case "decline": return (nil, .decline(id), nil)
        case "outcome": return (nil, .outcome(id), nil)
        case "cancel": return (nil, .cancel(id), nil)
        default: return (nil, nil, nil)
        }
    }

    /// The template, for metrics and logs: never an id.
    var template: String {
        switch self {
        case .health: "/healthz"
        case .readiness: "/readyz"
        case .openPairing: "/v1/pairings"
        case .readPairing: "/v1/pairings/{pid}"
        case .pairingMessage: "/v1/pairings/{pid}/messages"
        case .pairingGrant: "/v1/pairings/{pid}/grant"
        case .unpair: "/v1/pairings/{pid}"
        case .create: "/v1/handoffs"
        case .readHandoff: "/v1/handoffs/{jti}"
        case .claim: "/v1/handoffs/{jti}/claim"
        case .renew: "/v1/handoffs/{jti}/renew"
        case .release: "/v1/handoffs/{jti}/release"
        case .authorizing: "/v1/handoffs/{jti}/authorizing"
        case .decline: "/v1/handoffs/{jti}/decline"
        case .outcome: "/v1/handoffs/{jti}/outcome"
        case .cancel: "/v1/handoffs/{jti}/cancel"
        case .events: "/v1/events"
        case .notice: "/v1/notices"
        }
    }
}
