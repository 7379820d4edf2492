import Checkout
import Crypto
package import HTTPMessages
import JSON
import Signing
import Synchronization

/// The published keys of merchants: fetched from the origin, kept for a day, and once more for a name that is
/// not among them (design, section 7).
package final class QuoteKeys: Sendable {
    private struct Entry {
        let keys: [String: P256PublicKey]
        let fetchedAt: Int64
    }

    private let http: MerchantHTTP
    private let entries = Mutex<[String: Entry]>([:])

    private static let secondsKept: Int64 = 86_400
    /// A stranger's quotes cannot make us ask its origin more often than this.
    private static let secondsBetween: Int64 = 10
    private static let originsMax = 64

    package init(_ http: MerchantHTTP) {
        self.http = http
    }

    /// Reads and checks a quote: signature, origin, time, and the session that it came with.
    package func verify(
        _ text: String?, from origin: BaseURL, session: CheckoutSession?, at seconds: Int64
    ) async throws(MerchantFailure) -> Quote {
        guard let text else { throw .quote(.missing) }
        let quote: Quote
        do throws(QuoteRefusal) { quote = try Quote(unverified: text) } catch { throw .quote(error) }
        guard quote.origin == origin.origin else { throw .quote(.origin(quote.origin)) }
        guard seconds < quote.expiresAt else { throw .quote(.expired) }
        if let session { try Self.check(quote, session) }
        guard let key = try await key(quote.keyID, of: origin, at: seconds) else {
            throw .quote(.unknownKey(quote.keyID))
        }
        do throws(QuoteRefusal) {
            let jws = try Quote.jws(text)
            do throws(JWSRefusal) { try jws.verify(with: key) } catch { throw .signature }
        } catch {
            throw .quote(error)
        }
        return quote
    }

    private static func check(_ quote: Quote, _ session: CheckoutSession) throws(MerchantFailure) {
        guard quote.sessionID == session.id else { throw .quote(.session(quote.sessionID)) }
        guard quote.contents == session.contentsHash else { throw .quote(.contents) }
        guard quote.request.total.amount == session.total else { throw .quote(.total) }
    }

    func key(
        _ id: String, of origin: BaseURL, at seconds: Int64
    ) async throws(MerchantFailure) -> P256PublicKey? {
        let known = entries.withLock { $0[origin.origin] }
        if let known {
            let age = seconds - known.fetchedAt
            if let key = known.keys[id], age < Self.secondsKept { return key }
            if age < Self.secondsBetween { return nil }
        }
        let request = Request(method: .get, target: origin.path + "/.well-known/jwks.json")
        let response = try await http.send(request, origin, MerchantClient.deadline)
        guard response.status == .ok else {
            throw .refused(MerchantProblem(response.status, body: response.body))
        }
        let keys: [String: P256PublicKey]
        do throws(JSONError) {
            keys = try MerchantKey.keys(from: JSONNode(parsing: response.body))
        } catch {
            throw .malformed(error)
        }
        entries.withLock { entries in
            if entries.count >= Self.originsMax { entries.removeAll() }
            entries[origin.origin] = Entry(keys: keys, fetchedAt: seconds)
        }
        return keys[id]
    }
}
