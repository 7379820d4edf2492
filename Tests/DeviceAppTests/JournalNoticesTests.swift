import BatonClient
import Crypto
import Handoffs
import Sealing
import Testing

@testable import DeviceApp

/// Pairings that only the relay has, and what is told of new ones (Protocol/pairing.md).
@Suite struct JournalNoticesTests {
    private func pairing() throws -> PairingID { try #require(PairingID(bytes: RandomBytes.make(16))) }

    @Test func `a pairing that was never kept is stray until it is kept, taken back or ended`() async throws {
        let fixture = try await JournalFixture()
        let (journal, relay) = (fixture.journal, fixture.relay)
        let other = try fixture.paired(try DeviceKeys())
        try await journal.keep(other, at: relay, now: 0)
        try await journal.noteStray(other.pairing, at: relay)
        #expect(try await journal.strays(at: relay).isEmpty)

        let late = try fixture.paired(try DeviceKeys())
        try await journal.noteStray(late.pairing, at: relay)
        #expect(try await journal.strays(at: relay) == [late.pairing])
        try await journal.keep(late, at: relay, now: 0)
        #expect(try await journal.strays(at: relay).isEmpty)

        let lost = try pairing()
        try await journal.noteStray(lost, at: relay)
        try await journal.noteStray(lost, at: relay)
        try await journal.dropStray(lost)
        #expect(try await journal.strays(at: relay).isEmpty)
        let ended = try pairing()
        try await journal.noteStray(ended, at: relay)
        try await journal.forget(ended)
        #expect(try await journal.strays(at: relay).isEmpty)
    }

    @Test func `each device that was paired before is told of a new one, and of none twice`() async throws {
        let fixture = try await JournalFixture()
        let (journal, relay) = (fixture.journal, fixture.relay)
        let (first, second) = (try fixture.paired(try DeviceKeys()), try fixture.paired(try DeviceKeys()))
        try await journal.keep(first, at: relay, now: 10)
        #expect(try await journal.owedNotices().isEmpty)
        try await journal.keep(second, at: relay, now: 20)
        let owed = try await journal.owedNotices()
        #expect(owed.map(\.recipient) == [first.pairing])
        #expect(owed.map(\.about) == [second.pairing])
        #expect(owed.map(\.pairedAt) == [20])
        #expect(try await journal.owedNotices().map(\.id) == owed.map(\.id))
        for notice in owed { try await journal.drop(notice) }
        #expect(try await journal.owedNotices().isEmpty)
    }

    @Test func `what a device told is shown once, also when the relay brings it twice`() async throws {
        let fixture = try await JournalFixture()
        let sender = try fixture.paired(try DeviceKeys()).card
        let notice = PairingNotice(
            id: RandomBytes.make(16), device: try DeviceKeys().id, name: "Phone B", kind: "phone",
            pairedAt: 10)
        try await fixture.journal.keep(notice, from: sender)
        try await fixture.journal.keep(notice, from: sender)
        let shown = try await fixture.journal.takeNotices()
        #expect(shown.map(\.name) == ["Phone B"])
        #expect(shown.map(\.sender) == [sender.id])
        try await fixture.journal.keep(notice, from: sender)
        #expect(try await fixture.journal.takeNotices().isEmpty)
    }
}
