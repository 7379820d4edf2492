import HTTPMessages
import Signing

extension QuoteKeys {
    /// Checks a standing quote: its time, and its signature against the keys that its issuer publishes.
    package func verify(_ quote: StandingQuote, at seconds: Int64) async throws(MerchantFailure) {
        guard let origin = BaseURL(quote.origin) else { throw .quote(.origin(quote.origin)) }
        guard seconds < quote.expiresAt else { throw .quote(.expired) }
        guard let key = try await key(quote.keyID, of: origin, at: seconds) else {
            throw .quote(.unknownKey(quote.keyID))
        }
        do throws(QuoteRefusal) {
            let jws = try StandingQuote.jws(quote.text)
            do throws(JWSRefusal) { try jws.verify(with: key) } catch { throw .signature }
        } catch {
            throw .quote(error)
        }
    }
}
