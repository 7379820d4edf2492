import Checkout
import Crypto
import Encodings
import HTTPMessages
import JSON
import Signing

/// Payments for standing quotes: what was signed without a session is paid in one step (Protocol/merchant.md,
/// standing quotes). A quote may be paid by several people, a handoff and a token once.
extension Shop {
    func pay(_ request: Request) async throws(ShopRefusal) -> ShopAnswer {
        let payment: DirectPayment
        do throws(JSONError) {
            payment = try DirectPayment(
                from: JSONNode(
                    parsing: request.body, limits: JSONLimits(bytesMax: ShopLimits.paymentBytesMax)))
        } catch {
            throw .malformed(error)
        }
        let orderID = Self.orderID(payment)
        let scope = ShopScope(orderID: orderID, transactionID: payments.transactionID(payment.token))
        let bearer = Base64.encode(RandomBytes.make(32))
        return try await once(request, scope) { [self] slice in
            do throws(ShopRefusal) {
                return .success(try charge(payment, &slice, orderID, bearer))
            } catch {
                return .failure(error)
            }
        }
    }

    /// The same for whatever one handoff brings for one quote, so that it becomes one order: another card
    /// after a no, another phone, or a request that somebody on the way held back.
    private static func orderID(_ payment: DirectPayment) -> String {
        guard let handoff = payment.handoff else { return "ord_" + Base64.encode(RandomBytes.make(12)) }
        let named = SHA256.hash(LengthPrefixed.encode([Array(payment.quote.utf8), Array(handoff.utf8)]))
        return "ord_" + Base64.encode(Array(named.prefix(16)))
    }

    private func charge(
        _ payment: DirectPayment, _ slice: inout ShopSlice, _ orderID: String, _ bearer: String
    ) throws(ShopRefusal) -> ShopAnswer {
        let now = clock()
        let quote = try own(payment.quote, at: now)
        let agreed = try agreed(payment, quote.request)
        if let paid = slice.order {
            return ShopAnswer(.ok, ["status": "completed", "order": paid.order.json])
        }
        guard !slice.isTransactionUsed else {
            throw .problem(
                .conflict, "transaction_repeated", "This payment token was used before", "$.token")
        }
        let terms = ChargeTerms(amount: agreed.total.amount, quoteDigest: quote.digest, seconds: now)
        switch payments.open(payment.token, terms) {
        case .failure(let problem):
            throw .problem(.badRequest, problem.code, problem.message, "$.token.paymentData")
        case .success(let card):
            slice.usesTransaction = true
            if SimulatedCharge.isDeclined(card) {
                throw .problem(
                    .badRequest, SessionMessage.paymentDeclined, "The card was declined.", "$.token")
            }
        }
        let order = order(agreed, id: orderID, number: slice.nextOrderNumber)
        slice.order = ShopOrder(order: order, bearer: bearer)
        slice.event = order.event(.create)
        return ShopAnswer(.ok, ["status": "completed", "order": order.json])
    }

    /// The quote, if this shop signed it and it still stands.
    private func own(_ text: String, at seconds: Int64) throws(ShopRefusal) -> StandingQuote {
        func refuse(_ code: String, _ message: String) -> ShopRefusal {
            .problem(.badRequest, code, message, "$.baton.quote")
        }
        let quote: StandingQuote
        do throws(QuoteRefusal) {
            quote = try StandingQuote(unverified: text)
            let jws = try StandingQuote.jws(quote.text)
            do throws(JWSRefusal) { try jws.verify(with: key.key.publicKey) } catch { throw .signature }
        } catch {
            throw refuse("quote_invalid", "\(error)")
        }
        guard quote.origin == origin.origin else {
            throw refuse("quote_invalid", "The quote is from another place")
        }
        guard seconds < quote.expiresAt else {
            throw .problem(.conflict, "quote_expired", "The quote has expired", "$.baton.quote")
        }
        return quote
    }

    /// The request as it was paid: with the chosen method, for the sum that the person agreed to.
    private func agreed(
        _ payment: DirectPayment, _ request: PaymentRequest
    ) throws(ShopRefusal) -> PaymentRequest {
        var request = request
        if let method = payment.method {
            do throws(MethodChoiceError) { request = try request.choosing(methodID: method) } catch {
                throw .problem(.badRequest, "invalid", "There is no such method", "$.baton.method")
            }
        }
        guard payment.total == request.total.amount.decimalText, payment.currency == request.currency.code
        else {
            throw .problem(
                .conflict, "total_changed", "The total is \(request.total.amount.decimalText)",
                "$.baton.total")
        }
        return request
    }

    private func order(_ request: PaymentRequest, id: String, number: Int64) -> MerchantOrder {
        // There is no session; the order stands for itself.
        var order = MerchantOrder(id: id, sessionID: id, number: String(number), status: "confirmed")
        order.link = ForeignText("\(origin.text)/orders/\(id)")
        order.total = request.total.amount
        order.lines = request.lineItems.enumerated().map { index, line in
            OrderLine(
                id: "li_\(index + 1)", title: line.label, productID: "", ordered: 1, unitAmount: line.amount)
        }
        order.fulfillment = OrderFulfillment(Self.kind(of: request))
        return order
    }

    private static func kind(of request: PaymentRequest) -> FulfillmentOption.Kind {
        switch request.shippingKind {
        case .shipping: request.shippingMethods.isEmpty ? .digital : .shipping
        case .delivery: .localDelivery
        case .storePickup, .servicePickup: .pickup
        }
    }
}

/// What is brought to a standing quote's address: an `ApplePayPayment`, and what was agreed to.
private struct DirectPayment: Sendable {
    let token: JSONNode
    let quote: String
    let method: String?
    /// Names the handoff to this merchant alone.
    let handoff: String?
    /// A decimal text, and the currency's code.
    let total: String
    let currency: String

    init(from node: JSONNode) throws(JSONError) {
        token = try node.member("token").member("paymentData")
        let agreed = try node.member("baton")
        quote = try agreed.member("quote").string()
        method = try agreed.present("method")?.string()
        handoff = try agreed.present("handoff")?.string()
        total = try agreed.member("total").string()
        currency = try agreed.member("currency").string()
    }
}
