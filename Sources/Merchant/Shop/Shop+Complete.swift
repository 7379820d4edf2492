import Checkout
import Crypto
import Encodings
import HTTPMessages
import JSON

/// Where it is decided whether a card is charged (design, section 7): in one transaction, after the look-up
/// of the idempotency key, and only when everything agrees.
extension Shop {
    func complete(_ request: Request, _ id: String) async throws(ShopRefusal) -> ShopAnswer {
        let payment: JSONNode
        let contact: Contact?
        do throws(JSONError) {
            let node = try body(of: request)
            contact = try ShopChange.contact(buyer: node.present("buyer"), nil)
            payment = try token(in: node)
        } catch {
            throw .malformed(error)
        }
        let scope = ShopScope(sessionID: id, transactionID: payments.transactionID(payment))
        let orderID = "ord_" + Base64.encode(RandomBytes.make(12))
        return try await once(request, scope) { [self] slice in
            if let refusal = refusalUnlessOpen(slice.session) { return .failure(refusal) }
            var change = contact
            if change == Contact() { change = nil }
            if let change, let known = slice.session?.contact {
                slice.session?.contact = merged(known, change)
            }
            return charge(&slice, payment, orderID)
        }
    }

    private func token(in node: JSONNode) throws(JSONError) -> JSONNode {
        let data = try node.member("payment_data")
        let handler = try data.member("handler_id")
        guard try handler.string() == PayHandler.name else {
            throw handler.invalid("is no handler of this session")
        }
        let credential = try data.member("instrument").member("credential")
        let type = try credential.member("type")
        guard try type.string() == PayHandler.credentialType else {
            throw type.invalid("is no credential taken here")
        }
        let token = try credential.member("token")
        return try JSONNode(parsing: Array(token.string().utf8), at: token.path)
    }

    private func merged(_ old: Contact, _ new: Contact) -> Contact {
        Contact(
            givenName: new.givenName.isEmpty ? old.givenName : new.givenName,
            familyName: new.familyName.isEmpty ? old.familyName : new.familyName,
            email: new.email.isEmpty ? old.email : new.email, phone: new.phone.isEmpty ? old.phone : new.phone
        )
    }

    /// Everything that must agree, in this order: the session can be paid, the price is the one quoted, the
    /// token is for it and new, the card says yes. Only then goods and number are taken.
    private func charge(
        _ slice: inout ShopSlice, _ token: JSONNode, _ orderID: String
    ) -> Result<ShopAnswer, ShopRefusal> {
        guard let session = slice.session else { return .failure(.notFound) }
        let priced = price(session, slice)
        if let refusal = refusalUnlessReady(session, priced) { return .failure(refusal) }
        let quote: Quote
        switch quoted(session, priced) {
        case .success(let current): quote = current
        case .failure(let refusal): return .failure(refusal)
        }
        if slice.isTransactionUsed {
            return .failure(
                .problem(
                    .conflict, "transaction_repeated", "This payment token was used before", "$.payment_data")
            )
        }
        let terms = ChargeTerms(amount: priced.total, quoteDigest: quote.digest, seconds: clock())
        switch payments.open(token, terms) {
        case .failure(let problem):
            return .failure(
                .problem(
                    .badRequest, problem.code, problem.message, "$.payment_data.instrument.credential.token"))
        case .success(let card):
            slice.usesTransaction = true
            if SimulatedCharge.isDeclined(card) {
                slice.session?.isDeclined = true
                return present(&slice, .ok)
            }
            if SimulatedCharge.isChallenged(card) {
                slice.session?.state = .authenticating
                slice.session?.authenticating = ShopSession.Authenticating(
                    orderID: orderID, total: priced.total.minorUnits)
                return present(&slice, .ok)
            }
        }
        finish(&slice, session, priced, orderID)
        return present(&slice, .ok)
    }

    /// Sells, and keeps the session as it was sold.
    func finish(
        _ slice: inout ShopSlice, _ session: ShopSession, _ priced: PricedSession, _ orderID: String
    ) {
        sell(&slice, session, priced, orderID)
        // From here on the session reads as it was sold, whatever happens to stock and codes.
        if let session = slice.session {
            slice.session?.sold = view(of: session, priced, slice.order).json.encoded()
        }
    }

    func refusalUnlessReady(_ session: ShopSession, _ priced: PricedSession) -> ShopRefusal? {
        if let message = priced.messages.first(where: { $0.kind == .error }) {
            return .problem(.conflict, message.code, message.text.raw, message.param)
        }
        func missing(_ param: String) -> ShopRefusal {
            .problem(.badRequest, "missing", "This is needed for the purchase", param)
        }
        let kind = priced.selected?.kind ?? .digital
        switch kind {
        case .digital: if session.contact.email.isEmpty { return missing("$.buyer.email") }
        case .pickup: if session.contact.name.isEmpty { return missing("$.buyer.first_name") }
        case .shipping, .localDelivery:
            if session.contact.name.isEmpty { return missing("$.buyer.first_name") }
            if session.address?.lines.isEmpty ?? true {
                return missing("$.fulfillment_details.address.line_one")
            }
        }
        return nil
    }

    /// The session's latest quote, if it is still what the session costs (checkout 26).
    private func quoted(_ session: ShopSession, _ priced: PricedSession) -> Result<Quote, ShopRefusal> {
        // Ours; none is as good as bad.
        guard let text = session.quote, let quote = try? Quote(unverified: text) else {
            return .failure(.problem(.conflict, "quote_missing", "Ask for the session first", nil))
        }
        guard clock() < quote.expiresAt else {
            return .failure(
                .problem(.conflict, "quote_expired", "The price has expired, ask for the session", nil))
        }
        guard quote.request.total.amount == priced.total else {
            return .failure(
                .problem(.conflict, "total_changed", "The price has changed, ask for the session", nil))
        }
        return .success(quote)
    }

    private func sell(
        _ slice: inout ShopSlice, _ session: ShopSession, _ priced: PricedSession, _ orderID: String
    ) {
        for item in session.items {
            if let left = slice.stock[item.id] { slice.stock[item.id] = left - item.quantity }
        }
        for result in priced.promo where result.isApplied && !result.code.isEmpty {
            slice.uses[result.code, default: 0] += 1
        }
        var order = MerchantOrder(
            id: orderID, sessionID: session.id, number: String(slice.nextOrderNumber), status: "confirmed")
        order.link = ForeignText("\(origin.text)/orders/\(orderID)")
        order.total = priced.total
        order.arrival = priced.selected?.arrival
        order.lines = priced.lines.map {
            OrderLine(
                id: $0.id, title: $0.name, productID: $0.itemID, ordered: $0.quantity,
                unitAmount: $0.unitAmount)
        }
        order.totals = priced.totals
        order.notes = session.notes.isEmpty ? nil : ForeignText(session.notes)
        order.fulfillment = OrderFulfillment(priced.selected?.kind ?? .digital)
        slice.order = ShopOrder(order: order, bearer: session.bearer)
        slice.event = order.event(.create)
        slice.session?.state = .completed
        slice.session?.authenticating = nil
        slice.session?.orderID = orderID
        slice.session?.isDeclined = false
    }
}
