import HTTPMessages
import Merchant
import Testing

@testable import DeviceApp

/// What counts as a merchant's no, for only that allows another attempt (design section 5).
@Suite struct PaymentSendingTests {
    private func sending(
        _ answers: [ScriptedMerchant.Answer]
    ) throws -> (PaymentSending, ScriptedMerchant) {
        let merchant = try ScriptedMerchant(answers)
        let sending = PaymentSending(
            client: merchant.client, access: merchant.access, body: [1, 2], key: "k")
        return (sending, merchant)
    }

    private func isUnknown(_ answer: PaymentAnswer) -> Bool {
        if case .unknown = answer { true } else { false }
    }

    @Test func `a merchant that cannot be reached has not said no, not even when nothing was sent now`()
        async throws
    {
        let failures: [MerchantFailure] = [
            .unreachable(reason: "refused", mayHaveBeenSent: false),
            .unreachable(reason: "reset", mayHaveBeenSent: true), .timedOut(mayHaveBeenSent: true),
            .timedOut(mayHaveBeenSent: false), .cancelled,
        ]
        for failure in failures {
            let (sending, _) = try sending([.failure(failure)])
            #expect(isUnknown(await sending.once()), "\(failure)")
        }
    }

    @Test func `a page of a proxy, a limit, a server error and a request in flight are no answers`()
        async throws
    {
        let answers = [
            ScriptedMerchant.page(.forbidden), ScriptedMerchant.page(.notFound),
            ScriptedMerchant.page(.badGateway), ScriptedMerchant.page(.ok),
            ScriptedMerchant.problem(.tooManyRequests, "slow_down"),
            ScriptedMerchant.problem(.internalError, "internal"),
            ScriptedMerchant.problem(.conflict, "idempotency_in_flight"),
            ScriptedMerchant.problem(.unprocessableContent, "idempotency_conflict"),
            ScriptedMerchant.problem(.requestTimeout, "timeout"),
        ]
        for answer in answers {
            let (sending, _) = try sending([answer])
            #expect(isUnknown(await sending.once()))
        }
    }

    @Test func `an issuer's question is settled by the session, for the same bytes get the same answer`()
        async throws
    {
        let merchant = try ScriptedMerchant()
        let asked = try merchant.session(.authenticationRequired)
        let paid = try merchant.session(.completed, orders: true)
        merchant.answers([asked, asked, asked, paid])
        let sending = PaymentSending(
            client: merchant.client, access: merchant.access, body: [1, 2], key: "k")
        #expect(isUnknown(await sending.once()))
        guard case .ordered = await sending.once() else {
            Issue.record("the order was not found")
            return
        }
        #expect(merchant.requests.map(\.method) == [.post, .get, .post, .get])
        // Open without a no, it may be charged yet.
        merchant.answers([asked, try merchant.session(.ready)])
        #expect(isUnknown(await sending.once()))
    }

    @Test func `a no is believed only after the session was looked at`() async throws {
        let (sending, merchant) = try sending([
            ScriptedMerchant.problem(.badRequest, "payment_declined"),
            .failure(.timedOut(mayHaveBeenSent: true)),
        ])
        #expect(isUnknown(await sending.once()))
        #expect(merchant.requests.map(\.method) == [.post, .get])
    }

    @Test func `the same bytes go out under the same key each time`() async throws {
        let (sending, merchant) = try sending([.failure(.timedOut(mayHaveBeenSent: true))])
        _ = await sending.once()
        _ = await sending.once()
        let sent = merchant.requests
        #expect(
            sent.count == 2 && sent.allSatisfy { $0.body == [1, 2] && $0.fields["idempotency-key"] == "k" })
    }
}
