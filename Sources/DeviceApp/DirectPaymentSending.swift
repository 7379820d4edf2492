internal import Checkout
internal import HTTPMessages
internal import Handoffs
internal import Merchant
internal import Surfaces
internal import Synchronization

/// Brings a journaled payment to the address that a standing quote names, always the same bytes under the
/// same key (Protocol/merchant.md, standing quotes).
struct DirectPaymentSending: Sendable {
    let client: MerchantClient
    let url: BaseURL
    let currency: Currency
    let body: [UInt8]
    let key: String

    /// The first sending of these bytes: what never left this device is a no, and so is the merchant's own
    /// word. A redirect or a page without one may follow a payment that was taken.
    func first() async -> PaymentAnswer {
        do throws(MerchantFailure) { return .paid(try await post()) } catch {
            guard error.isDefinite else { return .unknown }
            guard case .refused(let problem) = error else { return .declined(.other) }
            return problem.isMerchantsWord ? .declined(SheetDecline(code: problem.code)) : .unknown
        }
    }

    /// A later one: an earlier sending may have been taken, so only the merchant's own word is a no. That it
    /// has seen this payment before is none.
    func again() async -> PaymentAnswer {
        do throws(MerchantFailure) { return .paid(try await post()) } catch {
            guard case .refused(let problem) = error, problem.isMerchantsWord,
                problem.code != Self.repeated
            else { return .unknown }
            return .declined(SheetDecline(code: problem.code))
        }
    }

    private func post() async throws(MerchantFailure) -> MerchantOrder? {
        try await client.pay(body, at: url, idempotencyKey: key, currency: currency)
    }

    private static let repeated = "transaction_repeated"
}

extension Device {
    /// How a journaled attempt leaves the phone. Throws where it cannot, before anything is promised.
    func sending(
        _ attempt: PaymentAttempt, of opened: OpenedHandoff
    ) throws(Complaint) -> PaymentSending {
        switch opened.backing {
        case .session(let access):
            var sending = PaymentSending(
                client: try merchants.client(at: access.origin), access: access, body: attempt.body,
                key: attempt.key)
            let once = ShownOnce(self)
            sending.continuing = { once.show($0) }
            return sending
        case .standing(let quote):
            guard let url = quote.completeURL else { return PaymentSending(toWatch: attempt) }
            return PaymentSending(
                DirectPaymentSending(
                    client: try merchants.client(at: url), url: url, currency: quote.request.currency,
                    body: attempt.body, key: attempt.key))
        case .nobody: return PaymentSending(toWatch: attempt)
        }
    }
}

/// Shows a merchant's page once, however often it is named.
private final class ShownOnce: Sendable {
    private let device: Device
    private let isShown = Mutex(false)

    init(_ device: Device) { self.device = device }

    func show(_ link: ForeignText) {
        let isFirst = isShown.withLock { shown in
            defer { shown = true }
            return !shown
        }
        guard isFirst, let link = device.followable(link) else { return }
        device.face.show(.continueAt(link))
    }
}
