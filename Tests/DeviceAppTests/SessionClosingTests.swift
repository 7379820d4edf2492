import HTTPMessages
import Merchant
import Testing

@testable import DeviceApp

/// Nobody pays after being told that it failed (design section 5): the merchant closes the session first.
@Suite struct SessionClosingTests {
    private enum Word: Equatable {
        case unpaid, ordered, unknown
    }

    private func word(_ answers: [ScriptedMerchant.Answer], of merchant: ScriptedMerchant) async -> Word {
        merchant.answers(answers)
        let closing = SessionClosing(client: merchant.client, access: merchant.access, key: "k")
        return switch await closing.once() {
        case .unpaid: .unpaid
        case .ordered: .ordered
        case .unknown: .unknown
        }
    }

    @Test func `a session that the merchant closes was not paid`() async throws {
        let merchant = try ScriptedMerchant()
        #expect(await word([try merchant.session(.canceled)], of: merchant) == .unpaid)
        #expect(merchant.requests.map(\.method) == [.post])
        #expect(merchant.requests[0].target.hasSuffix("/checkout_sessions/cs_1/cancel"))
        #expect(merchant.requests[0].fields["idempotency-key"] == "k")
        let gone = ScriptedMerchant.problem(.notFound, "session_not_found")
        #expect(await word([gone], of: merchant) == .unpaid)
    }

    @Test func `checkout 61, 67: a session that was paid after all is an order, not a failure`() async throws
    {
        let merchant = try ScriptedMerchant()
        let refused = ScriptedMerchant.problem(.conflict, "session_completed")
        let paid = try merchant.session(.completed, orders: true)
        #expect(await word([refused, paid], of: merchant) == .ordered)
        #expect(await word([paid], of: merchant) == .ordered)
        #expect(await word([.failure(.timedOut(mayHaveBeenSent: true)), paid], of: merchant) == .ordered)
    }

    @Test func `a merchant that closes no sessions says at least that this one is not paid`() async throws {
        let merchant = try ScriptedMerchant()
        let open = try merchant.session(.ready)
        let refused = ScriptedMerchant.problem(.methodNotAllowed, "not_cancelable")
        #expect(await word([refused, open], of: merchant) == .unpaid)
    }

    @Test func `without the merchant's own word nothing is known, whoever else answers`() async throws {
        let merchant = try ScriptedMerchant()
        let open = try merchant.session(.ready)
        let nowhere: ScriptedMerchant.Answer = .failure(
            .unreachable(reason: "refused", mayHaveBeenSent: false))
        let cases: [[ScriptedMerchant.Answer]] = [
            [nowhere], [.failure(.timedOut(mayHaveBeenSent: true)), nowhere],
            // The cancel may still be under way: what is open now may be paid yet.
            [nowhere, open], [ScriptedMerchant.page(.badGateway), open], [ScriptedMerchant.page(.notFound)],
            // A gateway that knows no such route speaks for itself alone.
            [ScriptedMerchant.page(.methodNotAllowed), open], [ScriptedMerchant.page(.notImplemented), open],
            [ScriptedMerchant.problem(.conflict, "idempotency_in_flight"), open],
            // A bare refusal may come from somebody on the way.
            [ScriptedMerchant.page(.methodNotAllowed), open], [ScriptedMerchant.page(.notImplemented), open],
            // Refused, and then in progress, or paid without an order to show.
            [ScriptedMerchant.problem(.conflict, "busy"), try merchant.session(.inProgress)],
            [try merchant.session(.completed)],
        ]
        for answers in cases { #expect(await word(answers, of: merchant) == .unknown, "\(answers)") }
    }

    @Test func `a merchant that is away for a moment is asked again`() async throws {
        let merchant = try ScriptedMerchant()
        let away: ScriptedMerchant.Answer = .failure(.unreachable(reason: "refused", mayHaveBeenSent: false))
        merchant.answers([away, away, try merchant.session(.canceled)])
        let closing = SessionClosing(client: merchant.client, access: merchant.access, key: "k")
        guard case .unpaid = await closing.closed(within: .seconds(10)) else {
            Issue.record("not closed")
            return
        }
        #expect(merchant.requests.map(\.method) == [.post, .get, .post])
    }
}
