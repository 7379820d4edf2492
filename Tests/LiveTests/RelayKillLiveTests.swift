import BatonClient
import Foundation
import HTTPClient
import Handoffs
import Signing
import Synchronization
import TestSupport
import Testing
import Wire

/// The relay killed with `kill -9` at any moment under load (G7): what it acknowledged is there, nothing is
/// claimed twice, and it serves again at once.
///
/// `BATON_LIVE_KILLS=50` runs the full count; `make test` a smaller one.
@Suite(.serialized) struct RelayKillLiveTests {
    @Test(.timeLimit(.minutes(5)))
    func `G7: after each kill what was acknowledged is there, and nothing was claimed twice`() async throws {
        let kills = Self.setting("BATON_LIVE_KILLS") ?? 6
        let relay = try LiveRelay(folder: TemporaryFolder())
        let http = LiveDevice.http()
        let families = try await Self.families(8, relay, http)
        let record = Acknowledged()
        var slowest = Duration.zero
        try await withThrowingTaskGroup { group in
            for family in families {
                group.addTask {
                    while !record.isOver { try await family.purchase(record) }
                }
            }
            for kill in 1...kills {
                try await Task.sleep(for: .milliseconds(Int.random(in: 100...700)))
                try relay.killAndRestart()
                slowest = max(slowest, relay.startTime)
                try await Self.check(record.all, families, "kill \(kill)")
            }
            record.end()
            try await group.waitForAll()
        }
        let end = record.all
        try await Self.check(end, families, "the end")
        #expect(end.settled.count >= kills, "\(end.settled.count) purchases in \(kills) kills is no load")
        #expect(end.claimedTwice.isEmpty)
        #expect(slowest < .seconds(1), "serving again took \(slowest)")
        http.close()
    }

    @Test(.timeLimit(.minutes(2)))
    func `relay 91: two phones race for the same handoff a hundred times, one wins, the other is told`()
        async throws
    {
        let relay = try LiveRelay(folder: TemporaryFolder())
        let http = LiveDevice.http()
        let family = try await Self.families(1, relay, http)[0]
        for _ in 0..<100 {
            let (key, tokens) = try family.watch.tokens(for: family.phones)
            _ = try await family.watch.relay.create(tokens.map(\.text))
            async let first = Family.claim(key, family.phones[0])
            async let second = Family.claim(key, family.phones[1])
            let answers = try await [first, second]
            #expect(answers.count { $0 != nil } == 1)
            _ = try await family.watch.relay.cancel(key.id)
        }
        http.close()
    }

    @Test(.timeLimit(.minutes(1)))
    func `SIGTERM ends the relay with status 0, and nothing acknowledged is lost`() async throws {
        let relay = try LiveRelay(folder: TemporaryFolder())
        let http = LiveDevice.http()
        let family = try await Self.families(1, relay, http)[0]
        let record = Acknowledged()
        for _ in 0..<5 { try await family.purchase(record) }
        #expect(relay.terminate() == 0)
        try relay.killAndRestart()
        try await Self.check(record.all, [family], "SIGTERM")
        http.close()
    }

    private static func check(_ record: Record, _ families: [Family], _ when: String) async throws {
        for family in families {
            for (key, stage) in record.stages.suffix(in: family.watch.id, 30) {
                let status = try await family.watch.relay.handoff(key)
                #expect(rank(status.state) >= stage, "\(when): \(key) was at \(stage), is \(status.state)")
            }
        }
    }

    /// How far a handoff is known to have come: created, claimed or authorized, settled.
    static func rank(_ state: HandoffState) -> Int {
        switch state {
        case .offered, .claimed: 0
        case .authorizing, .inDoubt: 1
        case .settled: 2
        case .declined, .cancelled, .superseded, .expired: -1
        }
    }

    private static func families(
        _ count: Int, _ relay: LiveRelay, _ http: HTTPClient
    ) async throws -> [Family] {
        var families: [Family] = []
        for _ in 0..<count {
            let family = Family(
                watch: try LiveDevice(relay.base, http),
                phones: [try LiveDevice(relay.base, http), try LiveDevice(relay.base, http)])
            for phone in family.phones { try await family.watch.pair(with: phone) }
            families.append(family)
        }
        return families
    }

    private static func setting(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }
}

/// What the relay has acknowledged, for many who ask it at once.
final class Acknowledged: Sendable {
    private let record = Mutex(Record())
    private let over = Mutex(false)

    var all: Record { record.withLock { $0 } }
    var isOver: Bool { over.withLock { $0 } }

    func end() { over.withLock { $0 = true } }

    func note(_ body: (inout Record) -> Void) { record.withLock { body(&$0) } }
}

struct Record: Sendable {
    var stages = Stages()
    var settled: Set<HandoffKey> = []
    var claimedTwice: [HandoffKey] = []

    struct Stages: Sendable {
        private var known: [HandoffKey: Int] = [:]
        private var order: [DeviceID: [HandoffKey]] = [:]

        mutating func reach(_ stage: Int, _ key: HandoffKey) {
            if known[key] == nil { order[key.sender, default: []].append(key) }
            known[key] = max(known[key] ?? 0, stage)
        }

        /// The last so many of a watch.
        func suffix(in watch: DeviceID, _ count: Int) -> [(HandoffKey, Int)] {
            (order[watch] ?? []).suffix(count).map { ($0, known[$0] ?? 0) }
        }
    }
}

/// A watch and its two phones, which both want every purchase.
struct Family: Sendable {
    let watch: LiveDevice
    let phones: [LiveDevice]

    /// One purchase from create to outcome; every step is repeated until the relay acknowledges it.
    func purchase(_ record: Acknowledged) async throws {
        let (key, tokens) = try watch.tokens(for: phones)
        _ = try await watch.relay.create(tokens.map(\.text))
        record.note { $0.stages.reach(0, key) }
        async let first = Self.claim(key, phones[0])
        async let second = Self.claim(key, phones[1])
        let fences = try await [first, second]
        let winners = fences.indices.filter { fences[$0] != nil }
        if winners.count != 1 { record.note { $0.claimedTwice.append(key) } }
        guard let winner = winners.first, let fence = fences[winner] else { return }
        let phone = phones[winner]
        _ = try await phone.relay.authorizing(key, fence)
        record.note { $0.stages.reach(1, key) }
        _ = try await phone.relay.settle(key, outcome: phone.outcome(of: key, tokens[winner], fence))
        record.note { record in
            record.stages.reach(2, key)
            record.settled.insert(key)
        }
    }

    /// The fence, or nil where the other phone has it.
    static func claim(_ key: HandoffKey, _ phone: LiveDevice) async throws -> Fence? {
        do throws(RelayError) {
            return try await phone.relay.claim(key, with: try claimKey()).fence
        } catch {
            guard error.code == .taken else { throw error }
            return nil
        }
    }

    private static func claimKey() throws(RelayError) -> ClaimKey {
        do { return try LiveDevice.random() } catch { throw .failed("no claim key") }
    }
}
