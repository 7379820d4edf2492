import Blocking
import Crypto
import HTTPClient
import HTTPMessages
import HTTPServer
import Handoffs
import Relay
import RelayHTTP
import RelaySQLite
import Synchronization
import Testing
import Wire

@testable import BatonClient

/// The wall and the boot clock of a device or a relay, off by what a test says.
final class SteppedClock: DeviceClock, RelayClock {
    private let offset: Mutex<Duration>

    init(offset: Duration = .zero) { self.offset = Mutex(offset) }

    func step(_ duration: Duration) { offset.withLock { $0 += duration } }

    func wallTime() -> Instant {
        Instant(seconds: 1_800_000_000).adding(uptime()).adding(offset.withLock { $0 })
    }
    func now() -> Instant { wallTime() }
    func uptime() -> Duration { ContinuousClock.now - Self.zero }

    private static let zero = ContinuousClock.now - .seconds(1000)
}

/// A relay behind a real socket, with somebody on the way who may answer instead.
final class InterceptedRelay: Sendable {
    /// What stands between: nil lets a request through.
    typealias Proxy = @Sendable (_ number: Int, Request) async -> Response?

    let base: BaseURL
    let clock = SteppedClock()
    private let server: HTTPServer
    private let store: SQLiteRelayStore
    private let interface: RelayInterface
    private let folder: String
    private let proxy = Mutex<Proxy?>(nil)
    private let count = Mutex(0)

    init() throws {
        folder = try Folder.makeTemporary(prefix: "live-relay")
        store = try SQLiteRelayStore(path: "\(folder)/relay.sqlite", clock: clock)
        let doorway = Doorway()
        var configuration = HTTPServerConfiguration(
            listen: SocketAddress(ip: try #require(IPAddress("127.0.0.1")), port: 0))
        configuration.loops = 1
        configuration.bodyBytesMax = { _, _ in 64 * 1024 }
        server = HTTPServer(configuration) { request in await doorway.respond(to: request) }
        let address = try server.start()
        base = try #require(BaseURL("http://\(address.text)"))
        let service = RelayService(store: store, clock: clock, hub: EventHub(), base: base.text)
        interface = RelayInterface(
            service, clock: clock, settings: RelaySettings(base: base), metrics: RelayMetrics())
        doorway.open { [weak self] request in await self?.pass(request) ?? Response(status: .unavailable) }
    }

    /// Puts somebody in between.
    func intercept(_ proxy: @escaping Proxy) {
        count.withLock { $0 = 0 }
        self.proxy.withLock { $0 = proxy }
    }

    var requests: Int { count.withLock { $0 } }

    func close() async {
        interface.endWaits()
        await server.drain(within: .seconds(1))
        store.close()
        do { try Folder.removeTree(folder) } catch { Issue.record("\(folder) stays: \(error)") }
    }

    private func pass(_ request: Request) async -> Response {
        let number = count.withLock { count in
            count += 1
            return count
        }
        if let proxy = proxy.withLock({ $0 }), let response = await proxy(number, request) { return response }
        return await interface.respond(to: request)
    }

    /// The relay's own stream, cut off after so many events, or with one event missing.
    func cut(
        _ request: Request, afterEvents limit: Int = .max, dropping dropped: Int? = nil,
        _ onCut: @escaping @Sendable () -> Void = {}
    ) async -> Response {
        let response = await interface.respond(to: request)
        guard case .stream(let options, let begin) = response.body else { return response }
        return Response(status: response.status, fields: response.fields, options: options) { outer in
            begin(CuttingStream(outer, limit: limit, dropped: dropped, onCut))
        }
    }

    /// What the relay itself would have answered, for a proxy that loses it.
    func lose(_ request: Request) async { _ = await interface.respond(to: request) }
}

/// Closed until the relay behind it stands.
private final class Doorway: Sendable {
    private let held = Mutex<(@Sendable (Request) async -> Response)?>(nil)

    func open(_ respond: @escaping @Sendable (Request) async -> Response) { held.withLock { $0 = respond } }

    func respond(to request: Request) async -> Response {
        guard let respond = held.withLock({ $0 }) else { return Response(status: .unavailable) }
        return await respond(request)
    }
}

/// A device at a live relay.
struct PairableDevice: Sendable {
    let keys: DeviceKeys
    let client: RelayClient
    let clock: SteppedClock
    let card: DeviceCard

    var jwk: PublicKeyJWK { PublicKeyJWK(x: keys.signing.publicKey.x, y: keys.signing.publicKey.y) }

    init(
        _ name: String, _ kind: DeviceCard.Kind, at relay: InterceptedRelay, off offset: Duration = .zero
    ) throws {
        keys = try DeviceKeys()
        clock = SteppedClock(offset: offset)
        card = keys.card(name: name, kind: kind)
        var configuration = HTTPClientConfiguration()
        configuration.allowsLocalAddresses = true
        client = RelayClient(
            base: relay.base, key: keys.signing, http: HTTPClient(configuration), clock: clock)
    }
}

/// A stream on the way that loses an event, or ends after some.
private final class CuttingStream: ResponseStream {
    private struct State {
        var rest: [UInt8] = []
        var events = 0
        var isCut = false
    }

    private let outer: any ResponseStream
    private let limit: Int
    private let dropped: Int?
    private let onCut: @Sendable () -> Void
    private let state = Mutex(State())

    init(
        _ outer: any ResponseStream, limit: Int, dropped: Int?, _ onCut: @escaping @Sendable () -> Void
    ) {
        self.outer = outer
        self.limit = limit
        self.dropped = dropped
        self.onCut = onCut
    }

    func whenSent(_ body: @escaping @Sendable () -> Void) { outer.whenSent(body) }

    func write(_ bytes: [UInt8]) {
        let (pieces, ends) = state.withLock { state -> ([[UInt8]], Bool) in
            guard !state.isCut else { return ([], false) }
            state.rest += bytes
            var pieces: [[UInt8]] = []
            while let end = Self.end(of: state.rest), !state.isCut {
                let piece = Array(state.rest[..<end])
                state.rest.removeFirst(end)
                if piece.starts(with: Array("id:".utf8)) { state.events += 1 }
                if state.events != dropped || piece.first == UInt8(ascii: ":") { pieces.append(piece) }
                state.isCut = state.events >= limit
            }
            return (pieces, state.isCut)
        }
        for piece in pieces { outer.write(piece) }
        if ends {
            onCut()
            outer.finish()
        }
    }

    private static func end(of bytes: [UInt8]) -> Int? {
        bytes.indices.dropLast().first { bytes[$0] == 10 && bytes[$0 + 1] == 10 }.map { $0 + 2 }
    }

    func finish() { outer.finish() }

    func whenClosed(_ body: @escaping @Sendable (StreamEnd) -> Void) { outer.whenClosed(body) }
}
