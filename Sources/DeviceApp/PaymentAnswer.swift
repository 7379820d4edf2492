internal import Checkout
internal import HTTPMessages
internal import Merchant

/// What a merchant said to a request to complete.
enum PaymentAnswer: Sendable {
    /// The order exists.
    case ordered(CheckoutSession)
    /// A definite no: nothing was charged.
    case declined(SheetDecline)
    /// It may have been charged.
    case unknown
}

/// Sends a journaled request to complete, always the same bytes under the same key, until the merchant says
/// what became of it (design, section 5).
struct PaymentSending: Sendable {
    let client: MerchantClient
    let access: SessionAccess
    let body: [UInt8]
    let key: String

    /// Asks once.
    func once() async -> PaymentAnswer {
        do throws(MerchantFailure) {
            let answer = try await client.complete(body, of: access, idempotencyKey: key)
            return Self.read(answer.session) ?? .unknown
        } catch {
            // Whatever is no word of the merchant's is no word on an earlier sending of these bytes either,
            // which may have been charged.
            guard case .refused(let problem) = error else { return .unknown }
            // A no to this request is not yet a no to an earlier one: the session decides.
            return await lookedUp(
                or: problem.isMerchantsWord ? .declined(SheetDecline(code: problem.code)) : .unknown)
        }
    }

    /// Asks again and again, for `patience`; `unknown` only when that is over.
    func settled(within patience: Duration) async -> PaymentAnswer {
        let start = ContinuousClock.now
        var wait = Duration.milliseconds(200)
        while !Task.isCancelled {
            let answer = await once()
            guard case .unknown = answer, ContinuousClock.now - start + wait < patience else { return answer }
            do { try await Task.sleep(for: wait) } catch { break }
            wait = min(wait * 2, .seconds(5))
        }
        return .unknown
    }

    private func lookedUp(or refusal: PaymentAnswer) async -> PaymentAnswer {
        do throws(MerchantFailure) {
            let session = try await client.retrieve(access).session
            if case .ordered(let session)? = Self.read(session) { return .ordered(session) }
            switch session.status {
            case .canceled, .expired: return .declined(.other)
            case .ready, .notReady: return refusal
            case .completed, .inProgress, .authenticationRequired, .requiresEscalation, .other:
                return .unknown
            }
        } catch {
            return .unknown
        }
    }

    private static func read(_ session: CheckoutSession) -> PaymentAnswer? {
        if session.status == .completed, session.order != nil { return .ordered(session) }
        if session.isDeclined { return .declined(.cardDeclined) }
        switch session.status {
        case .notReady, .ready:
            let code = session.messages.first { $0.kind == .error }?.code
            return code.map { .declined(SheetDecline(code: $0)) }
        case .canceled, .expired: return .declined(.other)
        case .completed, .inProgress, .authenticationRequired, .requiresEscalation, .other: return nil
        }
    }
}

extension MerchantProblem {
    /// Whether the merchant itself refuses these bytes for good: not somebody on the way, not for now only,
    /// and not because other bytes came under the same key.
    var isMerchantsWord: Bool {
        let isPassing = status == .tooManyRequests || status == .requestTimeout
        return !isPassing && !code.isEmpty && !code.hasPrefix("idempotency_")
    }
}

extension SheetDecline {
    /// From a merchant's word for it (Protocol/merchant.md).
    init(code: String) {
        self =
            switch code {
            case "payment_declined", "card_declined": .cardDeclined
            case "insufficient_funds": .insufficientFunds
            case "expired_card": .cardExpired
            case "out_of_stock", "quantity_exceeded": .outOfStock
            case "quote_expired", "quote_changed", "amount_mismatch": .changed
            default: .other
            }
    }
}
