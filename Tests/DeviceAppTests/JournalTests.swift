import BatonClient
import Checkout
import Crypto
import Handoffs
import Testing

@testable import DeviceApp

@Suite struct JournalTests {
    @Test func `a second delivery of one purchase opens nothing anew (R-44)`() async throws {
        let fixture = try await JournalFixture()
        let key = try await fixture.receive(from: fixture.relay.keys.id)
        let again = try await fixture.journal.keep(
            "other", of: key, at: fixture.relay, expiresAt: 1, now: 1)
        #expect(!again)
        #expect(try await fixture.row(key).token == "token")
    }

    @Test func `the first outcome stays with its ending, whatever is kept later`() async throws {
        let fixture = try await JournalFixture()
        let key = try await fixture.receive(from: fixture.relay.keys.id)
        #expect(try await fixture.journal.keepOutcome("first", "ordered", of: key) == "first")
        #expect(try await fixture.journal.keepOutcome("second", "failed", of: key) == "first")
        let row = try await fixture.row(key)
        #expect(row.outcome == "first" && row.ending == "ordered" && !row.isTold)
    }

    @Test func `why a payment failed, and what took a purchase's place, is known to a later look`()
        async throws
    {
        let fixture = try await JournalFixture()
        let failed = try await fixture.receive(from: fixture.relay.keys.id)
        _ = try await fixture.journal.keepOutcome("o", "failed", detail: "the card was declined", of: failed)
        #expect(try await fixture.row(failed).detail == "the card was declined")
        let replaced = try await fixture.receive(from: fixture.relay.keys.id)
        try await fixture.journal.update(replaced, state: .superseded, supersededBy: failed.id)
        #expect(try await fixture.row(replaced).detail == failed.id.text)
        let ending = SentEnding.superseded(by: failed.id)
        #expect(SentEnding(name: ending.name, detail: ending.detail) == ending)
    }

    @Test func `a failure that the relay never waited for is taken back; nothing that was sent is`()
        async throws
    {
        let fixture = try await JournalFixture()
        let journal = fixture.journal
        let unsent = try await fixture.receive(from: fixture.relay.keys.id)
        try await journal.keep(JournalFixture.attempt(1), of: unsent)
        _ = try await journal.keepOutcome("o", "failed", of: unsent)
        try await journal.reopen(unsent, as: .offered)
        let row = try await fixture.row(unsent)
        #expect(row.outcome == nil && row.isOpen && row.fence == nil)
        #expect(try await journal.attempts(of: unsent).map(\.number) == [1], "its number is not used again")

        for (state, ending) in [
            (PaymentAttempt.State.sent, "failed"), (.declined, "failed"), (.ordered, "ordered"),
            (.journaled, "ordered"),
        ] {
            let key = try await fixture.receive(from: fixture.relay.keys.id)
            try await journal.keep(JournalFixture.attempt(1), of: key)
            try await journal.mark(1, of: key, state)
            _ = try await journal.keepOutcome("o", ending, of: key)
            try await journal.reopen(key, as: .offered)
            #expect(try await fixture.row(key).outcome == "o", "\(state) \(ending)")
        }
    }

    @Test func `an attempt is journaled once: no other bytes take its number`() async throws {
        let fixture = try await JournalFixture()
        let key = try await fixture.receive(from: fixture.relay.keys.id)
        try await fixture.journal.keep(JournalFixture.attempt(1), of: key)
        await #expect(throws: JournalFailure.self) {
            try await fixture.journal.keep(JournalFixture.attempt(1), of: key)
        }
    }

    @Test func `what was agreed to stays with the attempt, whatever the merchant's order says later`()
        async throws
    {
        let fixture = try await JournalFixture()
        let key = try await fixture.receive(from: try DeviceKeys().id)
        var attempt = JournalFixture.attempt(1)
        attempt.total = Amount(480, try #require(Currency("usd")))
        try await fixture.journal.keep(attempt, of: key)
        try await fixture.journal.keep(JournalFixture.attempt(2), of: key)
        #expect(try await fixture.journal.attempts(of: key).map(\.total) == [attempt.total, nil])
    }

    @Test func `unpaired, the key stays for what is under way and goes with its end`() async throws {
        let fixture = try await JournalFixture()
        let journal = fixture.journal
        let watch = try DeviceKeys()
        let first = try fixture.paired(watch)
        try await journal.keep(first, at: fixture.relay, now: 0)
        let key = try await fixture.receive(from: watch.id)
        try await journal.keep(JournalFixture.attempt(1), of: key)
        try await journal.forget(first.pairing)
        #expect(try await journal.devices(at: fixture.relay).isEmpty)
        #expect(try await journal.knownDevices(at: fixture.relay) == [first])

        let second = try fixture.paired(watch)
        try await journal.keep(second, at: fixture.relay, now: 0)
        #expect(try await journal.devices(at: fixture.relay) == [second])
        #expect(try await journal.knownDevices(at: fixture.relay) == [second, first], "the living one first")

        _ = try await journal.keepOutcome("o", "failed", of: key)
        try await journal.markTold(key)
        try await journal.forget(second.pairing)
        #expect(try await journal.knownDevices(at: fixture.relay).isEmpty)
    }
}
