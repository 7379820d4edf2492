internal import Merchant
internal import SQLite

/// How this shop takes payment tokens.
enum ShopPayments {
    static func acceptance(
        _ db: inout Database, _ catalog: Catalog, at seconds: Int64
    ) throws(ShopStartError) -> PaymentAcceptance {
        PaymentAcceptance(
            handler: PayHandler(
                merchantID: "merchant.baton.shop", certificateDER: [], networks: catalog.networks),
            transactionID: { _ in nil },
            open: { _, _ in
                .failure(PaymentProblem(code: "unsupported", message: "This shop takes no tokens yet."))
            })
    }
}
