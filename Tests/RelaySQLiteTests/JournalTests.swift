import Blocking
import Handoffs
import Relay
import RelaySQLite
import SQLite
import TestSupport
import Testing
import Wire

/// What was acknowledged is found again, from whichever moment's files a relay starts (goal G7).
@Suite struct JournalTests {
    private let clock = TestClock()

    @Test func `each acknowledged step is in the files at once, and opens from a copy of them`() async throws
    {
        let folder = try TemporaryFolder()
        let store = try SQLiteRelayStore(path: folder.file("db"), clock: clock, settings: settings(16_384))
        defer { store.close() }
        var made: [Handoff] = []
        for number in 1...120 {
            let handoff = try Fixture.handoff(number, at: clock.now())
            _ = try await store.create(handoff)
            _ = try await store.apply(.claim(try Fixture.claim(of: 2)), to: handoff.key)
            made.append(handoff)
            guard number % 17 == 0 else { continue }
            let crash = try crashed(folder, "crash\(number)")
            #expect(crash.epoch == store.epoch)
            for handoff in made { #expect(try await crash.handoff(handoff.key)?.state == .claimed) }
            let log = try await crash.events(
                of: try Fixture.device(2), after: 0, limit: EventLimit(count: 1_000, bytes: 1 << 20))
            #expect(log.events.map(\.sequence) == (1...Int64(number)).map { $0 })
            crash.close()
        }
    }

    @Test func `a copy goes on, and is found whole again and again`() async throws {
        let folder = try TemporaryFolder()
        var store = try SQLiteRelayStore(path: folder.file("db"), clock: clock, settings: settings(8_192))
        var made: [Handoff] = []
        for round in 0..<12 {
            for number in 0..<9 {
                let handoff = try Fixture.handoff(round * 100 + number, at: clock.now())
                _ = try await store.create(handoff)
                made.append(handoff)
            }
            let next = try crashed(folder, "round\(round)", from: round == 0 ? "db" : "round\(round - 1)")
            store.close()
            store = next
        }
        for handoff in made { #expect(try await store.handoff(handoff.key) == handoff) }
        store.close()
    }

    @Test func `a record that was cut off by the crash is left out, whole, with what came after`()
        async throws
    {
        let folder = try TemporaryFolder()
        let store = try SQLiteRelayStore(path: folder.file("db"), clock: clock, settings: settings(65_536))
        defer { store.close() }
        let handoffs = try (1...3).map { try Fixture.handoff($0, at: clock.now()) }
        for handoff in handoffs { _ = try await store.create(handoff) }
        try copy(folder, "db", "cut")
        let path = folder.file("cut.steps-1")
        var bytes = try DurableFile.read(path)
        let end = try #require(bytes.lastIndex { $0 != 0 })
        bytes[end - 3] ^= 1
        try DurableFile.replace(path, with: bytes)
        let cut = try SQLiteRelayStore(path: folder.file("cut"), clock: clock, settings: settings(65_536))
        defer { cut.close() }
        #expect(try await cut.handoff(handoffs[0].key) == handoffs[0])
        #expect(try await cut.handoff(handoffs[1].key) == handoffs[1])
        #expect(try await cut.handoff(handoffs[2].key) == nil)
        _ = try await cut.create(handoffs[2])
        #expect(try await cut.handoff(handoffs[2].key) == handoffs[2])
    }

    @Test func `the store's time and its sequences survive the crash`() async throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteRelayStore(path: folder.file("db"), clock: clock)
        defer { store.close() }
        clock.advance(by: .seconds(500))
        let handoff = try Fixture.handoff(1, at: clock.now())
        _ = try await store.create(handoff)
        let late = clock.now()
        clock.advance(by: .seconds(-400))
        let crash = try crashed(folder, "crash")
        defer { crash.close() }
        #expect(try await crash.read(RelayScope()).now == late)
        let draft = try Fixture.event(for: 2)
        let next = try await crash.update(RelayScope()) { $0.append(draft) }
        #expect(next.events.map(\.event.sequence) == [2])
    }

    @Test func `an update longer than a segment is kept too, and what follows it`() async throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteRelayStore(path: folder.file("db"), clock: clock, settings: settings(4_096))
        defer { store.close() }
        let (small, after) = (
            try Fixture.handoff(1, at: clock.now()), try Fixture.handoff(2, at: clock.now())
        )
        _ = try await store.create(small)
        let device = try Fixture.device(7)
        let long = EventDraft(
            device: device, kind: .state, handoff: nil, expiresAt: nil,
            data: [UInt8](repeating: 32, count: 9_000), attachment: .none)
        _ = try await store.update(RelayScope()) { $0.append(long) }
        _ = try await store.create(after)
        let crash = try crashed(folder, "crash")
        defer { crash.close() }
        #expect(try await crash.handoff(small.key) == small)
        #expect(try await crash.handoff(after.key) == after)
        let page = try await crash.events(of: device, after: 0, limit: EventLimit(count: 9, bytes: 1))
        #expect(page.events.first?.data.count == 9_000)
    }

    @Test func `a failed update among many takes nothing away that was acknowledged before`() async throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteRelayStore(path: folder.file("db"), clock: clock)
        defer { store.close() }
        let handoffs = try (1...9).map { try Fixture.handoff($0, at: clock.now()) }
        for handoff in handoffs {
            _ = try await store.create(handoff)
            // Inserting what is there without having asked for it is a mistake that the database refuses.
            await #expect(throws: StoreFailure.self) {
                try await store.update(RelayScope()) { $0.handoffs = [handoff] }
            }
        }
        for handoff in handoffs { #expect(try await store.handoff(handoff.key) == handoff) }
        let crash = try crashed(folder, "crash")
        defer { crash.close() }
        for handoff in handoffs { #expect(try await crash.handoff(handoff.key) == handoff) }
    }

    @Test func `a store that is closed leaves one file`() async throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteRelayStore(path: folder.file("db"), clock: clock)
        _ = try await store.create(try Fixture.handoff(1, at: clock.now()))
        store.close()
        #expect(try Folder.names(in: folder.path).filter { $0.contains("steps") } == [])
    }

    private func settings(_ segmentBytes: Int) -> StoreSettings {
        var settings = StoreSettings()
        settings.segmentBytes = segmentBytes
        return settings
    }

    /// A store on what a crash at this moment would leave.
    private func crashed(
        _ folder: borrowing TemporaryFolder, _ name: String, from: String = "db"
    ) throws -> SQLiteRelayStore {
        try copy(folder, from, name)
        return try SQLiteRelayStore(path: folder.file(name), clock: clock, settings: settings(8_192))
    }

    private func copy(_ folder: borrowing TemporaryFolder, _ from: String, _ to: String) throws {
        for suffix in ["", "-wal", ".steps-1", ".steps-2"] {
            try copyFile(folder, from + suffix, to + suffix)
        }
    }

    private func copyFile(_ folder: borrowing TemporaryFolder, _ from: String, _ to: String) throws {
        let bytes = try DurableFile.read(folder.file(from), bytesMax: 1 << 26)
        try DurableFile.replace(folder.file(to), with: bytes)
    }
}
