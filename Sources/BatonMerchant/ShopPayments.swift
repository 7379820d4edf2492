internal import Checkout
internal import Crypto
internal import JSON
internal import Merchant
package import Payments
package import SQLite

/// How this shop takes payment tokens: EC_v1, sealed to a certificate of its own and signed by the simulated
/// network.
package enum ShopPayments {
    private static let merchantID = "merchant.baton.shop"
    private static let scalarBytes = 32

    /// Payments with the shop's own key.
    static func acceptance(
        _ db: inout Database, _ catalog: Catalog, at seconds: Int64
    ) throws(MerchantServiceError) -> PaymentAcceptance {
        let key = try key(&db, at: seconds)
        let opener: PaymentTokenOpener
        do throws(CryptoFailure) {
            opener = PaymentTokenOpener(keys: [key], trusting: try SimulatedNetwork.roots())
        } catch {
            throw .key("\(error)")
        }
        return PaymentAcceptance(
            handler: PayHandler(
                merchantID: merchantID, certificateDER: key.certificate.der, networks: catalog.networks),
            transactionID: { transactionID(of: $0) },
            open: { token, terms in open(token, terms, opener) })
    }

    /// The shop's payment key with its certificate, made the first time.
    package static func key(
        _ db: inout Database, at seconds: Int64
    ) throws(MerchantServiceError) -> MerchantPaymentKey {
        let kept = try ShopSecrets.kept("payment-key", &db) { () throws(CryptoFailure) in
            let key = try MerchantPaymentKey.simulated(merchantID: merchantID, at: seconds)
            return try key.scalar().copyBytes() + key.certificate.der
        }
        do throws(CryptoFailure) {
            return try MerchantPaymentKey(
                certificateDER: Array(kept.dropFirst(scalarBytes)),
                scalar: Secret(Array(kept.prefix(scalarBytes))))
        } catch {
            throw .key("\(error)")
        }
    }

    private static func transactionID(of node: JSONNode) -> [UInt8]? {
        do throws(PaymentTokenRefusal) { return try PaymentToken(from: node).transactionID } catch {
            // Opening it refuses it with the reason.
            return nil
        }
    }

    private static func open(
        _ node: JSONNode, _ terms: ChargeTerms, _ opener: PaymentTokenOpener
    ) -> Result<AcceptedCard, PaymentProblem> {
        let expectation = PaymentExpectation(
            amount: terms.amount.minorUnits, currencyCode: NumericCurrency.code(for: terms.amount.currency),
            applicationData: terms.quoteDigest)
        do throws(PaymentTokenRefusal) {
            // Whether the transaction was used is known to the shop, which asked before.
            let credential = try opener.open(
                try PaymentToken(from: node), expecting: expectation, at: terms.seconds,
                isUsed: { _ in false })
            return .success(AcceptedCard(accountNumber: credential.accountNumber))
        } catch {
            return .failure(PaymentProblem(code: error.code, message: "\(error)"))
        }
    }
}
