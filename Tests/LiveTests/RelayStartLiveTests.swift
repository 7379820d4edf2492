import BatonClient
import Foundation
import HTTPClient
import Handoffs
import Relay
import RelaySQLite
import Signing
import TestSupport
import Testing
import Wire

/// How soon a relay serves with much in its store (G7).
///
/// `BATON_LIVE_WAITING=100000` fills it with the full number; `make test` with fewer, which take less time
/// to write.
@Suite(.serialized) struct RelayStartLiveTests {
    @Test(.timeLimit(.minutes(5)))
    func `G7: with many handoffs waiting the relay serves within a second of its start`() async throws {
        let setting = ProcessInfo.processInfo.environment["BATON_LIVE_WAITING"]
        let count = setting.flatMap { Int($0) } ?? 20_000
        let folder = try TemporaryFolder()
        try await Self.fill(folder.file("relay.db"), handoffs: count)
        let relay = try LiveRelay(folder: folder)
        #expect(relay.startTime < .seconds(1), "ready after \(relay.startTime)")
        let http = LiveDevice.http()
        let watch = try LiveDevice(relay.base, http)
        let phone = try LiveDevice(relay.base, http)
        let start = ContinuousClock.now
        try await watch.pair(with: phone)
        let (key, tokens) = try watch.tokens(for: [phone])
        _ = try await watch.relay.create(tokens.map(\.text))
        #expect(try await watch.relay.handoff(key).state == .offered)
        #expect(ContinuousClock.now - start < .seconds(1))
        http.close()
    }

    /// Writes what so many creates would have written, five hundred at a time.
    private static func fill(_ path: String, handoffs: Int) async throws {
        let store = try SQLiteRelayStore(path: path, clock: StoreClock())
        defer { store.close() }
        let now = StoreClock().now()
        let token = [UInt8](repeating: 65, count: 3_000)
        for _ in 0..<handoffs / 500 {
            let sender: DeviceID = try LiveDevice.random()
            let recipient: DeviceID = try LiveDevice.random()
            let rows = try (0..<500).map { number in
                let id = HandoffID(
                    at: now,
                    random: [UInt8](repeating: 1, count: 8) + [UInt8(number & 255), UInt8(number >> 8)])
                return Handoff(
                    offering: HandoffKey(sender: sender, id: id), issuedAt: now,
                    expiresAt: now.adding(.seconds(3_600 + number)), supersedes: nil,
                    to: [.init(device: recipient, token: try LiveDevice.random())])
            }
            _ = try await store.update(RelayScope()) { slice in
                for row in rows {
                    slice.handoffs.append(row)
                    slice.newTokens.append(
                        .init(key: TokenKey(handoff: row.key, recipient: recipient), body: token))
                    slice.append(
                        EventDraft(
                            device: recipient, kind: .offer, handoff: row.key, expiresAt: row.expiresAt,
                            data: Array("{}".utf8), attachment: .token(token)))
                }
            }
        }
    }
}

/// The time of this machine, for a store that the test fills itself.
struct StoreClock: RelayClock {
    func now() -> Instant { LiveClock().wallTime() }

    func uptime() -> Duration { LiveClock().uptime() }
}
