package import Checkout
package import HTTPMessages
import JSON

/// A session as a merchant answered it, with its verified price.
package struct CheckoutAnswer: Sendable {
    package let session: CheckoutSession
    /// Nil only where the session has ended and nothing is left to be paid.
    package let quote: Quote?
    /// What opens the session from now on; given by create.
    package let access: SessionAccess
}

/// A merchant as watch and phone talk to it: the Agentic Commerce Protocol with Baton's profile
/// (Protocol/merchant.md).
package struct MerchantClient: Sendable {
    /// Every call has so long (design, section 8).
    package static let deadline: Duration = .seconds(30)

    private let origin: BaseURL
    private let http: MerchantHTTP
    private let keys: QuoteKeys
    /// Seconds since 1970.
    private let clock: @Sendable () -> Int64

    /// A client of the merchant at `origin`; `keys` is shared by all clients of a process.
    package init(
        origin: BaseURL, http: MerchantHTTP, keys: QuoteKeys, clock: @escaping @Sendable () -> Int64
    ) {
        self.origin = origin
        self.http = http
        self.keys = keys
        self.clock = clock
    }

    /// What can be bought.
    package func products() async throws(MerchantFailure) -> [Product] {
        let node = try await exchange(Request(method: .get, target: origin.path + "/products"))
        do throws(JSONError) { return try Product.list(from: node) } catch { throw .malformed(error) }
    }

    /// Opens a session. The same key with the same order gives the same session.
    package func create(
        _ order: CheckoutCreate, idempotencyKey: String
    ) async throws(MerchantFailure) -> CheckoutAnswer {
        let request = post("/checkout_sessions", order.encoded(), idempotencyKey)
        let session = try await session(request)
        return try await answer(session, SessionAccess(session, at: origin))
    }

    /// Changes a session. `options` are those last seen, for the kind of the chosen one.
    package func update(
        _ change: CheckoutUpdate, options: [FulfillmentOption], of access: SessionAccess,
        idempotencyKey: String
    ) async throws(MerchantFailure) -> CheckoutAnswer {
        try await submit(access, "", change.encoded(options: options), idempotencyKey)
    }

    /// Asks for the session as it stands.
    package func retrieve(_ access: SessionAccess) async throws(MerchantFailure) -> CheckoutAnswer {
        var request = Request(method: .get, target: path(access))
        access.authorize(&request, at: clock())
        return try await answer(session(request), access)
    }

    /// Pays the session. `body` is what `CompleteRequest` encoded, byte for byte in every repetition.
    package func complete(
        _ body: [UInt8], of access: SessionAccess, idempotencyKey: String
    ) async throws(MerchantFailure) -> CheckoutAnswer {
        try await submit(access, "/complete", body, idempotencyKey)
    }

    /// Ends a session that is not to be paid.
    package func cancel(
        _ access: SessionAccess, idempotencyKey: String
    ) async throws(MerchantFailure) -> CheckoutAnswer {
        try await submit(access, "/cancel", Array("{}".utf8), idempotencyKey)
    }

    /// Asks how an order is coming along.
    package func order(
        _ id: String, _ access: SessionAccess, currency: Currency
    ) async throws(MerchantFailure) -> MerchantOrder {
        var request = Request(method: .get, target: origin.path + "/orders/" + PercentEncoding.encode(id))
        access.authorize(&request, at: clock())
        let node = try await exchange(request)
        do throws(JSONError) {
            return try MerchantOrder(from: node, MoneyReader(currency, nil))
        } catch {
            throw .malformed(error)
        }
    }

    // MARK: Carrying

    private func path(_ access: SessionAccess) -> String {
        origin.path + "/checkout_sessions/" + PercentEncoding.encode(access.sessionID)
    }

    private func post(_ path: String, _ body: [UInt8], _ key: String) -> Request {
        Request(
            method: .post, target: origin.path + path,
            fields: ["content-type": "application/json", "idempotency-key": key], body: body)
    }

    private func submit(
        _ access: SessionAccess, _ action: String, _ body: [UInt8], _ key: String
    ) async throws(MerchantFailure) -> CheckoutAnswer {
        var request = post("", body, key)
        request.target = path(access) + action
        access.authorize(&request, at: clock())
        return try await answer(session(request), access)
    }

    private func answer(
        _ session: CheckoutSession, _ access: SessionAccess
    ) async throws(MerchantFailure) -> CheckoutAnswer {
        if session.status.hasEnded { return CheckoutAnswer(session: session, quote: nil, access: access) }
        var quote = try await keys.verify(session.quote, from: origin, session: session, at: clock())
        if !session.totalsAreConsistent { quote.request.object(.totalsDoNotAddUp) }
        return CheckoutAnswer(session: session, quote: quote, access: access)
    }

    private func session(_ request: Request) async throws(MerchantFailure) -> CheckoutSession {
        let node = try await exchange(request)
        do throws(JSONError) { return try CheckoutSession(from: node) } catch { throw .malformed(error) }
    }

    private func exchange(_ request: Request) async throws(MerchantFailure) -> JSONNode {
        var request = request
        request.fields["api-version"] = CheckoutSession.apiVersion
        request.fields["accept"] = "application/json"
        let response = try await send(request, to: origin)
        do throws(JSONError) {
            return try JSONNode(parsing: response.body, limits: JSONLimits(bytesMax: Self.bodyBytesMax))
        } catch {
            throw .malformed(error)
        }
    }

    /// An answer of 2xx. Throws `refused` for a definite no and `unclear` for one that leaves open what was
    /// done.
    func send(_ request: Request, to base: BaseURL) async throws(MerchantFailure) -> MerchantResponse {
        let response = try await http.send(request, base, Self.deadline)
        guard response.status.isSuccess else {
            let problem = MerchantProblem(response.status, body: response.body)
            if response.status.isServerError || problem.code == MerchantProblem.inFlight {
                throw .unclear(response.status)
            }
            throw .refused(problem)
        }
        return response
    }

    /// A session of 64 lines has some 30 KB, a list of products more.
    private static let bodyBytesMax = 512 * 1024
}

extension MerchantProblem {
    /// The request with this key is still being worked on.
    package static let inFlight = "idempotency_in_flight"
}
