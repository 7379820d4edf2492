internal import Checkout
package import Crypto
internal import Encodings
internal import FoundationEssentials
package import HTTPMessages
internal import JSON
package import Merchant
package import SQLite

/// A merchant that sells what an assortment holds, speaks the Agentic Commerce Protocol with Baton's profile
/// (Protocol/merchant.md) and keeps everything in one SQLite file: put it behind the routes of a server.
///
/// Whatever a server of one's own receives below the origin goes into `respond`, and what comes back is the
/// answer: sessions, prices, promo codes, signed quotes, payment tokens, orders. Nobody is charged twice:
/// each change is one transaction, on disk before it is answered. Safe to use from many tasks at once.
public final class MerchantService: Sendable {
    private let shop: Shop<SQLiteShopStore>
    package let store: SQLiteShopStore
    private let clock: @Sendable () -> Int64

    /// Opens the file, made when absent with keys of its own, and sells `assortment` under `origin`, the
    /// public base URL such as `https://tea.example`.
    ///
    /// Throws where the assortment contradicts itself, the origin is none, or the file cannot be used.
    public convenience init(
        selling assortment: some MerchantAssortment, origin: String, database path: String
    ) throws(MerchantServiceError) {
        guard let base = BaseURL(origin) else { throw .origin(origin) }
        let catalog: Catalog
        do throws(JSONError) { catalog = try Catalog(from: JSONNode(assortment.catalogJSON)) } catch {
            throw .assortment("\(error)")
        }
        let database: Database
        do throws(SQLiteError) {
            database = try Database(path: path, migrations: ShopSchema.migrations)
        } catch {
            throw .database("\(error)")
        }
        try self.init(
            catalog: catalog, origin: base, database: database, quoteKey: nil,
            clock: { Int64(Date().timeIntervalSince1970) }, eventMade: {})
    }

    /// The same for what was read before. `quoteKey` signs the prices in place of the file's own key;
    /// `eventMade` is told after each commit that made an order event.
    package init(
        catalog: Catalog, origin: BaseURL, database: consuming Database, quoteKey: P256PrivateKey?,
        clock: @escaping @Sendable () -> Int64, eventMade: @escaping @Sendable () -> Void
    ) throws(MerchantServiceError) {
        let key: P256PrivateKey
        if let quoteKey { key = quoteKey } else { key = try ShopSecrets.quoteKey(&database) }
        let payments = try ShopPayments.acceptance(&database, catalog, at: clock())
        do throws(SQLiteError) {
            store = try SQLiteShopStore(database, catalog, clock: clock, eventMade: eventMade)
        } catch {
            throw .database("\(error)")
        }
        shop = Shop(
            catalog: catalog, origin: origin, key: MerchantKey(key), store: store, payments: payments,
            clock: clock)
        self.clock = clock
    }

    /// Answers one request. Never throws: what is wrong with a request is said in the answer.
    public func respond(_ request: MerchantRequest) async -> MerchantReply {
        guard let read = request.read else { return MerchantReply(Response(status: .badRequest)) }
        return MerchantReply(await respond(read))
    }

    /// The same for a server of this package.
    package func respond(_ request: Request) async -> Response { await shop.respond(request) }

    /// Takes an order a step on, as `shipped` or `delivered` (Protocol/merchant.md, products and orders). The
    /// session answers with it from then on, and an event waits to be told. Throws `order` where there is
    /// none or the step cannot follow.
    public func advance(order id: String, to status: String) async throws(MerchantServiceError) {
        guard let step = OrderStep(rawValue: status) else { throw .order("there is no status \(status)") }
        let result: Result<MerchantOrder, OrderStepRefusal>?
        do throws(ShopStoreFailure) { result = try await shop.advance(id, to: step) } catch {
            throw .database("\(error)")
        }
        switch result {
        case .success?: return
        case .failure(let refusal)?:
            throw .order("the order is \(refusal.current), \(status) cannot follow")
        case nil: throw .order("there is no order \(id)")
        }
    }

    /// The oldest order event that nobody was told of yet, or nil. Tell it, then `confirm` it: events are
    /// told in their order, each until it is heard.
    public func nextEvent() async throws(MerchantServiceError) -> MerchantEvent? {
        do throws(ShopStoreFailure) {
            return try await store.eventToTell().map { MerchantEvent(number: $0.number, body: $0.body) }
        } catch {
            throw .database("\(error)")
        }
    }

    /// That event was heard and need not be told again.
    public func confirm(_ event: MerchantEvent) async throws(MerchantServiceError) {
        do throws(ShopStoreFailure) { try await store.markTold(event.number) } catch {
            throw .database("\(error)")
        }
    }

    /// Forgets sessions and answers that no retry can ask for any more, once an hour or so. Orders stay.
    public func tidy() async throws(MerchantServiceError) {
        do throws(ShopStoreFailure) { try await store.forget(before: clock() - Self.secondsKept) } catch {
            throw .database("\(error)")
        }
    }

    /// Closes the file; every later request that needs it is told to come again.
    public func close() async { await store.close() }

    /// Sessions live 25 hours and answers are asked for again within that time; twice that is kept.
    private static let secondsKept: Int64 = 180_000
}

/// Why a merchant did not open, or did not do what it was told. Its text is fit for a log.
public enum MerchantServiceError: Error, Hashable, CustomStringConvertible {
    /// What is sold contradicts itself; says where.
    case assortment(String)
    /// Not a base URL to be reached under.
    case origin(String)
    /// The file cannot be used, now or at all.
    case database(String)
    /// The keys of the file cannot be used.
    case key(String)
    /// There is no such order, or it cannot take that step.
    case order(String)

    /// One line, fit for a log.
    public var description: String {
        switch self {
        case .assortment(let reason): "the assortment: \(reason)"
        case .origin(let text): "\(text) is no base URL such as https://tea.example"
        case .database(let reason), .order(let reason): reason
        case .key(let reason): "the shop's keys: \(reason)"
        }
    }
}
