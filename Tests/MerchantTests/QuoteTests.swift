import Checkout
import Crypto
import HTTPMessages
import JSON
import Merchant
import Synchronization
import Testing

/// A quote proves its origin, or nothing.
@Suite struct QuoteTests {
    let origin = BaseURL("https://shop.example")

    /// A merchant that publishes these keys, and counts how often it is asked.
    final class Published: Sendable {
        let keys: Mutex<[P256PublicKey]>
        let asked = Mutex(0)

        init(_ keys: [P256PublicKey]) { self.keys = Mutex(keys) }

        var http: MerchantHTTP {
            MerchantHTTP { [self] request, _, _ throws(MerchantFailure) in
                asked.withLock { $0 += 1 }
                let keys = keys.withLock { $0 }
                guard request.target == "/.well-known/jwks.json" else {
                    throw .timedOut(mayHaveBeenSent: true)
                }
                return MerchantResponse(
                    status: .ok, fields: [:], body: MerchantKey.document(keys).encoded())
            }
        }
    }

    func quote(
        _ key: MerchantKey, origin: String = "https://shop.example", session: String = "cs_1",
        total: Int64 = 500, contents: [UInt8]? = nil
    ) throws -> Quote {
        let usd = try #require(Currency("usd"))
        let request = PaymentRequest(
            countryCode: "US", currency: usd, supportedNetworks: [.visa], lineItems: [],
            total: LineItem("Bar", Amount(total, usd)))
        return try Quote(
            origin: origin, sessionID: session, revision: 1, issuedAt: 1000, expiresAt: 2000,
            request: request,
            contents: try contents ?? self.session().contentsHash, key: key)
    }

    func session(total: Int64 = 500) throws -> CheckoutSession {
        let usd = try #require(Currency("usd"))
        var session = CheckoutSession(id: "cs_1", status: .ready, currency: usd)
        session.totals = [
            SessionTotal(.subtotal, "Subtotal", Amount(total, usd)),
            SessionTotal(.total, "Total", Amount(total, usd)),
        ]
        return session
    }

    /// Why a quote is refused, or nil.
    func refusal(
        _ text: String?, _ keys: QuoteKeys, session: CheckoutSession? = nil, at seconds: Int64 = 1500
    ) async throws -> QuoteRefusal? {
        let origin = try #require(origin)
        do throws(MerchantFailure) {
            _ = try await keys.verify(text, from: origin, session: session, at: seconds)
            return nil
        } catch {
            guard case .quote(let refusal) = error else { return nil }
            return refusal
        }
    }

    @Test func `a merchant's quote of this session is believed`() async throws {
        let key = MerchantKey(try P256PrivateKey())
        let keys = QuoteKeys(Published([key.key.publicKey]).http)
        let text = try quote(key).text
        #expect(try await refusal(text, keys, session: session()) == nil)
        #expect(try await refusal(text, keys) == nil)
        #expect(try Quote(unverified: text).request.total.amount.minorUnits == 500)
    }

    @Test func `a quote that is missing, expired, of another origin, session, state or total is refused`()
        async throws
    {
        let key = MerchantKey(try P256PrivateKey())
        let keys = QuoteKeys(Published([key.key.publicKey]).http)
        let session = try session()
        #expect(try await refusal(nil, keys) == .missing)
        #expect(try await refusal(quote(key).text, keys, at: 2000) == .expired)
        let foreign = try quote(key, origin: "https://shop.example.evil").text
        #expect(try await refusal(foreign, keys) == .origin("https://shop.example.evil"))
        let other = try quote(key, session: "cs_2").text
        #expect(try await refusal(other, keys, session: session) == .session("cs_2"))
        let old = try quote(key, contents: Array(repeating: 0, count: 32)).text
        #expect(try await refusal(old, keys, session: session) == .contents)
        let cheap = try quote(key, total: 400).text
        #expect(try await refusal(cheap, keys, session: session) == .total)
    }

    @Test func `a quote by a key that the merchant does not publish is refused, whatever it calls itself`()
        async throws
    {
        let (key, thief) = (MerchantKey(try P256PrivateKey()), MerchantKey(try P256PrivateKey()))
        let keys = QuoteKeys(Published([key.key.publicKey]).http)
        #expect(try await refusal(quote(thief).text, keys) == .unknownKey(thief.id))
        let parts = try quote(key).text.split(separator: ".")
        let stolen = try quote(thief).text.split(separator: ".")
        // The merchant's header and claims with the thief's signature.
        let mixed = [parts[0], parts[1], stolen[2]].joined(separator: ".")
        #expect(try await refusal(mixed, keys) == .signature)
    }

    @Test func `keys are kept for a day, and fetched once more for a name that is not among them`()
        async throws
    {
        let key = MerchantKey(try P256PrivateKey())
        let published = Published([key.key.publicKey])
        let keys = QuoteKeys(published.http)
        let text = try quote(key).text
        _ = try await refusal(text, keys, at: 1000)
        _ = try await refusal(text, keys, at: 1900)
        #expect(published.asked.withLock { $0 } == 1)
        let next = MerchantKey(try P256PrivateKey())
        published.keys.withLock { $0.append(next.key.publicKey) }
        #expect(try await refusal(quote(next).text, keys, at: 1950) == nil)
        #expect(published.asked.withLock { $0 } == 2)
        // A stranger's names do not make the origin be asked over and over.
        for _ in 0..<5 {
            _ = try await refusal(quote(MerchantKey(try P256PrivateKey())).text, keys, at: 1951)
        }
        #expect(published.asked.withLock { $0 } == 2)
    }

    @Test func `checkout 31: sums that do not add up are marked in what the sheet is built from`()
        async throws
    {
        let key = MerchantKey(try P256PrivateKey())
        var session = try session()
        let usd = session.currency
        session.totals.append(SessionTotal(.tax, "Tax", Amount(7, usd)))
        session.quote = try quote(key, contents: session.contentsHash).text
        let body = session.json.encoded()
        let published = Published([key.key.publicKey])
        let http = MerchantHTTP { request, base, time throws(MerchantFailure) in
            if request.target.hasPrefix("/.well-known") {
                return try await published.http.send(request, base, time)
            }
            return MerchantResponse(status: .ok, fields: [:], body: body)
        }
        let origin = try #require(origin)
        let client = MerchantClient(origin: origin, http: http, keys: QuoteKeys(http), clock: { 1500 })
        let access = SessionAccess(origin: origin, sessionID: "cs_1", bearer: nil, signingKey: nil)
        let answer = try await client.retrieve(access)
        #expect(answer.quote?.request.totalsAreInconsistent == true)
    }

    @Test func `checkout 34: an answer without a total is an error, not nothing to pay`() async throws {
        let http = MerchantHTTP { _, _, _ throws(MerchantFailure) in
            MerchantResponse(status: .ok, fields: [:], body: Array("{}".utf8))
        }
        let origin = try #require(origin)
        let client = MerchantClient(origin: origin, http: http, keys: QuoteKeys(http), clock: { 1500 })
        let access = SessionAccess(origin: origin, sessionID: "cs_1", bearer: nil, signingKey: nil)
        await #expect(throws: MerchantFailure.malformed(.missing(.member(.root, "currency")))) {
            try await client.update(CheckoutUpdate(), options: [], of: access, idempotencyKey: "k")
        }
    }

    @Test(arguments: [
        (Status.internalError, false), (.badGateway, false), (.conflict, true), (.badRequest, true),
        (.unauthorized, true), (.tooManyRequests, true),
    ])
    func `checkout 62, 68: only an answer below 500 is definite`(
        status: Status, isDefinite: Bool
    ) async throws {
        let http = MerchantHTTP { _, _, _ throws(MerchantFailure) in
            MerchantResponse(status: status, fields: [:], body: [])
        }
        let origin = try #require(origin)
        let client = MerchantClient(origin: origin, http: http, keys: QuoteKeys(http), clock: { 1500 })
        let access = SessionAccess(origin: origin, sessionID: "cs_1", bearer: nil, signingKey: nil)
        do throws(MerchantFailure) {
            _ = try await client.complete([], of: access, idempotencyKey: "k")
            Issue.record("\(status.code) is no success")
        } catch {
            #expect(error.isDefinite == isDefinite)
        }
    }
}
