import Crypto
import Encodings
import JSON
import Testing

@testable import Payments

/// `baton-shop token open`: any token, genuine ones too, with whoever signed it.
@Suite struct PaymentTokenInspectorTests {
    private static let now: Int64 = 1_790_000_000

    private func genuineKeys() throws -> [PaymentOpeningKey] {
        let scalar = try #require(Base64.decode(GenuineToken.merchantScalar))
        let hash = try #require(Hexadecimal.decode(GenuineToken.merchantIDHash.lowercased()))
        return [PaymentOpeningKey(try P256PrivateKey(scalar: Secret(scalar)), merchantIDHash: hash)]
    }

    private func outcome(
        _ token: PaymentToken, keys: [PaymentOpeningKey], roots: [PaymentTokenRoot]? = nil,
        ignoringExpiry: Bool = false, wanted: WantedPayment = WantedPayment(), at time: Int64 = Self.now,
        isUsed: Bool = false
    ) throws -> Result<InspectedPaymentToken, PaymentTokenComplaint> {
        let inspector = PaymentTokenInspector(
            keys: keys, trusting: try roots ?? PaymentTokenRoot.known(), ignoringExpiry: ignoringExpiry)
        do throws(PaymentTokenComplaint) {
            return .success(try inspector.open(token, wanted: wanted, at: time) { _ in isUsed })
        } catch {
            return .failure(error)
        }
    }

    private func refusal(
        _ result: Result<InspectedPaymentToken, PaymentTokenComplaint>
    ) -> PaymentTokenRefusal? {
        switch result {
        case .success: nil
        case .failure(let complaint): complaint.refusal
        }
    }

    @Test func `the genuine token is refused as expired, with its chain said to be genuine`() throws {
        let token = try PaymentToken(parsing: GenuineToken.json.encoded())
        guard case .failure(let complaint) = try outcome(token, keys: genuineKeys()) else {
            Issue.record("opened")
            return
        }
        #expect(complaint.refusal == .expiredChain)
        #expect(complaint.signer?.network == .apple && complaint.signer?.hasExpired == true)
        #expect(complaint.signer?.root == "Apple Root CA - G3")
        // 2024-05-16T01:32:57Z, the end of the signer's certificate.
        #expect(complaint.signer?.validUntil == 1_715_823_177)
    }

    @Test func `with expiry ignored the genuine token opens to its published plaintext`() throws {
        let token = try PaymentToken(parsing: GenuineToken.json.encoded())
        let opened = try outcome(token, keys: genuineKeys(), ignoringExpiry: true).get()
        #expect(opened.amount == 100 && opened.currencyCode == "840")
        #expect(opened.signer.signedAt == GenuineToken.signedAt && opened.signer.hasExpired)
        let published: JSONValue = [
            "applicationPrimaryAccountNumber": "5204240499131816", "applicationExpirationDate": "260430",
            "currencyCode": "840", "transactionAmount": 100, "deviceManufacturerIdentifier": "050110030273",
            "paymentDataType": "3DSecure",
            "paymentData": ["onlinePaymentCryptogram": "ACzDecEz6RgBAAHHXCiMAoABFA=="],
        ]
        #expect(opened.plaintext == published)
    }

    @Test func `a genuine chain is trusted where its root is, and only then`() throws {
        let token = try PaymentToken(parsing: GenuineToken.json.encoded())
        let simulated = try SimulatedNetwork.roots().map { PaymentTokenRoot($0, .simulated) }
        let stranger = try outcome(token, keys: genuineKeys(), roots: simulated, ignoringExpiry: true)
        #expect(refusal(stranger) == .untrustedChain)
        let issuer = PaymentTokenRoot(
            try #require(try DetachedCMS.certificates(in: token.signature).last), .configured)
        let named = try outcome(token, keys: genuineKeys(), roots: [issuer], ignoringExpiry: true).get()
        #expect(named.signer.network == .configured)
        let then = try outcome(token, keys: genuineKeys(), at: GenuineToken.signedAt + 60).get()
        #expect(!then.signer.hasExpired)
    }

    // MARK: Our own

    private func made(
        at time: Int64 = Self.now, for merchant: MerchantPaymentKey, signer: PaymentTokenSigner? = nil
    ) throws -> PaymentToken {
        let credential = PaymentCredential(
            accountNumber: Secret(Array("4111111111111111".utf8)), expirationDate: "281231",
            currencyCode: "392", transactionAmount: 1624, cardholderName: nil,
            deviceManufacturerIdentifier: "424154", cryptogram: [1], eciIndicator: nil)
        return try PaymentToken(
            sealing: credential, for: merchant.certificate,
            transactionID: [UInt8](repeating: 9, count: 32), applicationData: Array("data".utf8),
            signer: signer ?? PaymentTokenSigner.simulated(at: time), at: time)
    }

    @Test func `each way in which a token can be wrong has its own refusal`() throws {
        let merchant = try MerchantPaymentKey.simulated(merchantID: "merchant.example", at: Self.now)
        let keys = [merchant.opening]
        let token = try made(for: merchant)
        let opened = try outcome(token, keys: keys).get()
        #expect(opened.signer.network == .simulated && !opened.signer.hasExpired)
        #expect(refusal(try outcome(token, keys: keys, isUsed: true)) == .transactionRepeated)
        let other = try MerchantPaymentKey.simulated(merchantID: "merchant.example", at: Self.now)
        #expect(refusal(try outcome(token, keys: [other.opening])) == .unknownKey)
        let key = try P256PrivateKey(scalar: try merchant.scalar())
        let stranger = PaymentOpeningKey(key, merchantIDHash: [UInt8](repeating: 0, count: 32))
        #expect(refusal(try outcome(token, keys: [stranger])) == .notDecryptable)

        let old = try made(at: Self.now - 301, for: merchant)
        #expect(refusal(try outcome(old, keys: keys)) == .signingTime(secondsOff: 301))
        #expect(refusal(try outcome(old, keys: keys, ignoringExpiry: true)) == nil)
        let early = try made(at: Self.now + 301, for: merchant)
        #expect(
            refusal(try outcome(early, keys: keys, ignoringExpiry: true)) == .signingTime(secondsOff: -301))
    }

    @Test func `a token that was signed again by somebody else is refused`() throws {
        let merchant = try MerchantPaymentKey.simulated(merchantID: "merchant.example", at: Self.now)
        let (rootKey, leafKey) = (try P256PrivateKey(), try P256PrivateKey())
        func template(_ name: String, _ mark: String, isAuthority: Bool) -> CertificateTemplate {
            CertificateTemplate(
                commonName: name, organization: "Apple Inc.", validFrom: 0, validUntil: Self.now + 9_999,
                isAuthority: isAuthority, marks: [.init(id: mark, value: [0x05, 0x00])])
        }
        let root = try Certificate.selfSigned(
            template("Apple Root CA - G3", SimulatedNetwork.intermediateMark, isAuthority: true),
            with: rootKey)
        let leaf = try root.issue(
            template("leaf", SimulatedNetwork.leafMark, isAuthority: false), for: leafKey.publicKey,
            with: rootKey)
        let forged = try made(for: merchant, signer: PaymentTokenSigner(key: leafKey, chain: [leaf, root]))
        for ignoringExpiry in [false, true] {
            let result = try outcome(forged, keys: [merchant.opening], ignoringExpiry: ignoringExpiry)
            #expect(refusal(result) == .untrustedChain)
        }
        // The same chain is good where whoever runs the merchant names its root.
        let named = try outcome(
            forged, keys: [merchant.opening], roots: [PaymentTokenRoot(root, .configured)])
        #expect(refusal(named) == nil)
    }

    @Test func `amount, currency and application data are compared where they are wanted`() throws {
        let merchant = try MerchantPaymentKey.simulated(merchantID: "merchant.example", at: Self.now)
        let token = try made(for: merchant)
        var wanted = WantedPayment()
        wanted.amount = 1624
        wanted.currencyCode = "392"
        wanted.applicationData = Array("data".utf8)
        #expect(refusal(try outcome(token, keys: [merchant.opening], wanted: wanted)) == nil)
        var wrong = wanted
        wrong.amount = 162_400
        #expect(
            refusal(try outcome(token, keys: [merchant.opening], wanted: wrong))
                == .amount(expected: 162_400, got: 1624))
        wrong = wanted
        wrong.currencyCode = "840"
        #expect(
            refusal(try outcome(token, keys: [merchant.opening], wanted: wrong))
                == .currency(expected: "840", got: "392"))
        wrong = wanted
        wrong.applicationData = Array("other".utf8)
        #expect(refusal(try outcome(token, keys: [merchant.opening], wanted: wrong)) == .applicationData)
    }
}
