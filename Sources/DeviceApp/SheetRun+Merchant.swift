internal import BatonClient
internal import Checkout
internal import Crypto
internal import Encodings
internal import HTTPMessages
internal import Handoffs
internal import Merchant
internal import Surfaces

/// The merchant's part: prices before the passcode, the last update after it, the payment, and the question
/// what became of it.
extension SheetRun {
    /// Asks for what is chosen now; an empty update only reads.
    func ask(_ id: UpdateID, _ update: SheetUpdate) async {
        var change = CheckoutUpdate()
        change.optionID = update.methodID
        change.address = update.area
        await ask(id, change)
    }

    /// The full contact, once, after the passcode (design, section 7).
    func askLast(_ id: UpdateID, _ details: SheetDetails) async {
        var change = CheckoutUpdate()
        change.optionID = details.methodID
        change.address = details.recipient?.address
        change.contact = contact(details)
        await ask(id, change)
    }

    /// The name on the parcel is the address's, where there is one.
    private func contact(_ details: SheetDetails) -> Contact {
        var contact = details.contact
        if let recipient = details.recipient, contact.name.isEmpty {
            contact.givenName = recipient.givenName
            contact.familyName = recipient.familyName
        }
        return contact
    }

    private func ask(_ id: UpdateID, _ change: CheckoutUpdate) async {
        do throws(MerchantFailure) {
            let (client, access) = try merchant()
            if change.optionID != nil, answer == nil { answer = try await client.retrieve(access) }
            let options = answer?.session.options ?? []
            let fresh =
                change.isEmpty
                ? try await client.retrieve(access)
                : try await client.update(
                    change, options: options, of: access,
                    idempotencyKey: "update-\(Base64.encode(RandomBytes.make(16)))")
            guard id == sheet.awaited else { return }
            answer = fresh
            if let quote = fresh.quote { return send(.answered(id, quote.request)) }
            send(.ended(fresh.session.status == .completed ? .alreadyPaid : .merchantEnded))
        } catch {
            if case .cancelled = error { return }
            send(.updateFailed(id, SheetProblem(error)))
        }
    }

    private func merchant() throws(MerchantFailure) -> (MerchantClient, SessionAccess) {
        guard let access = opened.access else {
            throw .unreachable(reason: "unsigned", mayHaveBeenSent: false)
        }
        do throws(Complaint) {
            return (try device.merchants.client(at: access.origin), access)
        } catch {
            stop(error)
            throw .unreachable(reason: error.message, mayHaveBeenSent: false)
        }
    }

    // MARK: paying

    /// Sends the journaled bytes of an attempt. Marked as sent first: from then on only an answer tells.
    func complete(_ attempt: Int) async {
        do throws(Complaint) {
            send(.completed(try await settleAttempt(number(attempt))))
        } catch {
            // The journal says less than what happened: the merchant is asked.
            send(.completed(.unknown))
        }
    }

    /// Asks until the merchant says, a minute long; the same bytes again are the safest question (checkout
    /// 67).
    func askMerchant(_ attempt: Int) async {
        for pause in [1, 2, 4, 8, 15, 30] {
            do { try await Task.sleep(for: .seconds(pause)) } catch { return }
            do throws(Complaint) {
                let completion = try await settleAttempt(number(attempt))
                if completion != .unknown { return send(.completed(completion)) }
            } catch {
                // Asked again after the next pause.
            }
        }
        send(.completed(.unknown))
    }

    func number(_ attempt: Int) -> Int64 { earlierAttempts + Int64(attempt) }

    private func settleAttempt(_ number: Int64) async throws(Complaint) -> SheetCompletion {
        guard let access = opened.access else { return .declined(.other) }
        let paying = AttemptSettling(device: device, key: opened.key, access: access)
        let result = try await paying.run(number)
        switch result {
        case .ordered(let order):
            self.order = order
            return .ordered(
                OrderSummary(
                    number: ForeignText(order.number), total: order.total ?? sheet.terms.total,
                    link: order.link, arrival: order.arrival))
        case .declined(let reason): return .declined(reason)
        case .unknown: return .unknown
        }
    }
}

/// One journaled attempt, sent until it is answered: by an open sheet, or by the next start after a crash.
struct AttemptSettling: Sendable {
    enum Result: Sendable {
        case ordered(MerchantOrder)
        case declined(SheetDecline)
        case unknown
    }

    let device: Device
    let key: HandoffKey
    let access: SessionAccess

    /// Sends the attempt's exact bytes under its own key, and writes down what they came to.
    func run(_ number: Int64) async throws(Complaint) -> Result {
        let key = key
        let attempt = try await device.keeping { journal throws(JournalFailure) in
            let found = try await journal.attempts(of: key).first { $0.number == number }
            try await journal.mark(number, of: key, .sent)
            return found
        }
        guard let attempt else { throw .homeDamaged(device.home.journal, "attempt") }
        let result = try await send(attempt)
        switch result {
        case .ordered: try await mark(number, .ordered)
        case .declined: try await mark(number, .declined)
        case .unknown: break
        }
        return result
    }

    private func mark(_ number: Int64, _ state: PaymentAttempt.State) async throws(Complaint) {
        let key = key
        try await device.keeping { journal throws(JournalFailure) in
            try await journal.mark(number, of: key, state)
        }
    }

    private func send(_ attempt: PaymentAttempt) async throws(Complaint) -> Result {
        let client = try device.merchants.client(at: access.origin)
        do throws(MerchantFailure) {
            let answer = try await client.complete(
                attempt.body, of: access, idempotencyKey: attempt.key)
            return Result(answer.session)
        } catch {
            guard case .refused(let problem) = error else {
                return error.isDefinite ? .unknown : await look(client)
            }
            // A session that is paid already was paid by an attempt whose answer was lost.
            let seen = await look(client)
            if case .ordered = seen { return seen }
            return .declined(SheetDecline(problem.code))
        }
    }

    /// After an unclear answer: the session itself may say.
    private func look(_ client: MerchantClient) async -> Result {
        do throws(MerchantFailure) {
            let session = try await client.retrieve(access).session
            return session.status == .completed ? Result(session) : .unknown
        } catch {
            return .unknown
        }
    }
}

extension AttemptSettling.Result {
    /// Success only where the order exists (checkout 65).
    init(_ session: CheckoutSession) {
        if session.status == .completed, let order = session.order {
            self = .ordered(order)
        } else if session.isDeclined {
            let message = session.messages.first { $0.kind == .error }
            self = .declined(SheetDecline(message?.param ?? SessionMessage.paymentDeclined))
        } else {
            self = .unknown
        }
    }
}

extension SheetDecline {
    /// Reads the merchant's code; one that is not known says nothing more than no.
    init(_ code: String) {
        switch code {
        case "payment_declined", "card_declined": self = .cardDeclined
        case "insufficient_funds": self = .insufficientFunds
        case "expired_card": self = .cardExpired
        case "out_of_stock": self = .outOfStock
        case "total_changed", "quote_expired", "quote_outdated", "amount_mismatch": self = .changed
        default: self = .other
        }
    }
}

extension SheetProblem {
    init(_ failure: MerchantFailure) {
        switch failure {
        case .timedOut: self = .merchantSlow
        case .unreachable, .unclear, .cancelled: self = .merchantUnreachable
        case .malformed, .quote: self = .answerUnusable
        case .refused(let problem):
            let message = ForeignText(problem.message)
            let isContact = ["buyer", "address", "fulfillment_details"].contains {
                problem.param?.contains($0) ?? false
            }
            self = isContact ? .contactRefused(nil, message) : .merchantRefused(message)
        }
    }
}
