import BatonClient
import Handoffs
import Testing

@testable import DeviceApp

/// What the journal of a phone that died calls for (design section 5: "a journal with no complete request
/// sent entitles to failure").
@Suite struct RecoveryTests {
    private func row(
        outcome: String? = nil, isTold: Bool = false, ending: String? = nil
    ) async throws -> ReceivedHandoff {
        let fixture = try await JournalFixture()
        var row = try await fixture.row(try await fixture.receive(from: fixture.relay.keys.id))
        (row.outcome, row.isTold, row.ending) = (outcome, isTold, ending)
        return row
    }

    @Test func `nothing begun: the sheet may be opened`() async throws {
        #expect(try await Recovery.step(row(), []) == .open)
    }

    @Test(arguments: PaymentAttempt.State.allCases)
    func `killed after an attempt of each state, only what may have left is asked about`(
        state: PaymentAttempt.State
    ) async throws {
        let expected: Recovery.Step =
            switch state {
            case .journaled, .declined: .fail
            case .sent, .ordered: .complete(number: 2)
            }
        let attempts = [JournalFixture.attempt(1, .declined), JournalFixture.attempt(2, state)]
        #expect(try await Recovery.step(row(), attempts) == expected)
    }

    @Test(arguments: PaymentAttempt.State.allCases)
    func `an outcome on disk is told until the relay has it, and nothing is sent to the merchant any more`(
        state: PaymentAttempt.State
    ) async throws {
        let attempts = [JournalFixture.attempt(1, state)]
        let kept = try await row(outcome: "o", ending: "ordered")
        #expect(Recovery.step(kept, attempts) == .tell("o"))
        let told = try await row(outcome: "o", isTold: true, ending: "ordered")
        #expect(Recovery.step(told, attempts) == .over)
    }

    @Test func `only a purchase whose every sent request was answered with no may be paid again`() {
        let fence = Fence(number: 1)
        let lists: [([PaymentAttempt.State], Bool)] = [
            ([], false), ([.journaled], false), ([.declined], true), ([.declined, .journaled], true),
            ([.declined, .declined], true), ([.declined, .sent], false), ([.sent], false),
            ([.declined, .ordered], false),
        ]
        for (states, isPayable) in lists {
            let attempts = states.enumerated().map { JournalFixture.attempt(Int64($0 + 1), $1) }
            #expect((DeclinedPurchase(attempts, fence) != nil) == isPayable, "\(states)")
        }
    }

    @Test func `what ended otherwise is over`() async throws {
        #expect(try await Recovery.step(row(ending: "declined"), []) == .over)
    }
}
