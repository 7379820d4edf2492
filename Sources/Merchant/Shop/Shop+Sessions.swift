import Checkout
import Crypto
import Encodings
import HTTPMessages
import JSON

extension Shop {
    func create(_ request: Request) async throws(ShopRefusal) -> ShopAnswer {
        let change = try change(in: request)
        guard let items = change.items else { throw .malformed(.missing(.member(.root, "line_items"))) }
        guard Currency(change.currency ?? "") == catalog.currency else {
            throw .problem(
                .badRequest, "unsupported_currency", "Only \(catalog.currency.code) here", "$.currency")
        }
        try requireKnown(items)
        var session = ShopSession(
            id: "cs_" + Base64.encode(RandomBytes.make(16)), items: items, codes: change.codes ?? [],
            expiresAt: clock() + ShopLimits.sessionSeconds, bearer: Base64.encode(RandomBytes.make(32)),
            key: Base64.encode(RandomBytes.make(32)))
        session.apply(change)
        let fresh = session
        return try await once(request, ShopScope(sessionID: nil)) { [self] slice in
            slice.session = fresh
            return present(&slice, .created, withCredentials: true)
        }
    }

    func retrieve(_ request: Request, _ id: String) async throws(ShopRefusal) -> ShopAnswer {
        let proof = SessionProof(request, at: clock())
        let result = try await run(ShopScope(sessionID: id)) {
            [self] slice -> Result<ShopAnswer, ShopRefusal> in
            if let refusal = proof.refusal(for: slice.session) { return .failure(refusal) }
            return present(&slice, .ok)
        }
        return try result.get()
    }

    func update(_ request: Request, _ id: String) async throws(ShopRefusal) -> ShopAnswer {
        let change = try change(in: request)
        if let items = change.items { try requireKnown(items) }
        return try await once(request, ShopScope(sessionID: id)) { [self] slice in
            if let refusal = refusalUnlessOpen(slice.session) { return .failure(refusal) }
            slice.session?.apply(change)
            slice.session?.isDeclined = false
            return present(&slice, .ok)
        }
    }

    func cancel(_ request: Request, _ id: String) async throws(ShopRefusal) -> ShopAnswer {
        try await once(request, ShopScope(sessionID: id)) { [self] slice in
            // While the issuer is asked nothing is charged, so that it can still be ended.
            let isEndable = slice.session?.state == .canceled || slice.session?.state == .authenticating
            if !isEndable, let refusal = refusalUnlessOpen(slice.session) {
                return .failure(refusal)
            }
            slice.session?.state = .canceled
            slice.session?.authenticating = nil
            return present(&slice, .ok)
        }
    }

    // MARK: Parts

    func change(in request: Request) throws(ShopRefusal) -> ShopChange {
        do throws(JSONError) {
            return try ShopChange(from: body(of: request))
        } catch {
            throw .malformed(error)
        }
    }

    func body(of request: Request) throws(JSONError) -> JSONNode {
        try JSONNode(parsing: request.body, limits: JSONLimits(bytesMax: ShopLimits.bodyBytesMax))
    }

    private func requireKnown(_ items: [OrderedVariant]) throws(ShopRefusal) {
        for (index, item) in items.enumerated() where catalog.find(item.id) == nil {
            throw .problem(
                .badRequest, "invalid_item_id", "The item ID '\(item.id.prefix(64))' does not exist.",
                "$.line_items[\(index)].id")
        }
    }

    func refusalUnlessOpen(_ session: ShopSession?) -> ShopRefusal? {
        guard let session else { return .notFound }
        switch session.state {
        case .open:
            if clock() < session.expiresAt { return nil }
            return .problem(.conflict, "session_expired", "This session has expired", nil)
        case .authenticating:
            return .problem(
                .conflict, "session_authenticating", "The card's issuer is being asked at continue_url", nil)
        case .completed: return .problem(.conflict, "session_completed", "This session is paid already", nil)
        case .canceled: return .problem(.conflict, "session_canceled", "This session was cancelled", nil)
        }
    }

    func price(_ session: ShopSession, _ slice: ShopSlice) -> PricedSession {
        let input = PricingInput(
            items: session.items, codes: session.codes, email: session.contact.email,
            address: session.address,
            optionID: session.optionID, now: clock(), stock: slice.stock, uses: slice.uses,
            isApproved: session.isApproved)
        return PricedSession(input, catalog)
    }

    /// The session as an answer, with a quote that is still good for a while.
    func present(
        _ slice: inout ShopSlice, _ status: Status, withCredentials: Bool = false
    ) -> Result<ShopAnswer, ShopRefusal> {
        guard var session = slice.session else { return .failure(.notFound) }
        if let sold = session.sold {
            return .success(ShopAnswer(status, bytes: Self.sold(sold, slice.order)))
        }
        let priced = price(session, slice)
        var view = view(of: session, priced, slice.order)
        if !view.status.hasEnded {
            do throws(CryptoFailure) { try renewQuote(&session, view, priced) } catch {
                return .failure(.failure)
            }
            view.quote = session.quote
        }
        if withCredentials { view.credentials = SessionCredentials(bearer: session.bearer, key: session.key) }
        slice.session = session
        return .success(ShopAnswer(status, view.json))
    }

    /// A session as it was sold, with its order as it is now.
    private static func sold(_ bytes: [UInt8], _ order: ShopOrder?) -> [UInt8] {
        // Ours; unreadable, it is still what was answered when it was paid.
        guard let order, case .object(var object)? = try? JSONValue(parsing: bytes, limits: soldLimits) else {
            return bytes
        }
        object["order"] = order.order.json
        return JSONValue.object(object).encoded()
    }

    private static var soldLimits: JSONLimits { JSONLimits(bytesMax: 1_048_576) }

    func view(
        of session: ShopSession, _ priced: PricedSession, _ order: ShopOrder?
    ) -> CheckoutSession {
        let status: SessionStatus =
            switch session.state {
            case .completed: .completed
            case .canceled: .canceled
            case .authenticating: .authenticationRequired
            case .open where clock() >= session.expiresAt: .expired
            case .open where priced.needsEscalation: .requiresEscalation
            case .open: priced.isReady ? .ready : .notReady
            }
        var view = CheckoutSession(id: session.id, status: status, currency: catalog.currency)
        view.lines = priced.lines
        view.options = priced.options
        view.selectedOptionID = priced.selected?.id
        view.promo = priced.promo
        view.totals = priced.totals
        view.messages = priced.messages
        if session.isDeclined {
            view.messages.append(
                SessionMessage(
                    .error, code: SessionMessage.paymentDeclined, text: "The card was declined.",
                    param: "$.payment_data"))
        }
        if status == .authenticationRequired || status == .requiresEscalation {
            view.continueURL = ForeignText("\(origin.text)/continue/\(session.id).\(pageKey(of: session))")
        }
        if status == .authenticationRequired {
            view.acquirer = AcquirerDetails(
                merchantID: payments.handler.merchantID, merchantName: catalog.name, country: catalog.country)
        }
        view.handler = payments.handler
        view.order = order?.order
        view.expiresAt = session.expiresAt
        return view
    }

    /// Keeps the quote while it says the same and has time left; what the sheet shows then stays what is
    /// paid.
    private func renewQuote(
        _ session: inout ShopSession, _ view: CheckoutSession, _ priced: PricedSession
    ) throws(CryptoFailure) {
        let now = clock()
        var request = RequestBuilder.request(view, catalog.payee)
        priced.terms?.apply(to: &request, at: session.madeAt)
        let contents = view.contentsHash
        // Ours; if it is unreadable, make anew.
        if let text = session.quote, let old = try? Quote(unverified: text),
            old.contents == contents, old.request == request,
            old.expiresAt - now >= ShopLimits.quoteSecondsLeftMin
        {
            return
        }
        session.revision += 1
        session.quote = try Quote(
            origin: origin.origin, sessionID: session.id, revision: session.revision, issuedAt: now,
            expiresAt: now + ShopLimits.quoteSeconds, request: request, contents: contents, key: key
        ).text
    }
}
