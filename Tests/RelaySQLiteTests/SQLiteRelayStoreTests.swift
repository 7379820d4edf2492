import Blocking
import Handoffs
import Relay
import RelaySQLite
import SQLite
import TestSupport
import Testing

/// What is particular to the store on SQLite: its file, its locks, its log and its groups.
@Suite struct SQLiteRelayStoreTests {
    private let clock = TestClock()

    @Test func `one update alone is one commit, and one that changes nothing is none`() async throws {
        let test = try StoreUnderTest()
        let handoff = try Fixture.handoff(1, at: test.clock.now())
        _ = try await test.store.create(handoff)
        #expect(test.statistics.writer.commits == 1)
        _ = try await test.store.create(handoff)
        #expect(test.statistics.writer.commits == 1)
    }

    @Test func `callers that come together share commits`() async throws {
        let test = try StoreUnderTest()
        let store = test.store
        try await withThrowingTaskGroup { group in
            for number in 1...256 {
                let draft = try Fixture.event(for: number)
                group.addTask { _ = try await store.update(RelayScope()) { $0.append(draft) } }
            }
            try await group.waitForAll()
        }
        let statistics = test.statistics.writer
        #expect(statistics.works == 256)
        #expect(statistics.commits < 128)
        #expect(statistics.largestGroup > 1)
    }

    @Test func `an update that fails is told so, and its neighbours in the group are kept`() async throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteRelayStore(path: folder.file("db"), clock: clock)
        defer { store.close() }
        let taken = try Fixture.handoff(1, at: clock.now())
        _ = try await store.create(taken)
        let handoffs = try (2...40).map { try Fixture.handoff($0, at: clock.now()) }
        let failures = await withTaskGroup(of: Bool.self) { group in
            // Inserting what is there without having asked for it is a mistake that the database refuses.
            group.addTask {
                await isRefused { try await store.update(RelayScope()) { $0.handoffs = [taken] } }
            }
            for handoff in handoffs {
                group.addTask { await isRefused { try await store.create(handoff) } }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(failures == 1)
        for handoff in handoffs { #expect(try await store.handoff(handoff.key) == handoff) }
    }

    @Test func `relay 50: a foreign writer makes updates wait and then busy, and none is lost`() async throws
    {
        let folder = try TemporaryFolder()
        var settings = StoreSettings()
        settings.lockPatience = .milliseconds(30)
        let store = try SQLiteRelayStore(path: folder.file("db"), clock: clock, settings: settings)
        defer { store.close() }
        var foreign = try Database(path: folder.file("db"))
        try foreign.begin()
        let handoffs = try (1...64).map { try Fixture.handoff($0, at: clock.now()) }
        let refused = await withTaskGroup(of: StoreFailure?.self) { group in
            for handoff in handoffs {
                group.addTask { await failure { _ = try await store.create(handoff) } }
            }
            return await group.reduce(into: []) { $0 += [$1] }
        }
        #expect(refused.allSatisfy { $0 == .busy })
        #expect(try await store.handoff(handoffs[0].key) == nil)
        foreign.rollBack()
        for handoff in handoffs { _ = try await store.create(handoff) }
        #expect(try await store.handoff(handoffs[63].key) == handoffs[63])
    }

    @Test func `relay 50: more updates than may wait are refused at once as busy`() async throws {
        let folder = try TemporaryFolder()
        var settings = StoreSettings()
        settings.waitingMax = 8
        settings.lockPatience = .milliseconds(200)
        let store = try SQLiteRelayStore(path: folder.file("db"), clock: clock, settings: settings)
        defer { store.close() }
        var foreign = try Database(path: folder.file("db"))
        try foreign.begin()
        let handoffs = try (1...64).map { try Fixture.handoff($0, at: clock.now()) }
        await withTaskGroup { group in
            for handoff in handoffs {
                group.addTask { _ = await failure { _ = try await store.create(handoff) } }
            }
        }
        foreign.rollBack()
        #expect(store.statistics().writer.refused > 0)
        #expect(store.statistics().waiting == 0)
    }

    @Test func `a full file refuses as full, keeps what it has, and reads on`() async throws {
        let folder = try TemporaryFolder()
        var settings = StoreSettings()
        settings.filePagesMax = 40
        let store = try SQLiteRelayStore(path: folder.file("db"), clock: clock, settings: settings)
        defer { store.close() }
        var kept: [Handoff] = []
        var failed: StoreFailure?
        for number in 1...1_000 where failed == nil {
            let handoff = try Fixture.handoff(number, at: clock.now())
            failed = await failure { _ = try await store.create(handoff) }
            if failed == nil { kept.append(handoff) }
        }
        #expect(failed == .full)
        #expect(!kept.isEmpty)
        for handoff in kept { #expect(try await store.handoff(handoff.key) == handoff) }
    }

    @Test func `a second relay on the same file is refused, and let in after the first has closed`() throws {
        let folder = try TemporaryFolder()
        let first = try SQLiteRelayStore(path: folder.file("db"), clock: clock)
        #expect(throws: SQLiteError.busy) { try SQLiteRelayStore(path: folder.file("db"), clock: clock) }
        first.close()
        try SQLiteRelayStore(path: folder.file("db"), clock: clock).close()
    }

    @Test func `a closed store refuses updates`() async throws {
        let test = try StoreUnderTest()
        test.close()
        let handoff = try Fixture.handoff(1, at: test.clock.now())
        #expect(await isRefused { try await test.store.create(handoff) })
    }

    @Test func `the file and its neighbours are readable by their owner only`() async throws {
        let test = try StoreUnderTest()
        _ = try await test.store.create(try Fixture.handoff(1, at: test.clock.now()))
        for suffix in ["", "-wal", "-shm", ".lock", ".steps-1", ".steps-2"] {
            #expect(try DurableFile.permissions(of: test.path + suffix) == 0o600)
        }
    }

    @Test func `relay 52: the log stays small under load, and is emptied at the end`() async throws {
        let folder = try TemporaryFolder()
        var settings = StoreSettings()
        settings.segmentBytes = 4_096
        settings.pagesBetweenCheckpoints = 48
        settings.logPagesMax = 64
        let store = try SQLiteRelayStore(path: folder.file("db"), clock: clock, settings: settings)
        for number in 1...600 { _ = try await store.create(try Fixture.handoff(number, at: clock.now())) }
        #expect(try DurableFile.size(of: folder.file("db-wal")) < 8_000_000)
        store.close()
        #expect(try DurableFile.size(of: folder.file("db")) > 100_000)
    }

    @Test func `relay 52: a foreign reader pins the log, which shows, and its end frees it`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("db")
        var settings = StoreSettings()
        settings.segmentBytes = 4_096
        settings.pagesBetweenCheckpoints = 24
        settings.logPagesMax = 32
        let store = try SQLiteRelayStore(path: path, clock: clock, settings: settings)
        var reader = try Database(path: path, options: DatabaseOptions(access: .readOnly))
        try reader.execute("BEGIN")
        _ = try reader.first("SELECT count(*) FROM handoff") { _ in true }
        for number in 1...200 { _ = try await store.create(try Fixture.handoff(number, at: clock.now())) }
        let pinned = try DurableFile.size(of: "\(path)-wal")
        reader.rollBack()
        store.close()
        #expect(pinned > 1_000_000)
        #expect(try DurableFile.size(of: "\(path)-wal") == 0)
    }

    private func isRefused(_ body: () async throws -> some Any) async -> Bool {
        await failure { _ = try await body() } != nil
    }

    private func failure(_ body: () async throws -> Void) async -> StoreFailure? {
        do {
            try await body()
            return nil
        } catch {
            return error as? StoreFailure
        }
    }
}
