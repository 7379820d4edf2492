import BatonClient
import HTTPClient
import Handoffs
import Signing
import Synchronization
import TestSupport
import Testing
import Wire

/// Many phones that wait at a relay when it dies: they come back by themselves, and not all at once.
@Suite(.serialized) struct ReconnectLiveTests {
    private static let phones = 200
    /// A watch may have sixteen open handoffs.
    private static let phonesPerWatch = 10

    @Test(.timeLimit(.minutes(5)))
    func `relay 16, 17: after a kill all phones are back within a minute, spread out, and miss nothing`()
        async throws
    {
        let relay = try LiveRelay(folder: TemporaryFolder())
        let http = LiveDevice.http()
        let crowd = Crowd()
        let pairs = try await Self.pairs(relay, http)
        let waiting = pairs.map { pair in Task { try await crowd.wait(as: pair.phone) } }
        #expect(await eventually { crowd.connections == Self.phones })
        relay.kill()
        crowd.forgetConnections()
        try relay.killAndRestart()
        let back = ContinuousClock.now
        var made: [DeviceID: HandoffID] = [:]
        for (watch, phone) in pairs {
            let (key, tokens) = try watch.tokens(for: [phone])
            _ = try await watch.relay.create(tokens.map(\.text))
            made[phone.id] = key.id
        }
        while crowd.connections < Self.phones, ContinuousClock.now - back < .seconds(60) {
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(crowd.connections == Self.phones)
        #expect(await eventually { crowd.offers == made.mapValues { [$0] } })
        // Two seconds of jitter in ten parts: no part may hold half of them.
        #expect(crowd.largestTenth < Self.phones / 2, "\(crowd.largestTenth) in 200 ms")
        for task in waiting { task.cancel() }
        http.close()
    }

    private static func pairs(
        _ relay: LiveRelay, _ http: HTTPClient
    ) async throws -> [(watch: LiveDevice, phone: LiveDevice)] {
        var pairs: [(watch: LiveDevice, phone: LiveDevice)] = []
        while pairs.count < phones {
            let watch = try LiveDevice(relay.base, http)
            for _ in 0..<phonesPerWatch {
                let phone = try LiveDevice(relay.base, http)
                try await watch.pair(with: phone)
                pairs.append((watch, phone))
            }
        }
        return pairs
    }
}

/// What the phones saw.
private final class Crowd: Sendable {
    private struct State {
        var connected: [DeviceID: ContinuousClock.Instant] = [:]
        var offers: [DeviceID: [HandoffID]] = [:]
    }

    private let state = Mutex(State())

    /// Waits for events until it is cancelled.
    func wait(as phone: LiveDevice) async throws {
        let reader = EventReader(phone.relay, after: nil) { line in
            if case .connected = line { self.connected(phone.id) }
        }
        while true {
            guard case .offer(let status) = try await reader.next().event else { continue }
            state.withLock { $0.offers[phone.id, default: []].append(status.key.id) }
        }
    }

    private func connected(_ device: DeviceID) {
        state.withLock { $0.connected[device] = $0.connected[device] ?? .now }
    }

    func forgetConnections() { state.withLock { $0.connected = [:] } }

    var connections: Int { state.withLock { $0.connected.count } }

    var offers: [DeviceID: [HandoffID]] { state.withLock { $0.offers } }

    /// How many came back in the busiest 200 ms.
    var largestTenth: Int {
        let times = state.withLock { $0.connected.values.sorted() }
        return times.map { start in times.count { $0 >= start && $0 < start + .milliseconds(200) } }.max()
            ?? 0
    }
}
