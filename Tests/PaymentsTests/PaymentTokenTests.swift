import Checkout
import Crypto
import Encodings
import JSON
import Testing

@testable import Payments

@Suite struct PaymentTokenTests {
    private static let now: Int64 = 1_750_000_000
    private let merchant: MerchantPaymentKey
    private let signer: PaymentTokenSigner
    private let opener: PaymentTokenOpener
    private let quote = SHA256.hash(Array("a quote".utf8))

    init() throws {
        merchant = try MerchantPaymentKey.simulated(merchantID: "merchant.example", at: Self.now)
        signer = try PaymentTokenSigner.simulated(at: Self.now)
        opener = PaymentTokenOpener(keys: [merchant], trusting: try SimulatedNetwork.roots())
    }

    private var credential: PaymentCredential {
        PaymentCredential(
            accountNumber: Secret(Array("4111111111111111".utf8)), expirationDate: "281231",
            currencyCode: "840", transactionAmount: 1040, cardholderName: "Ada Nord",
            deviceManufacturerIdentifier: "424154", cryptogram: [UInt8](repeating: 7, count: 20),
            eciIndicator: "5")
    }

    private func made(
        for other: MerchantPaymentKey? = nil, signer: PaymentTokenSigner? = nil, at time: Int64 = Self.now,
        credential: PaymentCredential? = nil
    ) throws -> PaymentToken {
        try PaymentToken(
            sealing: credential ?? self.credential, for: (other ?? merchant).certificate,
            transactionID: [UInt8](repeating: 9, count: 32), applicationData: quote,
            signer: signer ?? self.signer, at: time)
    }

    private func refusal(
        _ token: PaymentToken, amount: Int64 = 1040, currency: String = "840", quote: [UInt8]?? = .none,
        at time: Int64 = Self.now, isUsed: Bool = false, opener: PaymentTokenOpener? = nil
    ) -> PaymentTokenRefusal? {
        let expectation = PaymentExpectation(
            amount: amount, currencyCode: currency, applicationData: quote ?? self.quote)
        do throws(PaymentTokenRefusal) {
            _ = try (opener ?? self.opener).open(token, expecting: expectation, at: time) { _ in isUsed }
            return nil
        } catch {
            return error
        }
    }

    private func changed(_ token: PaymentToken, _ change: (inout JSONObject) -> Void) throws -> PaymentToken {
        guard case .object(var object) = token.json else { throw PaymentTokenRefusal.empty }
        change(&object)
        return try PaymentToken(from: JSONNode(.object(object)))
    }

    private func text(_ bytes: [UInt8]) -> JSONValue { .string(Base64.encode(bytes, .standard)) }

    @Test func `what the wallet seals the merchant opens, also after a trip as JSON`() throws {
        let token = try made()
        let read = try PaymentToken(parsing: token.json.encoded())
        #expect(read == token)
        let expectation = PaymentExpectation(amount: 1040, currencyCode: "840", applicationData: quote)
        var asked: [UInt8]?
        let opened = try opener.open(read, expecting: expectation, at: Self.now) { id in
            asked = id
            return false
        }
        #expect(opened == credential)
        #expect(asked == token.transactionID)
    }

    @Test func `the key is picked by the public key hash`() throws {
        let next = try MerchantPaymentKey.simulated(merchantID: "merchant.example", at: Self.now)
        let both = PaymentTokenOpener(keys: [next, merchant], trusting: try SimulatedNetwork.roots())
        #expect(refusal(try made(), opener: both) == nil)
        #expect(refusal(try made(for: next), opener: both) == nil)
        #expect(refusal(try made(for: next)) == .unknownKey)
    }

    @Test func `a token for another merchant under this key's hash does not decrypt`() throws {
        let scalar = try merchant.scalar()
        let key = try P256PrivateKey(scalar: scalar)
        let mark = CertificateTemplate.Mark(
            id: MerchantPaymentCertificate.merchantIDMark,
            value: [0x0C, 64] + Array(String(repeating: "0", count: 64).utf8))
        let template = CertificateTemplate(
            commonName: "other", organization: "other", validFrom: 0, validUntil: Self.now + 1,
            isAuthority: false, marks: [mark])
        let other = try MerchantPaymentKey(
            certificateDER: try Certificate.selfSigned(template, with: key).der, scalar: scalar)
        #expect(refusal(try made(for: other)) == .notDecryptable)
    }

    @Test func `nothing, and what is cut short, is said to be so`() throws {
        #expect(throws: PaymentTokenRefusal.empty) { try PaymentToken(parsing: []) }
        #expect(throws: PaymentTokenRefusal.empty) { try PaymentToken(parsing: Array("{}".utf8)) }
        #expect(throws: PaymentTokenRefusal.empty) { try PaymentToken(from: JSONNode(.null)) }
        let token = try made()
        let full = token.json.encoded()
        for count in stride(from: 1, to: full.count, by: 97) {
            #expect {
                try PaymentToken(parsing: Array(full.prefix(count)))
            } throws: { error in
                guard case PaymentTokenRefusal.malformed = error else { return false }
                return true
            }
        }
        #expect(throws: PaymentTokenRefusal.empty) { try changed(token) { $0["data"] = "" } }
        #expect(throws: PaymentTokenRefusal.truncated("data")) { try changed(token) { $0["data"] = "AAAA" } }
        #expect(throws: PaymentTokenRefusal.truncated("signature")) {
            try changed(token) { $0["signature"] = "" }
        }
        #expect(throws: PaymentTokenRefusal.version("RSA_v1")) {
            try changed(token) { $0["version"] = "RSA_v1" }
        }
        let short = try changed(token) { $0["data"] = text(Array(token.data.dropLast())) }
        #expect(refusal(short) == .signatureMismatch)
        #expect(throws: PaymentTokenRefusal.truncated("signature")) {
            try changed(token) { $0["signature"] = text(Array(token.signature.dropLast(9))) }
        }
        let more = try changed(token) { $0["signature"] = text(token.signature + [0]) }
        #expect(refusal(more) == .signatureMalformed)
    }

    @Test func `each signed part is bound`() throws {
        let token = try made()
        func header(_ name: String, _ value: JSONValue?) throws -> PaymentToken {
            try changed(token) { object in
                guard case .object(var header)? = object["header"] else { return }
                header[name] = value
                object["header"] = .object(header)
            }
        }
        let zeroes = JSONValue.string(String(repeating: "00", count: 32))
        #expect(refusal(try header("transactionId", zeroes)) == .signatureMismatch)
        #expect(refusal(try header("applicationData", zeroes)) == .signatureMismatch)
        #expect(refusal(try header("applicationData", nil)) == .signatureMismatch)
        let other = try P256PrivateKey().publicKey.subjectPublicKeyInfo
        #expect(refusal(try header("ephemeralPublicKey", text(other))) == .signatureMismatch)
        #expect(refusal(try header("ephemeralPublicKey", "AAAA")) == .ephemeralKey)
        let off = Array(other.prefix(27)) + [UInt8](repeating: 1, count: 64)
        #expect(refusal(try header("ephemeralPublicKey", text(off))) == .ephemeralKey)
        var data = token.data
        data[3] ^= 1
        #expect(refusal(try changed(token) { $0["data"] = text(data) }) == .signatureMismatch)
    }

    @Test func `a stranger's signature, an expired chain and certificates for something else are refused`()
        throws
    {
        let key = try P256PrivateKey()
        func template(
            _ marks: [String], isAuthority: Bool, until: Int64 = Self.now + 9
        ) -> CertificateTemplate {
            CertificateTemplate(
                commonName: "Stranger", organization: "Nobody", validFrom: 0, validUntil: until,
                isAuthority: isAuthority, marks: marks.map { .init(id: $0, value: [5, 0]) })
        }
        let authority = try P256PrivateKey()
        let issuer = try Certificate.selfSigned(
            template([SimulatedNetwork.intermediateMark], isAuthority: true), with: authority)
        let leaf = try issuer.issue(
            template([SimulatedNetwork.leafMark], isAuthority: false), for: key.publicKey, with: authority)
        let stranger = PaymentTokenSigner(key: key, chain: [leaf, issuer])
        #expect(refusal(try made(signer: stranger)) == .untrustedChain)

        let network = try SimulatedNetwork.intermediate()
        let networkKey = try SimulatedNetwork.intermediateKey()
        let unmarked = try network.issue(
            template([], isAuthority: false), for: key.publicKey, with: networkKey)
        #expect(
            refusal(try made(signer: PaymentTokenSigner(key: key, chain: [unmarked, network])))
                == .certificateRole)
        let alone = try network.issue(
            template([SimulatedNetwork.leafMark], isAuthority: false), for: key.publicKey, with: networkKey)
        #expect(
            refusal(try made(signer: PaymentTokenSigner(key: key, chain: [alone]))) == .untrustedChain)
        let old = try network.issue(
            template([SimulatedNetwork.leafMark], isAuthority: false, until: Self.now - 1),
            for: key.publicKey, with: networkKey)
        #expect(
            refusal(try made(signer: PaymentTokenSigner(key: key, chain: [old, network]))) == .expiredChain)
    }

    @Test func `a recording is refused: by its time and by its transaction id`() throws {
        let token = try made()
        #expect(refusal(token, at: Self.now + 301) == .signingTime(secondsOff: 301))
        #expect(refusal(token, at: Self.now - 301) == .signingTime(secondsOff: -301))
        #expect(refusal(token, at: Self.now + 300) == nil)
        #expect(refusal(token, isUsed: true) == .transactionRepeated)
    }

    @Test func `a token for another quote, amount or currency is refused (checkout 22)`() throws {
        let token = try made()
        #expect(refusal(token, quote: SHA256.hash([1])) == .applicationData)
        #expect(refusal(token, quote: .some(nil)) == .applicationData)
        #expect(refusal(token, amount: 1041) == .amount(expected: 1041, got: 1040))
        #expect(refusal(token, currency: "978") == .currency(expected: "978", got: "840"))
    }

    @Test func `a genuine token opens to its published plaintext, and its chain is said to be expired`()
        throws
    {
        let token = try PaymentToken(parsing: GenuineToken.json.encoded())
        let key = try P256PrivateKey(
            scalar: Secret(try #require(Base64.decode(GenuineToken.merchantScalar))))
        let mark = CertificateTemplate.Mark(
            id: MerchantPaymentCertificate.merchantIDMark,
            value: [0x0C, 64] + Array(GenuineToken.merchantIDHash.utf8))
        let template = CertificateTemplate(
            commonName: "sandbox merchant", organization: "test", validFrom: 0, validUntil: Self.now,
            isAuthority: false, marks: [mark])
        let merchant = try MerchantPaymentKey(
            certificateDER: try Certificate.selfSigned(template, with: key).der, scalar: try key.scalar())
        let credential = try PaymentTokenOpener.decrypt(token, with: merchant.opening)
        #expect(
            credential
                == PaymentCredential(
                    accountNumber: Secret(Array("5204240499131816".utf8)), expirationDate: "260430",
                    currencyCode: "840", transactionAmount: 100, cardholderName: nil,
                    deviceManufacturerIdentifier: "050110030273",
                    cryptogram: try #require(Base64.decode("ACzDecEz6RgBAAHHXCiMAoABFA==", .standard)),
                    eciIndicator: nil))
        #expect(try DetachedCMS.signingTime(of: token.signature) == GenuineToken.signedAt)
        // Its root is not carried here; the issuer that came inside stands in for it.
        let inside = try DetachedCMS.certificates(in: token.signature)
        let opener = PaymentTokenOpener(keys: [merchant], trusting: Array(inside.dropFirst()))
        #expect(throws: PaymentTokenRefusal.expiredChain) {
            try opener.verifySignature(of: token, at: 1_790_000_000)
        }
        let signer = try opener.verifySignature(of: token, at: GenuineToken.signedAt)
        #expect(signer.signingTime == GenuineToken.signedAt)
        let simulation = PaymentTokenOpener(keys: [merchant], trusting: try SimulatedNetwork.roots())
        #expect(throws: PaymentTokenRefusal.untrustedChain) {
            try simulation.verifySignature(of: token, at: GenuineToken.signedAt)
        }
    }

    @Test func `a merchant certificate without the merchant's mark is refused`() throws {
        let key = try P256PrivateKey()
        let template = CertificateTemplate(
            commonName: "x", organization: "x", validFrom: 0, validUntil: 9, isAuthority: false)
        let certificate = try Certificate.selfSigned(template, with: key)
        #expect(throws: CryptoFailure.invalidParameter("merchant certificate")) {
            try MerchantPaymentCertificate(der: certificate.der)
        }
        #expect(throws: CryptoFailure.invalidKey) {
            try MerchantPaymentKey(
                certificateDER: merchant.certificate.der, scalar: try P256PrivateKey().scalar())
        }
    }

    @Test func `every currency has a number, and no two the same but the guilder and its heir`() {
        var codes: Set<String> = []
        var count = 0
        let letters = (UInt8(ascii: "A")...UInt8(ascii: "Z")).map { String(UnicodeScalar($0)) }
        for first in letters {
            for second in letters {
                for third in letters {
                    guard let currency = Currency(first + second + third) else { continue }
                    count += 1
                    codes.insert(NumericCurrency.code(for: currency))
                }
            }
        }
        #expect(count > 100 && codes.count == count - 1)
        #expect(NumericCurrency.currency(of: "532")?.code == "XCG")
        #expect(!codes.contains("999"))
    }
}
