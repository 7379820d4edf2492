internal import Checkout
internal import HTTPMessages
internal import Merchant

/// What a merchant said to a request to complete.
enum PaymentAnswer: Sendable {
    /// The order exists.
    case ordered(CheckoutSession)
    /// A payment without a session was taken where its quote said, or goes back to the watch.
    case paid(MerchantOrder?)
    /// A definite no: nothing was charged.
    case declined(SheetDecline)
    /// It may have been charged.
    case unknown
}

/// Sends a journaled request to complete, always the same bytes under the same key, until the merchant says
/// what became of it (design, section 5).
struct PaymentSending: Sendable {
    private enum Route: Sendable {
        case session(MerchantClient, SessionAccess)
        case address(DirectPaymentSending)
        /// Back in the outcome: nothing is sent before that.
        case watch
    }

    private let route: Route
    /// Told where the merchant wants the person at its own page, as for an issuer's question.
    var continuing: (@Sendable (ForeignText) -> Void)?
    private let body: [UInt8]
    private let key: String

    /// To a merchant's session.
    init(client: MerchantClient, access: SessionAccess, body: [UInt8], key: String) {
        route = .session(client, access)
        self.body = body
        self.key = key
    }

    /// To the address of a standing quote.
    init(_ direct: DirectPaymentSending) {
        route = .address(direct)
        body = direct.body
        key = direct.key
    }

    /// Back to the watch.
    init(toWatch attempt: PaymentAttempt) {
        route = .watch
        body = attempt.body
        key = attempt.key
    }

    /// Sends it for the first time.
    func once() async -> PaymentAnswer {
        switch route {
        case .session(let client, let access): await once(client, access)
        case .address(let direct): await direct.first()
        case .watch: .paid(nil)
        }
    }

    private func again() async -> PaymentAnswer {
        switch route {
        case .session(let client, let access): await once(client, access)
        case .address(let direct): await direct.again()
        case .watch: .paid(nil)
        }
    }

    private func once(_ client: MerchantClient, _ access: SessionAccess) async -> PaymentAnswer {
        do throws(MerchantFailure) {
            let answer = try await client.complete(body, of: access, idempotencyKey: key)
            tell(answer.session)
            return await read(answer.session, client, access)
        } catch {
            // Whatever is no word of the merchant's is no word on an earlier sending of these bytes either,
            // which may have been charged.
            guard case .refused(let problem) = error else { return .unknown }
            // A no to this request is not yet a no to an earlier one: the session decides.
            return await lookedUp(
                client, access,
                or: problem.isMerchantsWord ? .declined(SheetDecline(code: problem.code)) : .unknown)
        }
    }

    /// What an answer to these bytes says. It is the recorded one however often they are sent: what became of
    /// a payment that was still open then, the session alone tells.
    private func read(
        _ session: CheckoutSession, _ client: MerchantClient, _ access: SessionAccess
    ) async -> PaymentAnswer {
        if let answer = Self.read(session) { return answer }
        switch session.status {
        case .authenticationRequired, .inProgress:
            return await lookedUp(client, access, or: .unknown, wasOpen: true)
        case .completed, .ready, .notReady, .canceled, .expired, .requiresEscalation, .other: return .unknown
        }
    }

    /// Asks again and again, for `patience`; `unknown` only when that is over.
    func settled(within patience: Duration) async -> PaymentAnswer {
        let start = ContinuousClock.now
        var wait = Duration.milliseconds(200)
        while !Task.isCancelled {
            let answer = await again()
            guard case .unknown = answer, ContinuousClock.now - start + wait < patience else { return answer }
            do { try await Task.sleep(for: wait) } catch { break }
            wait = min(wait * 2, .seconds(5))
        }
        return .unknown
    }

    private func lookedUp(
        _ client: MerchantClient, _ access: SessionAccess, or refusal: PaymentAnswer, wasOpen: Bool = false
    ) async -> PaymentAnswer {
        do throws(MerchantFailure) {
            let session = try await client.retrieve(access).session
            tell(session)
            if case .ordered(let session)? = Self.read(session) { return .ordered(session) }
            switch session.status {
            case .canceled, .expired, .requiresEscalation: return .declined(.other)
            // Declined after a payment was open: the issuer or the person said no to it.
            case .ready, .notReady: return wasOpen && session.isDeclined ? .declined(.cardDeclined) : refusal
            case .completed, .inProgress, .authenticationRequired, .other:
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
        // That it goes on at the merchant's page is a definite no to this payment.
        case .canceled, .expired, .requiresEscalation: return .declined(.other)
        case .completed, .inProgress, .authenticationRequired, .other: return nil
        }
    }

    /// An issuer's question leaves open what comes of the payment until the person has answered it.
    private func tell(_ session: CheckoutSession) {
        guard session.status == .authenticationRequired, let link = session.continueURL else { return }
        continuing?(link)
    }
}

extension MerchantProblem {
    /// Whether the merchant itself refuses these bytes for good: not somebody on the way, not for now only,
    /// and not because other bytes came under the same key.
    var isMerchantsWord: Bool {
        !isPassing && !code.isEmpty && !code.hasPrefix("idempotency_")
    }
}

extension MerchantProblem {
    /// Whether it is not the time for this now.
    var isPassing: Bool { status == .tooManyRequests || status == .requestTimeout }
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
