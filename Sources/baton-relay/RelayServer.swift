internal import HTTPMessages
internal import HTTPServer
internal import Relay
internal import RelayHTTP
internal import RelaySQLite
internal import SQLite
internal import Serving
internal import Terminal
internal import Wire

/// A running relay: its parts are joined here, once, and taken apart in the order of the drain.
final class RelayServer: Sendable {
    private let server: HTTPServer
    private let admin: HTTPServer?
    private let interface: RelayInterface
    private let store: SQLiteRelayStore
    private let upkeep: Task<Void, Never>
    private let listen: SocketAddress
    private let origin: BaseURL
    private let adminListen: SocketAddress?

    /// Why a relay did not start.
    enum StartError: StartFailure {
        case store(SQLiteError)
        case server(HTTPServerError)
        case origin(NoOrigin)

        var description: String {
            switch self {
            case .store(let error): "\(error)"
            case .server(let error): "\(error)"
            case .origin(let error): "\(error)"
            }
        }

        /// What to do now.
        var hint: String? {
            if case .store(.cannotOpen) = self {
                "make the folder, or name another file with --database"
            } else {
                nil
            }
        }
    }

    /// Opens the store, listens and begins to serve.
    init(_ options: RelayOptions, log: RelayLog) throws(StartError) {
        let clock = ServerClock()
        do { store = try SQLiteRelayStore(path: options.database, clock: clock) } catch {
            throw .store(error)
        }
        if store.lacksJournal {
            log.warning(.journalMissing, ["hint": "the last steps before the copy or the crash may be lost"])
        }
        let doorway = Doorway<RelayInterface>()
        server = HTTPServer(Self.configuration(options)) { request in
            guard let interface = doorway.inside else {
                return ProblemResponse.make(transport: .unavailable)
            }
            return await interface.respond(to: request)
        }
        do { listen = try server.start() } catch { throw .server(error) }
        do throws(NoOrigin) {
            origin = try options.listening.origin(at: listen)
        } catch {
            throw .origin(error)
        }
        let service = RelayService(store: store, clock: clock, hub: EventHub(), base: origin.text)
        let metrics = RelayMetrics()
        let settings = RelaySettings(
            base: origin, trustedProxies: options.listening.trustedProxies, limits: options.limits)
        interface = RelayInterface(service, clock: clock, settings: settings, metrics: metrics)
        (admin, adminListen) = try Self.startAdmin(
            options, AdminInterface(service, metrics: metrics, gauges: Self.gauges(server, store, service)))
        upkeep = Self.startUpkeep(interface, RelayUpkeep(service), metrics, log)
        doorway.open(interface)
    }

    /// What it says of itself, and its end.
    var running: RunningServer {
        guard let adminListen else {
            return RunningServer(facts: ["listen": listen.text, "origin": origin.text], drain: drain)
        }
        return RunningServer(
            facts: ["listen": listen.text, "origin": origin.text, "admin": adminListen.text], drain: drain)
    }

    /// Stops accepting, sends streams away, finishes what was begun, and closes the store last.
    func drain() async {
        interface.endWaits()
        await server.drain(within: EdgeLimits.drain - .seconds(2))
        await admin?.drain(within: .seconds(1))
        upkeep.cancel()
        await upkeep.value
        store.close()
    }

    private static func configuration(_ options: RelayOptions) -> HTTPServerConfiguration {
        var configuration = options.listening.configuration
        configuration.connectionsPerAddressMax =
            options.listening.listen.ip.isLoopback
            ? .max : options.limits[.addressConnections] ?? RelayLimit.addressConnections.standard
        configuration.refusal = { ProblemResponse.make(transport: $0) }
        configuration.bodyBytesMax = { method, path in
            path.hasSuffix("/v1/handoffs") ? WireLimits.createBodyBytesMax : WireLimits.bodyBytesMax
        }
        return configuration
    }

    private static func startAdmin(
        _ options: RelayOptions, _ interface: AdminInterface
    ) throws(StartError) -> (HTTPServer?, SocketAddress?) {
        guard let address = options.admin else { return (nil, nil) }
        var configuration = HTTPServerConfiguration(listen: address)
        configuration.loops = 1
        configuration.refusal = { ProblemResponse.make(transport: $0) }
        let server = HTTPServer(configuration) { request in await interface.respond(to: request) }
        do { return (server, try server.start()) } catch { throw .server(error) }
    }

    private static func gauges(
        _ server: HTTPServer, _ store: SQLiteRelayStore, _ service: RelayService
    ) -> @Sendable () async -> [RelayMetrics.Gauge] {
        return {
            let (counters, statistics) = (server.counters, store.statistics())
            let numbers: [(String, String, Int)] = [
                ("baton_connections", "Open connections.", counters.connections),
                ("baton_streams", "Open streams.", counters.streams),
                (
                    "baton_listeners", "Streams and long polls that wait for events.",
                    service.hub.listenerCount
                ),
                ("baton_refused", "Requests that the transport refused.", counters.refused),
                ("baton_turned_away", "Connections turned away.", counters.turnedAway),
                ("baton_overruns", "Streams ended because their reader was too slow.", counters.overruns),
                ("baton_store_waiting", "Updates that wait for their commit.", statistics.waiting),
                ("baton_store_log_pages", "Pages of 8 KiB in the write-ahead log.", statistics.logPages),
            ]
            return numbers.map { RelayMetrics.Gauge($0.0, $0.1, Int64($0.2)) }
        }
    }

    /// One task for all that time asks for; a failure is counted, logged once a minute, and tried again.
    private static func startUpkeep(
        _ interface: RelayInterface, _ upkeep: RelayUpkeep, _ metrics: RelayMetrics, _ log: RelayLog
    ) -> Task<Void, Never> {
        Task {
            var second = 0
            var hasWarned = false
            while !Task.isCancelled {
                interface.tick()
                do throws(RelayRefusal) {
                    if second % Int(EdgeLimits.netPeriod.components.seconds) == 0 { try await upkeep.net() }
                    if second % 2 == 1 { try await upkeep.sweepAll() }
                } catch {
                    metrics.countFailure("store")
                    if second % 60 < 3 { log.warning(.upkeepFailed, ["reason": "\(error.detail ?? "")"]) }
                }
                if !hasWarned, metrics.forwardedByStranger > 0 {
                    hasWarned = true
                    log.warning(.undeclaredProxy, ["hint": "name it with --trusted-proxy, if it is yours"])
                }
                second += 1
                do { try await Task.sleep(for: .seconds(1)) } catch { return }
            }
        }
    }
}

/// What the relay logs.
enum RelayLogEvent: String, ServerLogEvent {
    case started
    case draining
    case stopped
    case upkeepFailed = "upkeep_failed"
    case journalMissing = "journal_missing"
    case undeclaredProxy = "undeclared_proxy"
}

typealias RelayLog = Log<RelayLogEvent>
