import Checkout
import Crypto
import Encodings
package import HTTPMessages
import JSON
import Synchronization

/// A merchant that sells what its catalog holds: the server's end of the Agentic Commerce Protocol with
/// Baton's profile. Every change is one update of the store; charging is decided inside it (`Shop+Complete`).
package final class Shop<Store: ShopStore>: Sendable {
    let catalog: Catalog
    let origin: BaseURL
    let key: MerchantKey
    let store: Store
    let payments: PaymentAcceptance
    /// Seconds since 1970.
    let clock: @Sendable () -> Int64
    /// Keys of the requests that are being worked on.
    private let inFlight = Mutex<Set<String>>([])

    /// A shop that is reached at `origin` and signs its quotes with `key`.
    package init(
        catalog: Catalog, origin: BaseURL, key: MerchantKey, store: Store, payments: PaymentAcceptance,
        clock: @escaping @Sendable () -> Int64
    ) {
        self.catalog = catalog
        self.origin = origin
        self.key = key
        self.store = store
        self.payments = payments
        self.clock = clock
    }

    /// Answers one request.
    package func respond(_ request: Request) async -> Response {
        let answer: ShopAnswer
        do throws(ShopRefusal) {
            answer = try await route(request)
        } catch {
            answer = ShopAnswer(error)
        }
        var fields: Fields = ["content-type": answer.contentType, "cache-control": "no-store"]
        fields["request-id"] = request.fields["request-id"]
        if let allow = answer.allow { fields["allow"] = allow }
        return Response(status: answer.status, fields: fields, body: answer.body)
    }

    private func route(_ request: Request) async throws(ShopRefusal) -> ShopAnswer {
        let route = try ShopRoute(request)
        try requireVersion(request)
        switch route {
        case .keys: return ShopAnswer(.ok, MerchantKey.document([key.key.publicKey]))
        case .discovery: return ShopAnswer(.ok, discovery)
        case .products: return try await products()
        case .create: return try await create(request)
        case .pay: return try await pay(request)
        case .page(let name): return try await page(name)
        case .answerPage(let name): return try await answerPage(request, name)
        case .retrieve(let id): return try await retrieve(request, id)
        case .update(let id): return try await update(request, id)
        case .complete(let id): return try await complete(request, id)
        case .cancel(let id): return try await cancel(request, id)
        case .order(let id): return try await order(request, id)
        }
    }

    private func requireVersion(_ request: Request) throws(ShopRefusal) {
        guard let version = request.fields["api-version"], version != CheckoutSession.apiVersion else {
            return
        }
        throw .problem(
            .badRequest, "unsupported_api_version", "This shop speaks \(CheckoutSession.apiVersion).", nil)
    }

    private var discovery: JSONValue {
        [
            "protocol": [
                "name": "acp", "version": .string(CheckoutSession.apiVersion),
                "supported_versions": [.string(CheckoutSession.apiVersion)],
            ],
            "api_base_url": .string(origin.text), "transports": ["rest"],
            "capabilities": [
                "services": ["checkout", "orders"],
                "extensions": [["name": "discount", "spec": "https://agenticcommerce.dev/specs/discount"]],
            ],
        ]
    }

    private func products() async throws(ShopRefusal) -> ShopAnswer {
        let catalog = catalog
        let list = try await run(ShopScope()) { slice in catalog.listing(stock: slice.stock) }
        return ShopAnswer(.ok, ["products": .array(list.map(\.json))])
    }

    /// Runs an update; a store that fails is nobody's refusal.
    func run<R: Sendable>(
        _ scope: ShopScope, _ body: @escaping @Sendable (inout ShopSlice) -> R
    ) async throws(ShopRefusal) -> R {
        do throws(ShopStoreFailure) { return try await store.update(scope, body) } catch { throw .failure }
    }

    /// Runs a change once for each idempotency key: the same request again gets the same answer, another one
    /// under the same key is refused, and one that comes while the first is worked on is told so.
    func once(
        _ request: Request, _ scope: ShopScope,
        _ body: @escaping @Sendable (inout ShopSlice) -> Result<ShopAnswer, ShopRefusal>
    ) async throws(ShopRefusal) -> ShopAnswer {
        guard let key = request.fields["idempotency-key"], !key.isEmpty else {
            throw .problem(.badRequest, "idempotency_key_required", "Idempotency-Key header is required", nil)
        }
        guard key.utf8.count <= ShopLimits.idempotencyKeyBytesMax else {
            throw .problem(.badRequest, "invalid_idempotency_key", "Idempotency-Key is too long", nil)
        }
        var scope = scope
        let scoped = "\(request.path)\n\(key)"
        scope.idempotencyKey = scoped
        guard inFlight.withLock({ $0.insert(scoped).inserted }) else {
            throw .problem(
                .conflict, MerchantProblem.inFlight,
                "A request with this Idempotency-Key is currently being processed",
                nil)
        }
        defer { inFlight.withLock { _ = $0.remove(scoped) } }
        let hash = SHA256.hash(request.body)
        let access = SessionProof(request, at: clock())
        let full = scope
        let result = try await run(full) { slice in Self.decide(&slice, full, hash, access, body) }
        return try result.get()
    }

    /// Who asks, then whether it was answered before, then the change itself.
    private static func decide(
        _ slice: inout ShopSlice, _ scope: ShopScope, _ hash: [UInt8], _ access: SessionProof,
        _ body: (inout ShopSlice) -> Result<ShopAnswer, ShopRefusal>
    ) -> Result<ShopAnswer, ShopRefusal> {
        if scope.sessionID != nil, let refusal = access.refusal(for: slice.session) {
            return .failure(refusal)
        }
        if let recorded = slice.answer {
            guard constantTimeEquals(recorded.requestHash, hash) else {
                return .failure(
                    .problem(
                        .unprocessableContent, "idempotency_conflict",
                        "Idempotency-Key has already been used with a different request body", nil))
            }
            return .success(ShopAnswer(Status(code: recorded.statusCode), bytes: recorded.body))
        }
        let result = body(&slice)
        let answer: ShopAnswer
        switch result {
        case .success(let success): answer = success
        case .failure(.failure): return result
        case .failure(let refusal): answer = ShopAnswer(refusal)
        }
        slice.answer = RecordedAnswer(requestHash: hash, statusCode: answer.status.code, body: answer.body)
        return .success(answer)
    }
}

/// Bounds of the shop, equal to `Protocol/limits.md`.
package enum ShopLimits {
    /// Long enough for any digest.
    package static let idempotencyKeyBytesMax = 255
    /// A gift message and a word for whoever brings it.
    package static let notesMax = 1000
    /// How long a quote is good for.
    package static let quoteSeconds: Int64 = 900
    /// A quote with less time left is made anew when somebody asks.
    package static let quoteSecondsLeftMin: Int64 = 120
    /// A handoff lives a day at most; its session a little longer.
    package static let sessionSeconds: Int64 = 90_000
    /// How far the time of a signed request may be off.
    package static let timestampSecondsMax: Int64 = 300
    /// A complete request has some 8 KB.
    package static let bodyBytesMax = 64 * 1024
    /// A payment carries the quote that it is for, which has 64 KB at most, and a token.
    package static let paymentBytesMax = 128 * 1024

    /// The longest body of a request to `path`.
    package static func bodyBytesMax(path: String) -> Int {
        path.hasSuffix("/payments") ? paymentBytesMax : bodyBytesMax
    }
}
