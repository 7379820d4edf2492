import Crypto
import HTTPMessages
import JSON
import Merchant
import Synchronization
import Testing

@testable import DeviceApp

/// What counts as a merchant's no, for only that allows another attempt (design section 5).
@Suite struct PaymentSendingTests {
    /// A merchant that gives these answers in turn, and the last one for ever.
    private func sending(
        _ answers: [Result<MerchantResponse, MerchantFailure>]
    ) throws -> (PaymentSending, @Sendable () -> [Request]) {
        let state = Script(answers)
        let http = MerchantHTTP { request, _, _ throws(MerchantFailure) in
            try state.answer(request).get()
        }
        let origin = try #require(BaseURL("https://shop.example"))
        let client = MerchantClient(origin: origin, http: http, keys: QuoteKeys(http)) { 1_800_000_000 }
        let access = SessionAccess(origin: origin, sessionID: "cs_1", bearer: nil, signingKey: nil)
        let sending = PaymentSending(client: client, access: access, body: [1, 2], key: "k")
        return (sending, { state.requests })
    }

    private final class Script: Sendable {
        private let state: Mutex<(seen: [Request], left: [Result<MerchantResponse, MerchantFailure>])>

        init(_ answers: [Result<MerchantResponse, MerchantFailure>]) {
            state = Mutex((seen: [], left: answers))
        }

        var requests: [Request] { state.withLock { $0.seen } }

        func answer(_ request: Request) -> Result<MerchantResponse, MerchantFailure> {
            state.withLock { state in
                state.seen.append(request)
                return state.left.count > 1 ? state.left.removeFirst() : state.left[0]
            }
        }
    }

    private func problem(_ status: Status, _ code: String) -> Result<MerchantResponse, MerchantFailure> {
        let json: JSONValue = ["type": "invalid_request", "code": .string(code), "message": "no"]
        return .success(MerchantResponse(status: status, fields: [:], body: json.encoded()))
    }

    private func page(_ status: Status) -> Result<MerchantResponse, MerchantFailure> {
        .success(MerchantResponse(status: status, fields: [:], body: Array("<html>".utf8)))
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
            page(.forbidden), page(.notFound), page(.badGateway), page(.ok),
            problem(.tooManyRequests, "slow_down"),
            problem(.internalError, "internal"), problem(.conflict, "idempotency_in_flight"),
            problem(.unprocessableContent, "idempotency_conflict"), problem(.requestTimeout, "timeout"),
        ]
        for answer in answers {
            let (sending, _) = try sending([answer])
            #expect(isUnknown(await sending.once()))
        }
    }

    @Test func `a no is believed only after the session was looked at`() async throws {
        let (sending, requests) = try sending([
            problem(.badRequest, "payment_declined"), .failure(.timedOut(mayHaveBeenSent: true)),
        ])
        #expect(isUnknown(await sending.once()))
        #expect(requests().map(\.method) == [.post, .get])
    }

    @Test func `the same bytes go out under the same key each time`() async throws {
        let (sending, requests) = try sending([.failure(.timedOut(mayHaveBeenSent: true))])
        _ = await sending.once()
        _ = await sending.once()
        let sent = requests()
        #expect(
            sent.count == 2 && sent.allSatisfy { $0.body == [1, 2] && $0.fields["idempotency-key"] == "k" })
    }
}
