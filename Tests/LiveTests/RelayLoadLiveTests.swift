import BatonClient
import Blocking
import Foundation
import HTTPClient
import Handoffs
import Relay
import RelaySQLite
import SQLite
import Signing
import TestSupport
import Testing
import Wire

/// The relay beside a foreign writer, with long logs, and counted by the system calls it makes.
@Suite(.serialized) struct RelayLoadLiveTests {
    @Test(.timeLimit(.minutes(2)))
    func `relay 50: 64 writers and a foreign lock: no failure but busy, and no acknowledgement is lost`()
        async throws
    {
        let relay = try LiveRelay(folder: TemporaryFolder())
        let http = LiveDevice.http()
        let watches = try (0..<16).map { _ in try LiveDevice(relay.base, http) }
        let phone = try LiveDevice(relay.base, http)
        for watch in watches { try await watch.pair(with: phone) }
        let path = relay.folder.file("relay.db")
        let lock = WorkerThread {
            // A lock that cannot be had would only make the test easier.
            guard var foreign = try? Database(path: path), (try? foreign.begin()) != nil else { return }
            Thread.sleep(forTimeInterval: 5)
            foreign.rollBack()
        }
        let created = try await withThrowingTaskGroup { group in
            for watch in watches {
                for _ in 0..<4 {
                    group.addTask {
                        let (key, tokens) = try watch.tokens(for: [phone])
                        // The client repeats what is refused as busy; anything else fails the test.
                        _ = try await watch.relay.create(tokens.map(\.text))
                        return (watch, key)
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        lock.join()
        #expect(created.count == 64)
        for (watch, key) in created { #expect(try await watch.relay.handoff(key).state == .offered) }
        http.close()
    }

    /// `BATON_LIVE_EVENTS=1000000` fills the log of the case; `make test` a shorter one.
    @Test(.timeLimit(.minutes(10)))
    func `relay 7: any cursor is answered within 50 ms, whatever the log holds`() async throws {
        let count = Self.setting("BATON_LIVE_EVENTS") ?? 50_000
        let folder = try TemporaryFolder()
        let store = try SQLiteRelayStore(path: folder.file("relay.db"), clock: StoreClock())
        defer { store.close() }
        let service = RelayService(store: store, clock: StoreClock(), hub: EventHub(), base: "http://relay")
        let device: DeviceID = try LiveDevice.random()
        let others: [DeviceID] = try (0..<50).map { _ in try LiveDevice.random() }
        for batch in 0..<count / 1_000 {
            _ = try await store.update(RelayScope()) { slice in
                for number in 0..<1_000 {
                    let owner = number == 0 ? device : others[(batch + number) % others.count]
                    slice.append(
                        EventDraft(
                            device: owner, kind: .state, handoff: nil, expiresAt: nil, data: Array("{}".utf8),
                            attachment: .none))
                }
            }
        }
        let newest = Int64(count / 1_000)
        let cursors: [RelayService.CursorRequest] = [
            .unknown, .beginning, .after(EventCursor(epoch: "other", sequence: 5)),
            .after(EventCursor(epoch: store.epoch, sequence: 999_999_999)),
            .after(EventCursor(epoch: store.epoch, sequence: newest - 1)),
        ]
        for cursor in cursors {
            let start = ContinuousClock.now
            let replay = try await service.events(of: device, after: cursor)
            #expect(ContinuousClock.now - start < .milliseconds(50), "\(cursor)")
            switch (cursor, replay) {
            case (.beginning, .page(let events)): #expect(events.first?.sequence == 1)
            case (.after, .page(let events)): #expect(events.map(\.sequence) == [newest])
            case (.unknown, .resync), (.after, .resync): break
            case (.unknown, .page), (.beginning, .resync): Issue.record("\(cursor) was answered wrongly")
            }
        }
    }

    @Test(.timeLimit(.minutes(2)), .enabled(if: strace != nil, "strace is not installed"))
    func `G6: at one pair an acknowledged step costs at most one sync`() async throws {
        let folder = try TemporaryFolder()
        let trace = folder.file("trace")
        let wrapper = [
            // -D: the relay is the process that was started, and strace its grandchild.
            try #require(strace), "-D", "-f", "--seccomp-bpf", "-e", "trace=fsync,fdatasync", "-o", trace,
        ]
        let relay = try LiveRelay(folder: folder, under: wrapper)
        let http = LiveDevice.http()
        let family = Family(
            watch: try LiveDevice(relay.base, http), phones: [try LiveDevice(relay.base, http)])
        try await family.watch.pair(with: family.phones[0])
        try await family.purchaseByOne()
        let before = try Self.syncs(trace)
        for _ in 0..<20 { try await family.purchaseByOne() }
        let perStep = Double(try Self.syncs(trace) - before) / (20 * 4)
        #expect(perStep <= 1, "\(perStep) syncs a step")
        _ = relay.terminate()
        http.close()
    }

    private static func syncs(_ trace: String) throws -> Int {
        try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
            .count { $0.contains("sync(") }
    }

    private static func setting(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }
}

private let strace = ["/usr/bin/strace", "/bin/strace"].first {
    FileManager.default.isExecutableFile(atPath: $0)
}

extension Family {
    /// One purchase whose only phone claims at once: four acknowledged steps.
    func purchaseByOne() async throws {
        let (key, tokens) = try watch.tokens(for: phones)
        _ = try await watch.relay.create(tokens.map(\.text))
        guard let fence = try await Self.claim(key, phones[0]) else { return }
        _ = try await phones[0].relay.authorizing(key, fence)
        _ = try await phones[0].relay.settle(key, outcome: phones[0].outcome(of: key, tokens[0], fence))
    }
}
