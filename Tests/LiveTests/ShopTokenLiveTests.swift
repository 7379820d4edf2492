import Checkout
import Crypto
import HTTPClient
import JSON
import Merchant
import Payments
import TestSupport
import Testing

/// EC_v1 at an open shop: each thing that must agree is altered once, refused by its name, and nothing is
/// used up; then the right token pays (design, section 7).
@Suite(.serialized) struct ShopTokenLiveTests {
    private struct Alteration {
        var card = "4242424242424242"
        var currency = "840"
        var more: Int64 = 0
        var quote: [UInt8]?
        var merchant: [UInt8]?
        var signer: PaymentTokenSigner?
        var secondsOff: Int64 = 0
        var transaction = RandomBytes.make(32)
    }

    private func body(_ made: CheckoutAnswer, _ change: Alteration) throws -> [UInt8] {
        let quote = try #require(made.quote)
        let handler = try #require(made.session.handler)
        let time = LiveBuyer.seconds + change.secondsOff
        let credential = PaymentCredential(
            accountNumber: Secret(Array(change.card.utf8)), expirationDate: "301231",
            currencyCode: change.currency,
            transactionAmount: quote.request.total.amount.minorUnits + change.more, cardholderName: nil,
            deviceManufacturerIdentifier: "040010030273", cryptogram: RandomBytes.make(20), eciIndicator: nil)
        let token = try PaymentToken(
            sealing: credential,
            for: MerchantPaymentCertificate(der: change.merchant ?? handler.certificateDER),
            transactionID: change.transaction, applicationData: change.quote ?? quote.digest,
            signer: change.signer ?? .simulated(at: time), at: time)
        let contact = Contact(givenName: "Jane", familyName: "Doe", email: "jane@example.com")
        return CompleteRequest(contact: contact, token: token.json).encoded()
    }

    /// A signer whose chain nobody knows.
    private func stranger() throws -> PaymentTokenSigner {
        let (rootKey, leafKey) = (try P256PrivateKey(), try P256PrivateKey())
        func template(_ name: String, _ mark: String, isAuthority: Bool) -> CertificateTemplate {
            CertificateTemplate(
                commonName: name, organization: "stranger", validFrom: 0,
                validUntil: LiveBuyer.seconds + 9_999, isAuthority: isAuthority,
                marks: [.init(id: mark, value: [0x05, 0x00])])
        }
        let root = try Certificate.selfSigned(
            template("root", "1.2.840.113635.100.6.2.14", isAuthority: true), with: rootKey)
        let leaf = try root.issue(
            template("leaf", "1.2.840.113635.100.6.29", isAuthority: false), for: leafKey.publicKey,
            with: rootKey)
        return PaymentTokenSigner(key: leafKey, chain: [leaf, root])
    }

    @Test(.timeLimit(.minutes(3)))
    func `each thing that must agree is refused by its name, and then the right token pays once`()
        async throws
    {
        let shop = try LiveShop(folder: try TemporaryFolder())
        let http = LiveBuyer.http()
        defer { http.close() }
        let buyer = try LiveBuyer(shop, http)
        let made = try await buyer.open("latte", key: "k")
        let other = try MerchantPaymentKey.simulated(
            merchantID: "merchant.baton.shop", at: LiveBuyer.seconds)
        let transaction = RandomBytes.make(32)
        let wrong: [(String, Alteration)] = [
            ("untrusted_chain", Alteration(signer: try stranger())),
            ("unknown_key", Alteration(merchant: other.certificate.der)),
            ("amount", Alteration(more: 1)), ("currency", Alteration(currency: "978")),
            ("application_data", Alteration(quote: SHA256.hash([1]))),
            ("signing_time", Alteration(secondsOff: -400)), ("signing_time", Alteration(secondsOff: 400)),
        ]
        for (index, (code, change)) in wrong.enumerated() {
            let body = try body(made, change)
            await #expect(
                "\(code)",
                performing: { _ = try await buyer.pay(body, made, key: "wrong \(index)") },
                throws: { error in
                    guard case MerchantFailure.refused(let problem)? = error as? MerchantFailure else {
                        return false
                    }
                    return problem.code == code
                })
        }
        let paid = try await buyer.pay(
            body(made, Alteration(transaction: transaction)), made, key: "right")
        #expect(paid.session.status == .completed)
        let next = try await buyer.open("latte", key: "k2")
        let again = try body(next, Alteration(transaction: transaction))
        await #expect(
            performing: { _ = try await buyer.pay(again, next, key: "again") },
            throws: { error in
                guard case MerchantFailure.refused(let problem)? = error as? MerchantFailure else {
                    return false
                }
                return problem.code == "transaction_repeated"
            })
        #expect(shop.terminate() == 0)
    }
}
