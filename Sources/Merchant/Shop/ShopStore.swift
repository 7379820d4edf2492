/// Where a shop keeps its sessions, orders and stock. Values in, values out; an update is one transaction, on
/// disk when it returns.
package protocol ShopStore: Sendable {
    /// Loads what `scope` names, runs `body` on it, writes what it changed. The body is pure and may run
    /// again.
    func update<R: Sendable>(
        _ scope: ShopScope, _ body: @escaping @Sendable (inout ShopSlice) -> R
    ) async throws(ShopStoreFailure) -> R
}

/// Why a store did not answer. Nothing was changed, or the same request asked again tells.
package enum ShopStoreFailure: Error, Hashable, Sendable {
    case failed(String)
}

/// What an update needs to see.
package struct ShopScope: Sendable {
    package var sessionID: String?
    /// Scoped by route and session, so that no two requests share one by accident.
    package var idempotencyKey: String?
    package var orderID: String?
    package var transactionID: [UInt8]?

    package init(
        sessionID: String? = nil, idempotencyKey: String? = nil, orderID: String? = nil,
        transactionID: [UInt8]? = nil
    ) {
        self.sessionID = sessionID
        self.idempotencyKey = idempotencyKey
        self.orderID = orderID
        self.transactionID = transactionID
    }
}

/// What an update sees and changes.
package struct ShopSlice: Sendable {
    package var session: ShopSession?
    /// Set to record an answer; what was there is never overwritten.
    package var answer: RecordedAnswer?
    /// The order asked for, or the one that this update makes.
    package var order: ShopOrder?
    /// Set to tell an event, ready to be signed: told in the order of the updates.
    package var event: [UInt8]?
    package var isTransactionUsed: Bool
    /// Set to mark the scope's transaction used.
    package var usesTransaction = false
    /// What is left of each limited variant.
    package var stock: [String: Int64]
    /// How often each code was used.
    package var uses: [String: Int64]
    /// The number of the next order; taken by making one.
    package let nextOrderNumber: Int64

    package init(
        session: ShopSession?, answer: RecordedAnswer?, order: ShopOrder?, isTransactionUsed: Bool,
        stock: [String: Int64], uses: [String: Int64], nextOrderNumber: Int64
    ) {
        self.session = session
        self.answer = answer
        self.order = order
        self.isTransactionUsed = isTransactionUsed
        self.stock = stock
        self.uses = uses
        self.nextOrderNumber = nextOrderNumber
    }
}

/// An answer kept under its idempotency key, with the hash of the request that it answers.
package struct RecordedAnswer: Hashable, Sendable {
    package var requestHash: [UInt8]
    package var statusCode: Int
    package var body: [UInt8]

    package init(requestHash: [UInt8], statusCode: Int, body: [UInt8]) {
        self.requestHash = requestHash
        self.statusCode = statusCode
        self.body = body
    }
}

/// An order as the shop keeps it.
package struct ShopOrder: Hashable, Sendable {
    package var order: MerchantOrder
    /// Whose bearer may ask for it.
    package var bearer: String

    package init(order: MerchantOrder, bearer: String) {
        self.order = order
        self.bearer = bearer
    }
}
